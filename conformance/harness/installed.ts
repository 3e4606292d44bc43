import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program is that the machine has; daemons lie in folders that not every search path names. */
export function whereInstalled(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, program)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
