import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { CommandFailed } from './command.ts';

/**
 * A file is put in the place of another file alone: that of a device would be gone for all programs.
 * @throws CommandFailed for anything else that is there
 */
export async function refuseOtherThanFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() === false) throw new CommandFailed(`${path} is no file, and stays as it is.`);
}

/** Opens a file that nobody else made or may read; what lay there under its name goes. */
export async function openOwn(path: string): Promise<FileHandle> {
  await rm(path, { force: true });
  return open(path, 'wx', 0o600);
}
