import { accessSync, constants, statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes a folder of its own below the run's folder, which the run removes as a whole: what a test left there when
 * it was cut off does not stay behind.
 *
 * @param name what the folder holds, one word
 */
export function scratchFolder(name: string): Promise<string> {
  return mkdtemp(join(process.env.VITRINE_CONFORMANCE_FOLDER ?? tmpdir(), `vitrine-${name}-`));
}

/** Makes the folder of an installation: in memory while there is room, since on a disk every change waits for it. */
export function installationFolder(): Promise<string> {
  const inMemory = process.env.VITRINE_CONFORMANCE_MEMORY;
  if (inMemory === undefined || !hasRoom()) return scratchFolder('conformance');
  return mkdtemp(join(inMemory, 'vitrine-conformance-'));
}

/** A folder of the whole run in memory; undefined where there is none, or no room. */
export async function folderInMemory(): Promise<string | undefined> {
  return hasRoom() ? await mkdtemp(join(memory, 'vitrine-conformance-run-')) : undefined;
}

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';
/** Some installations of tests have hundreds of megabytes; the programs that run beside take as much again. */
const leastFreeBytes = 3 * 1024 ** 3;

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, process.availableMemory()) > leastFreeBytes;
  } catch {
    return false;
  }
}
