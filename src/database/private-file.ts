import { closeSync, openSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { readSmallFile } from './small-file.ts';

/**
 * Makes a file readable to its owner only; SQLite gives its log the same rights. A file that is there stays
 * untouched and unopened: closing it would drop the locks that this process holds on it.
 */
export function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Writes under another name first, so that a reader never sees half a file. */
export async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  const part = `${path}.part`;
  const file = await open(part, 'w', mode);
  try {
    await file.chmod(mode);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, path);
}

/** Undefined where there is no such file. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readSmallFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
