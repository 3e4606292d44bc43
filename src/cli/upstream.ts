import { resolve } from 'node:path';
import { wrongUsage } from './arguments.ts';
import { CommandFailed, type CommandIo } from './command.ts';
import { organizationOption } from './organization-option.ts';
import { planned, plannedList } from './planned-call.ts';
import { printable, tableText } from './printed-text.ts';
import { readNamedFile } from './read-named-file.ts';
import { readSecret } from './read-secret.ts';
import { commandOf, oneCall } from './subcommands.ts';
import { endLines, endText } from './upstream/token-end.ts';
import type { Usage } from './usage.ts';

/** What calls there are made with. */
const tokenOptions = {
  'token-file': {
    type: 'string',
    value: 'FILE',
    sentence: 'Holds the token of somebody there; "-" is standard input.',
  },
  plan: { type: 'boolean', sentence: 'The token is a plan access token.' },
  'token-ends': {
    type: 'string',
    value: 'DATE',
    sentence: 'When the token ends, as 2027-01-31; it is warned before.',
  },
  'grant-file': {
    type: 'string',
    value: 'FILE',
    sentence:
      'In place of a token: JSON with client_id, client_secret and refresh_token of an app there, whose token is refreshed before it ends; "-" is standard input.',
  },
} as const;

const add = oneCall({
  line: 'upstream add --name NAME (--token-file FILE | --grant-file FILE) [options]',
  sentence:
    'Adds a server that designs are read from, the original if no address is given. The token is kept encrypted and shown to nobody.',
  options: {
    name: { type: 'string', value: 'NAME', sentence: 'What it is called here.' },
    ...tokenOptions,
    'base-url': { type: 'string', value: 'URL', sentence: 'Its address; https://api.figma.com if left out.' },
    'upstream-ca': {
      type: 'string',
      value: 'FILE',
      sentence: 'The authority that vouches for its certificate, in PEM, where the system does not trust it.',
    },
    share: {
      type: 'string',
      value: 'PERCENT',
      sentence: 'How much of its limits may be used; 50 if left out.',
    },
    ...organizationOption,
  },
  request: async ({ values, required, usage, io }) => {
    const name = required('name');
    const token = await tokenOf(values, usage, io);
    if (token === undefined) throw wrongUsage('Name --token-file or --grant-file.', usage);
    const share = shareOf(values.share, usage);
    const authority = values['upstream-ca'];
    const ca =
      authority === undefined
        ? undefined
        : await readNamedFile(resolve(io.cwd, authority), `The file ${authority}`);
    return planned('POST /workspace/v1/upstreams', {
      body: {
        name,
        ca,
        ...token,
        base_url: values['base-url'],
        share,
        organization: values.organization,
      },
    });
  },
  text: ({ id, name, base_url }) => `Upstream "${printable(name)}" (${printable(base_url)}) is ${id}.\n`,
});

const change = oneCall({
  line: 'upstream change ID [--token-file FILE | --grant-file FILE] [options]',
  sentence:
    'Gives a server another token, as when the one before ended, another name or share. Mirrors that stopped for want of a token go on.',
  positionals: ['ID'],
  options: {
    ...tokenOptions,
    name: { type: 'string', value: 'NAME', sentence: 'What it is called here.' },
    share: { type: 'string', value: 'PERCENT', sentence: 'How much of its limits may be used.' },
  },
  request: async ({ values, positionals: [upstream_id], usage, io }) => {
    const token = await tokenOf(values, usage, io);
    const share = shareOf(values.share, usage);
    if ([values.name, token, share].every((value) => value === undefined))
      throw wrongUsage('Name --token-file, --grant-file, --name or --share.', usage);
    return planned('PATCH /workspace/v1/upstreams/{upstream_id}', {
      path: { upstream_id },
      body: { name: values.name, ...token, share },
    });
  },
  text: ({ name }) => `Upstream "${printable(name)}" is changed.\n`,
});

type Given = { 'token-file'?: string; 'grant-file'?: string; 'token-ends'?: string; plan?: boolean };

/** The token or the grant that options name, as a body has it; undefined where they name neither. */
async function tokenOf(values: Given, usage: Usage, io: CommandIo) {
  const { 'token-file': tokenFile, 'grant-file': grantFile, 'token-ends': ends, plan } = values;
  if (grantFile !== undefined) {
    if (tokenFile !== undefined || ends !== undefined || plan !== undefined)
      throw wrongUsage('--grant-file stands in place of a token and of all that is said of it.', usage);
    return { grant: grantIn(await readSecret(grantFile, io), grantFile) };
  }
  if (tokenFile === undefined) return undefined;
  const kind = plan === true ? ('plan' as const) : ('personal' as const);
  const expires_at = ends === undefined ? {} : { expires_at: timeOf(ends, usage) };
  return { token: (await readSecret(tokenFile, io)).trim(), token_kind: kind, ...expires_at };
}

/** @throws CommandFailed */
function grantIn(text: string, path: string) {
  try {
    const { client_id, client_secret, refresh_token } = JSON.parse(text);
    const grant = { client_id, client_secret, refresh_token };
    if (Object.values(grant).every((value) => typeof value === 'string')) return grant;
  } catch {
    // Said below.
  }
  throw new CommandFailed(
    `${printable(path)} is no JSON with the texts client_id, client_secret and refresh_token.`,
  );
}

/** @throws CommandFailed */
function timeOf(text: string, usage: Usage): string {
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw wrongUsage('--token-ends is a date, as 2027-01-31.', usage);
  return new Date(time).toISOString();
}

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
    const rows = upstreams.map((upstream) => [
      upstream.id,
      printable(upstream.name),
      printable(upstream.base_url),
      `${Math.round(upstream.share * 100)} %`,
      upstream.plan ?? 'not told yet',
      endText(upstream),
    ]);
    return tableText(['ID', 'NAME', 'ADDRESS', 'SHARE', 'PLAN', 'TOKEN ENDS'], rows);
  },
  json: ({ upstreams }) => upstreams,
});

const check = oneCall({
  line: 'upstream check ID [options]',
  sentence:
    'Asks a server whose the token is, for what it lacks a scope, and says when it ends, where that is known.',
  positionals: ['ID'],
  request: ({ positionals: [upstream_id] }) =>
    planned('POST /workspace/v1/upstreams/{upstream_id}/check', { path: { upstream_id } }),
  text: ({ user, scopes_missing: missing, ...end }, { positionals: [id] }) => {
    const lacks = missing.length === 0 ? '' : `It lacks ${missing.map(printable).join(', ')}.\n`;
    const whose =
      user === undefined
        ? 'The token may not say whose it is.\n'
        : `The token is that of ${printable(user.handle)} (${printable(user.id)}).\n`;
    return `${whose}${lacks}${endLines(end, printable(id))}`;
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

export const { help, run } = commandOf({ add, list, check, change, remove });
