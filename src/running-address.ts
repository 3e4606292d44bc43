import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from './database/private-file.ts';

const pathIn = (dataFolder: string): string => join(dataFolder, 'address');

/** Writes where the server of a data folder is reached from this machine, for commands to find it. */
export async function writeRunningAddress(dataFolder: string, url: string): Promise<void> {
  await writeWhole(pathIn(dataFolder), `${url}\n`, 0o600);
}

/** Where a server listens that is not told otherwise. */
const usualAddress = 'https://127.0.0.1:7700';

/** The address of the server that runs on a data folder, or was killed there; else where one would be. */
export async function readRunningAddress(dataFolder: string): Promise<string> {
  const text = await readFile(pathIn(dataFolder), 'utf8').catch(() => '');
  return text.trim() || usualAddress;
}

export const removeRunningAddress = (dataFolder: string): Promise<void> =>
  rm(pathIn(dataFolder), { force: true });
