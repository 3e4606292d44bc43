import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { wrongUsage } from './arguments.ts';
import { CommandFailed, type CommandIo } from './command.ts';
import { organizationOption } from './organization-option.ts';
import { planned, plannedList } from './planned-call.ts';
import { printable, tableText } from './printed-text.ts';
import { readSecret } from './read-secret.ts';
import { commandOf, oneCall } from './subcommands.ts';
import type { Usage } from './usage.ts';

const add = oneCall({
  line: 'upstream add --name NAME --token-file FILE [options]',
  sentence:
    'Adds a server that designs are read from, the original if no address is given. The token is kept encrypted and shown to nobody.',
  options: {
    name: { type: 'string', value: 'NAME', sentence: 'What it is called here.' },
    'token-file': {
      type: 'string',
      value: 'FILE',
      sentence: 'Holds the token of somebody there; "-" is standard input.',
    },
    'base-url': { type: 'string', value: 'URL', sentence: 'Its address; https://api.figma.com if left out.' },
    'upstream-ca': {
      type: 'string',
      value: 'FILE',
      sentence: 'The authority that vouches for its certificate, in PEM, where the system does not trust it.',
    },
    plan: { type: 'boolean', sentence: 'The token is a plan access token.' },
    share: {
      type: 'string',
      value: 'PERCENT',
      sentence: 'How much of its limits may be used; 50 if left out.',
    },
    ...organizationOption,
  },
  request: async ({ values, required, usage, io }) => {
    const name = required('name');
    const tokenFile = required('token-file');
    const share = shareOf(values.share, usage);
    const authority = values['upstream-ca'];
    const ca = authority === undefined ? undefined : await readText(authority, io);
    return planned('POST /workspace/v1/upstreams', {
      body: {
        ...{ name, ca, token: (await readSecret(tokenFile, io)).trim(), base_url: values['base-url'] },
        ...{ token_kind: kindOf(values.plan), share },
        organization: values.organization,
      },
    });
  },
  text: ({ id, name, base_url }) => `Upstream "${printable(name)}" (${printable(base_url)}) is ${id}.\n`,
});

const change = oneCall({
  line: 'upstream change ID (--token-file FILE | --name NAME | --share PERCENT) [options]',
  sentence:
    'Gives a server another token, as when the one before ended, another name or share. Mirrors that stopped for want of a token go on.',
  positionals: ['ID'],
  options: {
    'token-file': {
      type: 'string',
      value: 'FILE',
      sentence: 'Holds the token of somebody there; "-" is standard input.',
    },
    plan: { type: 'boolean', sentence: 'The token is a plan access token.' },
    name: { type: 'string', value: 'NAME', sentence: 'What it is called here.' },
    share: { type: 'string', value: 'PERCENT', sentence: 'How much of its limits may be used.' },
  },
  request: async ({ values, positionals: [upstream_id], usage, io }) => {
    const { name, plan, 'token-file': file } = values;
    const token = file === undefined ? undefined : (await readSecret(file, io)).trim();
    const share = shareOf(values.share, usage);
    if ([name, token, share].every((value) => value === undefined))
      throw wrongUsage('Name --token-file, --name or --share.', usage);
    const kind = token === undefined ? {} : { token_kind: kindOf(plan) };
    return planned('PATCH /workspace/v1/upstreams/{upstream_id}', {
      path: { upstream_id },
      body: { name, token, share, ...kind },
    });
  },
  text: ({ name }) => `Upstream "${printable(name)}" is changed.\n`,
});

const kindOf = (isPlan: boolean | undefined) => (isPlan === true ? 'plan' : 'personal');

/** @throws CommandFailed */
function shareOf(text: string | undefined, usage: Usage): number | undefined {
  const percent = text === undefined ? undefined : Number(text);
  if (percent === undefined) return undefined;
  if (!(percent >= 1 && percent <= 100)) throw wrongUsage('--share is a number from 1 to 100.', usage);
  return percent / 100;
}

const list = oneCall({
  line: 'upstream list [options]',
  sentence: 'Lists the servers that an organization reads designs from.',
  options: organizationOption,
  request: ({ values: { organization } }) =>
    plannedList('GET /workspace/v1/upstreams', { query: { organization } }),
  text: ({ upstreams }) => {
    const rows = upstreams.map(({ id, name, base_url, share, plan }) => [
      ...[id, printable(name), printable(base_url)],
      ...[`${Math.round(share * 100)} %`, plan ?? 'not told yet'],
    ]);
    return tableText(['ID', 'NAME', 'ADDRESS', 'SHARE', 'PLAN'], rows);
  },
  json: ({ upstreams }) => upstreams,
});

const check = oneCall({
  line: 'upstream check ID [options]',
  sentence: 'Asks a server whose the token is, and for what it lacks a scope.',
  positionals: ['ID'],
  request: ({ positionals: [upstream_id] }) =>
    planned('POST /workspace/v1/upstreams/{upstream_id}/check', { path: { upstream_id } }),
  text: ({ user, scopes_missing: missing }) => {
    const lacks = missing.length === 0 ? '' : `It lacks ${missing.map(printable).join(', ')}.\n`;
    return `The token is that of ${printable(user.handle)} (${printable(user.id)}).\n${lacks}`;
  },
});

const remove = oneCall({
  line: 'upstream remove ID [options]',
  sentence: 'Forgets a server and its token. What was read from it stays.',
  positionals: ['ID'],
  request: ({ positionals: [upstream_id] }) =>
    planned('DELETE /workspace/v1/upstreams/{upstream_id}', { path: { upstream_id } }),
  text: (_answer, { positionals: [id] }) => `The upstream ${printable(id)} is forgotten.\n`,
});

function readText(path: string, io: CommandIo): Promise<string> {
  return readFile(resolve(io.cwd, path), 'utf8').catch(() => {
    throw new CommandFailed(`The file ${path} cannot be read.`);
  });
}

export const { help, run } = commandOf({ add, list, check, change, remove });
