import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';

/** A folder for the parts of one backup; a start of the server removes what is left there. */
export async function makeIncomingFolder({ config, ids }: Context): Promise<string> {
  const folder = join(config.dataFolder, 'incoming', `backup-${ids.fileKey()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
