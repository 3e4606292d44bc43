import { readBoundedFile, readSmallFile } from '../database/small-file.ts';
import { messageOf, systemReason } from '../errors.ts';
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

/** What the system says is told in words of ours. */
export function unreadable(what: string, error: unknown): CommandFailed {
  const { code } = error as NodeJS.ErrnoException;
  const said = code === undefined ? messageOf(error) : systemReason(error);
  const reason = code === 'ENOENT' ? 'it is not there' : said;
  return new CommandFailed(`${what} cannot be read${reason === undefined ? '' : `: ${reason}`}.`);
}
