import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { CommandFailed, type CommandIo } from './command.ts';

/**
 * Reads a secret from a file or, for `-`, from standard input: words of a command line are seen by every user
 * of the machine. A line break at the end does not belong to it.
 */
export async function readSecret(path: string, io: CommandIo): Promise<string> {
  const whole = path === '-' ? await fromInput(io) : await fromFile(resolve(io.cwd, path));
  return whole.replace(/\r?\n$/, '');
}

async function fromInput({ stdin }: CommandIo): Promise<string> {
  if (stdin === undefined) throw new CommandFailed('There is no standard input to read.');
  return text(stdin);
}

function fromFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new CommandFailed(`The file ${path} cannot be read.`);
  });
}
