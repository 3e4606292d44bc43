import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { errorCode } from '../blobs/disk-files.ts';

/** Says of most names that no file in a folder has them, without a question to the disk. */
export interface OwnFiles {
  /** A file was put into the folder. */
  added(name: string): void;
  /** False where there is none. True where there may be one; it may also be gone by now. */
  mayHave(name: string): Promise<boolean>;
}

/** Where there are 100,000 files, a tenth of the names that none has are looked for on the disk in vain. */
const places = 2 ** 20;
const placeOf = (name: string): number => crc32(name) % places;

/** Files lie in folders of the folder, and nobody else puts any there. */
export function ownFiles(folder: string): OwnFiles {
  /** A bit for each place: whether a file has been seen whose name belongs there. */
  const seen = new Uint8Array(places / 8);
  const added = (name: string): void => {
    const place = placeOf(name);
    seen[place >> 3]! |= 1 << (place & 7);
  };
  let looked: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    for (const shard of await namesIn(folder))
      for (const name of await namesIn(join(folder, shard))) added(name);
  };
  return {
    added,
    mayHave: async (name) => {
      looked ??= look().catch(() => void seen.fill(255));
      await looked;
      const place = placeOf(name);
      return (seen[place >> 3]! & (1 << (place & 7))) !== 0;
    },
  };
}

/** None in a folder that is not there, or is none. */
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error) => {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return [];
    throw error;
  });
