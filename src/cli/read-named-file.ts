import { readBoundedFile, readSmallFile } from '../database/small-file.ts';
import { messageOf } from '../errors.ts';
import { CommandFailed } from './command.ts';

/**
 * The text of a file that an option names.
 * @throws CommandFailed
 */
export function readNamedFile(path: string, what = `The file ${path}`): Promise<string> {
  return readSmallFile(path).catch((error) => {
    throw unreadable(what, error);
  });
}

/** More than the largest body of JSON that a server takes. */
const mostDocumentBytes = 256 * 1024 * 1024;

/**
 * The same of a design, a patch or another document.
 * @throws CommandFailed
 */
export function readNamedDocument(path: string, what = `The file ${path}`): Promise<Buffer> {
  return readBoundedFile(path, mostDocumentBytes).catch((error) => {
    throw unreadable(what, error);
  });
}

/** What the system says in its own words is left out. */
export function unreadable(what: string, error: unknown): CommandFailed {
  const reason = (error as NodeJS.ErrnoException).code === undefined ? `: ${messageOf(error)}` : '';
  return new CommandFailed(`${what} cannot be read${reason}.`);
}
