import type { Operations } from '../contract/contract.ts';
import { readSeconds } from './durations.ts';
import { commandOf, oneCall } from './subcommands.ts';
import { printable, tableText } from './wording.ts';

const path = '/workspace/v1/me/tokens';

const create = oneCall({
  line: 'token create --name NAME --scopes LIST [options]',
  sentence: 'Makes a personal access token of yours and prints its value, which is shown this once.',
  options: {
    name: { type: 'string', value: 'NAME', sentence: 'What it is for.' },
    scopes: {
      type: 'string',
      value: 'LIST',
      sentence:
        'Scopes separated by commas, or all: every scope of the interface, none of our own operations.',
    },
    'expires-in': {
      type: 'string',
      value: 'TIME',
      sentence: 'Lifetime, as 30d, 12h or seconds; 90 days at the most.',
    },
    exploration: { type: 'boolean', sentence: 'For trying things out: it ends after 24 hours.' },
  },
  request: ({ values: { 'expires-in': lifetime, exploration }, required }) => {
    const scopes = required('scopes');
    const json = {
      name: required('name'),
      scopes: scopes === 'all' ? scopes : scopes.split(',').map((scope) => scope.trim()),
      expires_in: lifetime === undefined ? undefined : readSeconds('expires-in', lifetime),
      exploration,
    };
    return { method: 'POST', path, json };
  },
  text: ({ token }: Operations['createToken']['answer']) => `${token}\n`,
});

const list = oneCall({
  line: 'token list [options]',
  sentence: 'Lists your tokens, newest first, without their values.',
  request: () => ({ method: 'GET', path }),
  text: ({ tokens }: Operations['listTokens']['answer']) => {
    const rows = tokens.map((token) => [
      token.id,
      token.name,
      token.expires_at ?? 'never',
      token.last_used_at ?? 'never',
      token.scopes.join(','),
    ]);
    return tableText(['ID', 'NAME', 'EXPIRES', 'LAST USE', 'SCOPES'], rows);
  },
  json: ({ tokens }) => tokens,
});

const revoke = oneCall({
  line: 'token revoke ID [options]',
  sentence: 'Ends one of your tokens at once.',
  positionals: ['ID'],
  request: ({ positionals: [id] }) => ({ method: 'DELETE', path: `${path}/${encodeURIComponent(id)}` }),
  text: (_answer, { positionals: [id] }) => `The token ${printable(id)} is no longer taken.\n`,
});

export const { help, run } = commandOf({ create, list, revoke });
