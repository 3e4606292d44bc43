import { resolve } from 'node:path';
import { refuseMore } from '../database/small-file.ts';
import { CommandFailed, type CommandIo } from './command.ts';
import { readNamedFile, unreadable } from './read-named-file.ts';

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
