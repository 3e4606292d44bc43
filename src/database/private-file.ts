import { closeSync, openSync } from 'node:fs';

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
