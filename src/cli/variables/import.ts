import { basename, resolve } from 'node:path';
import { TokensRefused } from '../../variables/design-tokens/found-tokens.ts';
import { type ReadTokens, readTokens } from '../../variables/design-tokens/read-tokens.ts';
import type { VariablesState } from '../../variables/state.ts';
import { namedPositionals, readArguments, required, wrongUsage } from '../arguments.ts';
import { CommandFailed, type CommandIo } from '../command.ts';
import { counted } from '../printed-text.ts';
import { readNamedDocument } from '../read-named-file.ts';
import type { SentBody } from '../server-call.ts';
import { type ServerClient, withServer } from '../server-client.ts';
import { serverOptions } from '../server-options.ts';
import { printResult, type Subcommand } from '../subcommands.ts';
import type { Usage } from '../usage.ts';
import { fileOptions, isTokens, localVariables, tellReport } from './variables-file.ts';

const usage = {
  lines: ['variables import SOURCE --file KEY [options]'],
  sentence: 'Puts variables into a file: those of SOURCE in place of what it has, or design tokens over it.',
  options: {
    ...fileOptions,
    collection: {
      type: 'string',
      value: 'NAME',
      sentence: 'For tokens that name no collection; the name of SOURCE if left out.',
    },
    mode: { type: 'string', value: 'NAME', sentence: 'For tokens: the mode that the values are of.' },
    json: { type: 'boolean', sentence: 'Prints what was made or changed as JSON.' },
  },
  sharedOptions: serverOptions,
  notes: [
    'Variables keep their ids and keys, and what SOURCE lacks is deleted. Tokens change variables of the same name, make others, and delete nothing; what has no counterpart is told on standard error. A file of tokens for each mode goes in one after the other, each with its --mode.',
  ],
} as const satisfies Usage;

export const importVariables: Subcommand = {
  usage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(usage, args);
    const [source] = namedPositionals(usage, positionals, ['SOURCE']);
    const key = required(usage, 'file', values.file);
    const areTokens = isTokens(values.format, usage);
    if (!areTokens && (values.collection ?? values.mode) !== undefined)
      throw wrongUsage('--collection and --mode are for --format tokens.', usage);
    const given = await readJson(source, io);
    return withServer(values, io, async (server) => {
      if (!areTokens) return printTaken(io, values.json, await replaceVariables(server, key, given), []);
      const collection = values.collection ?? basename(source).replace(/(\.tokens)?\.json$/, '');
      const options = { collection, mode: values.mode };
      const { changes, report } = tokensOf(given, await localVariables(server, key), options);
      await changeVariables(server, key, changes);
      const { variables } = changes;
      return printTaken(io, values.json, { variables: variables.length }, report);
    });
  },
};

interface Taken {
  readonly variables: number;
}

const replacing = 'PUT /workspace/v1/files/{file_key}/variables';
const changing = 'POST /v1/files/{file_key}/variables';

/** What SOURCE holds is the server's to judge. */
const replaceVariables = (server: ServerClient, file_key: string, given: unknown): Promise<Taken> =>
  server.ask(replacing, { path: { file_key }, body: given as SentBody<typeof replacing> });

/** What tokens say of scopes and the like is passed on as it is. */
const changeVariables = (server: ServerClient, file_key: string, changes: unknown): Promise<unknown> =>
  server.ask(changing, { path: { file_key }, body: changes as SentBody<typeof changing> });

function printTaken(
  io: CommandIo,
  json: boolean | undefined,
  taken: Taken,
  report: readonly string[],
): number {
  tellReport(io, report);
  return printResult(io, json, { ...taken, report }, `${counted(taken.variables, 'variable')} taken.\n`);
}

async function readJson(source: string, io: CommandIo): Promise<unknown> {
  const bytes = await readNamedDocument(resolve(io.cwd, source), source);
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    throw new CommandFailed(`${source} is not well-formed JSON: ${(error as Error).message}.`);
  }
}

/** @throws CommandFailed */
function tokensOf(
  given: unknown,
  state: VariablesState,
  options: { collection: string; mode: string | undefined },
): ReadTokens {
  try {
    return readTokens(given, state, options);
  } catch (error) {
    if (error instanceof TokensRefused) throw new CommandFailed(error.message);
    throw error;
  }
}
