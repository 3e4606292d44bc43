import type { FileKey } from '../contract/branded-ids.ts';
import { endUnsearched, keepUnsearched, type UnsearchedFile } from '../files/unsearched-files-store.ts';
import { blocksOfFile, type FileToRead, type SearchParts, whileImporting } from './blocks-of-file.ts';
import { currentState } from './current-state-store.ts';
import { readChanged } from './read-changed.ts';
import { deleteOldBlocks, insertBlocks, setGeneration } from './search-blocks-store.ts';
import { inTime, joinSome } from './write-blocks.ts';

/**
 * Reads a file for the search: where few of its nodes are found by other words than they were, the blocks of these, and
 * else all of it. Whoever loses the file to another in the middle leaves nothing that counts.
 *
 * @throws ReadingLost
 */
export async function readForSearch(
  parts: SearchParts,
  taken: UnsearchedFile,
  signal: AbortSignal,
): Promise<void> {
  const file = await currentState(parts.database, taken.fileKey);
  const toRead = file && { taken, file, document: await parts.snapshots.open(file.snapshot), signal };
  if (toRead !== undefined && (await readChanged(parts, toRead))) return;
  await clearOld(parts, taken.fileKey);
  await readAnew(parts, taken, toRead);
  await clearOld(parts, taken.fileKey, signal);
}

/** Its blocks are written a few at a time, and count once all are there; those of before count until then. */
async function readAnew(
  parts: SearchParts,
  taken: UnsearchedFile,
  toRead: FileToRead | undefined,
): Promise<void> {
  const { database, clock } = parts;
  const { fileKey } = taken;
  const generation = parts.ids.uuid();
  for await (const blocks of toRead === undefined ? [] : blocksOfFile(toRead, { from: 0 })) {
    await inTime(database, async (transaction) => {
      await keepUnsearched({ transaction, at: clock.now() }, taken);
      await insertBlocks(transaction, { fileKey, generation }, blocks);
    });
    await joinSome(database);
  }
  await inTime(database, async (transaction) => {
    await keepUnsearched({ transaction, at: clock.now() }, taken);
    if (toRead !== undefined) {
      const { snapshot, name } = toRead.file;
      await setGeneration(transaction, { file_key: fileKey, generation, snapshot, name });
    }
    await endUnsearched(transaction, taken);
  });
}

/** With a signal it waits for designs on their way in; without, the file's lease would run out meanwhile. */
async function clearOld({ database }: SearchParts, key: FileKey, signal?: AbortSignal): Promise<void> {
  do if (signal !== undefined) await whileImporting(signal);
  while (await inTime(database, (transaction) => deleteOldBlocks(transaction, key)));
}
