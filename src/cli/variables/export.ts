import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { writeTokens } from '../../variables/design-tokens/write-tokens.ts';
import { namedPositionals, readArguments, required, wrongUsage } from '../arguments.ts';
import { type ServerClient, withServer } from '../server-client.ts';
import { serverOptions } from '../server-options.ts';
import type { Subcommand } from '../subcommands.ts';
import { writing } from '../system-sentence.ts';
import type { Usage } from '../usage.ts';
import { fileOptions, isTokens, localVariables, tellReport } from './variables-file.ts';

const usage = {
  lines: ['variables export --file KEY [options]'],
  sentence: 'Writes the variables of a file, as the interface answers them or as design tokens.',
  options: {
    ...fileOptions,
    mode: { type: 'string', value: 'NAME', sentence: 'For tokens: only the values of this mode.' },
    output: { type: 'string', short: 'o', value: 'PATH', sentence: 'Where to; standard output if left out.' },
  },
  sharedOptions: serverOptions,
  notes: ['What has no counterpart in design tokens is told on standard error.'],
} as const satisfies Usage;

export const exportVariables: Subcommand = {
  usage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(usage, args);
    namedPositionals(usage, positionals, []);
    const key = required(usage, 'file', values.file);
    const areTokens = isTokens(values.format, usage);
    if (!areTokens && values.mode !== undefined) throw wrongUsage('--mode is for --format tokens.', usage);
    const written = await withServer(values, io, (server) =>
      areTokens ? tokensOf(server, key, values.mode) : answerOf(server, key),
    );
    tellReport(io, written.report);
    const text = `${JSON.stringify(written.content, null, 2)}\n`;
    if (values.output === undefined || values.output === '-') io.stdout.write(text);
    else await save(resolve(io.cwd, values.output), text);
    return 0;
  },
};

interface Written {
  readonly content: unknown;
  readonly report: readonly string[];
}

async function answerOf(server: ServerClient, file_key: string): Promise<Written> {
  const content = await server.ask('GET /v1/files/{file_key}/variables/local', { path: { file_key } });
  return { content, report: [] };
}

async function tokensOf(server: ServerClient, key: string, mode: string | undefined): Promise<Written> {
  const { tokens, report } = writeTokens(await localVariables(server, key), { mode });
  return { content: tokens, report };
}

const save = (path: string, text: string): Promise<void> => writing(path, () => writeFile(path, text));
