import { ApiError, systemReason } from '../../errors.ts';
import { CommandFailed } from '../command.ts';

/** Classes of errors that Node and the language throw by themselves: their words are not for people. */
const accidental = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'AssertionError',
]);

/** What a start failed by, as a sentence where it is an expected failure; anything else stays as it is. */
export function startFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CommandFailed) return error;
  if (error instanceof ApiError) {
    return error.status < 500 ? new CommandFailed(`The workspace file is refused: ${error.message}`) : error;
  }
  const { code, path } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code))
    return new CommandFailed(systemSentence(code, path, error));
  return accidental.has(error.name) ? error : new CommandFailed(error.message);
}

function systemSentence(code: string, path: string | undefined, error: Error): string {
  const place = path ?? 'A file of the server';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `${place} may not be read or written (${code}).`;
  if (code === 'ENOSPC') return 'The disk is full.';
  if (code === 'ENOENT') return `${place} is not there.`;
  const reason = systemReason(error);
  if (reason !== undefined) return `${place} cannot be read or written: ${reason}.`;
  return `The server cannot start: ${error.message}.`;
}
