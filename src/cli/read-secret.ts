import { resolve } from 'node:path';
import { readBoundedFile, readSmallFile, refuseMore } from '../database/small-file.ts';
import { messageOf } from '../errors.ts';
import { CommandFailed, type CommandIo } from './command.ts';

/**
 * Reads a secret from a file or, for `-`, from standard input: words of a command line are seen by every user
 * of the machine. A line break at the end does not belong to it.
 */
export async function readSecret(path: string, io: CommandIo): Promise<string> {
  const whole = path === '-' ? await fromInput(io) : await readNamedFile(resolve(io.cwd, path));
  return whole.replace(/\r?\n$/, '');
}

async function fromInput({ stdin }: CommandIo): Promise<string> {
  if (stdin === undefined) throw new CommandFailed('There is no standard input to read.');
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of stdin) {
      chunks.push(Buffer.from(chunk));
      sizeBytes += chunk.length;
      refuseMore(sizeBytes);
    }
  } catch (error) {
    throw unreadable('Standard input', error);
  }
  return Buffer.concat(chunks).toString('utf8');
}

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
