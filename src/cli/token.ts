import type { Operations } from '../contract/contract.ts';
import { namedPositionals, readArguments, required } from './arguments.ts';
import { readSeconds } from './durations.ts';
import { withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { commandOf, jsonOption, printResult, type Subcommand } from './subcommands.ts';
import type { Usage } from './usage.ts';
import { printable, tableText } from './wording.ts';

const tokensPath = '/workspace/v1/me/tokens';

const createUsage = {
  lines: ['token create --name NAME --scopes LIST [options]'],
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
    ...jsonOption,
  },
  sharedOptions: serverOptions,
} as const satisfies Usage;

const create: Subcommand = {
  usage: createUsage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(createUsage, args);
    namedPositionals(createUsage, positionals, []);
    const scopes = required(createUsage, 'scopes', values.scopes);
    const json = {
      name: required(createUsage, 'name', values.name),
      scopes: scopes === 'all' ? scopes : scopes.split(',').map((scope) => scope.trim()),
      ...(values['expires-in'] === undefined
        ? {}
        : { expires_in: readSeconds('expires-in', values['expires-in']) }),
      ...(values.exploration === undefined ? {} : { exploration: values.exploration }),
    };
    return withServer(values, io, async (server) => {
      type Made = Operations['createToken']['answer'];
      const made = await server.ask<Made>({ method: 'POST', path: tokensPath, json });
      return printResult(io, values.json, made, `${made.token}\n`);
    });
  },
};

const listUsage = {
  lines: ['token list [options]'],
  sentence: 'Lists your tokens, newest first, without their values.',
  options: jsonOption,
  sharedOptions: serverOptions,
} as const satisfies Usage;

const list: Subcommand = {
  usage: listUsage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(listUsage, args);
    namedPositionals(listUsage, positionals, []);
    return withServer(values, io, async (server) => {
      type Listed = Operations['listTokens']['answer'];
      const { tokens } = await server.ask<Listed>({ method: 'GET', path: tokensPath });
      const rows = tokens.map((token) => [
        token.id,
        token.name,
        token.expires_at ?? 'never',
        token.last_used_at ?? 'never',
        token.scopes.join(','),
      ]);
      return printResult(
        io,
        values.json,
        tokens,
        tableText(['ID', 'NAME', 'EXPIRES', 'LAST USE', 'SCOPES'], rows),
      );
    });
  },
};

const revokeUsage = {
  lines: ['token revoke ID [options]'],
  sentence: 'Ends one of your tokens at once.',
  options: jsonOption,
  sharedOptions: serverOptions,
} as const satisfies Usage;

const revoke: Subcommand = {
  usage: revokeUsage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(revokeUsage, args);
    const [id] = namedPositionals(revokeUsage, positionals, ['ID']);
    return withServer(values, io, async (server) => {
      const path = `${tokensPath}/${encodeURIComponent(id)}`;
      const answer = await server.ask({ method: 'DELETE', path });
      return printResult(io, values.json, answer, `The token ${printable(id)} is no longer taken.\n`);
    });
  },
};

export const { help, run } = commandOf({ create, list, revoke });
