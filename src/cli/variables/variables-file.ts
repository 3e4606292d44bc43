import { readLocalVariables } from '../../variables/read-local-variables.ts';
import type { VariablesState } from '../../variables/state.ts';
import { wrongUsage } from '../arguments.ts';
import type { CommandIo } from '../command.ts';
import { printable } from '../printed-text.ts';
import type { ServerClient } from '../server-client.ts';
import type { Usage } from '../usage.ts';

/** What a file of variables can be: an answer of getLocalVariables, or design tokens. */
export const fileOptions = {
  file: { type: 'string', value: 'KEY', sentence: 'The file of the server.' },
  format: {
    type: 'string',
    value: 'FORMAT',
    sentence:
      'variables, as GET …/variables/local answers, or tokens, as design tokens; variables if left out.',
  },
} as const;

/** @throws WrongUsage */
export function isTokens(format: string | undefined, usage: Pick<Usage, 'lines'>): boolean {
  if (format === undefined || format === 'variables') return false;
  if (format === 'tokens') return true;
  throw wrongUsage('--format is "variables" or "tokens".', usage);
}

export async function localVariables(server: ServerClient, file_key: string): Promise<VariablesState> {
  return readLocalVariables(
    await server.ask('GET /v1/files/{file_key}/variables/local', { path: { file_key } }),
  );
}

/** Tells on standard error what had no counterpart. */
export function tellReport(io: CommandIo, report: readonly string[]): void {
  for (const line of report) io.stderr.write(`${printable(line)}\n`);
}
