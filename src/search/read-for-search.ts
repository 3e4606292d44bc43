import { setTimeout as sleep } from 'node:timers/promises';
import { isCompiling } from '../content/compile-in-worker.ts';
import { isArriving } from '../content/designs-arriving.ts';
import { blocksInThread } from '../content/index-in-thread.ts';
import { beginSlice } from '../content/yielding.ts';
import type { Context } from '../context.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { inTransaction } from '../database/transaction.ts';
import { unhurried } from '../database/unhurried.ts';
import { endUnsearched, keepUnsearched, type UnsearchedFile } from '../files/unsearched-files-store.ts';
import { currentState } from './current-state-store.ts';
import { deleteOldBlocks, insertBlocks, joinWords, setGeneration } from './search-blocks-store.ts';

/** What is needed of the context. */
export type SearchParts = Pick<Context, 'database' | 'snapshots' | 'clock' | 'ids'>;

/**
 * Reads a file for the search: its blocks are written a few at a time, and count once all are there; those of before
 * count until then. Whoever loses the file to another in the middle leaves nothing that counts.
 *
 * @throws ReadingLost
 */
export async function readForSearch(
  parts: SearchParts,
  taken: UnsearchedFile,
  signal: AbortSignal,
): Promise<void> {
  const { database, snapshots, clock } = parts;
  const { fileKey } = taken;
  const file = await currentState(database, fileKey);
  const generation = parts.ids.uuid();
  await clearOld(parts, fileKey);
  if (file !== undefined) {
    const party = { organization: file.organizationId, caller: 'search' };
    const document = await snapshots.open(file.snapshot);
    for (let from = 0; ; ) {
      await whileImporting(signal);
      const blocks = await blocksInThread(document, { fileName: file.name, from }, { party, signal });
      if (blocks.length === 0) break;
      await inTime(database, async (transaction) => {
        await keepUnsearched({ transaction, at: clock.now() }, taken);
        await insertBlocks(transaction, { fileKey, generation }, blocks);
      });
      await joinSome(parts);
      from = blocks.at(-1)!.end;
    }
  }
  await inTime(database, async (transaction) => {
    await keepUnsearched({ transaction, at: clock.now() }, taken);
    if (file !== undefined)
      await setGeneration(transaction, {
        file_key: fileKey,
        generation,
        snapshot: file.snapshot,
        name: file.name,
      });
    await endUnsearched(transaction, taken);
  });
  await clearOld(parts, fileKey, signal);
}

/** With a signal it waits for designs on their way in; without, the file's lease would run out meanwhile. */
async function clearOld({ database }: SearchParts, key: FileKey, signal?: AbortSignal): Promise<void> {
  do if (signal !== undefined) await whileImporting(signal);
  while (await inTime(database, (transaction) => deleteOldBlocks(transaction, key)));
}

/** After some blocks: more than these bring to be put together. */
const mostJoins = 32;

/** Puts the index of words together step by step; others have their turn after each. */
async function joinSome({ database }: SearchParts): Promise<void> {
  const slice = beginSlice();
  for (let joins = 0; joins < mostJoins && (await inTime(database, joinWords)); joins += 1)
    await slice.next();
}

/** What is lost of it is read again: the file is noted until all of it is written. */
const inTime: typeof inTransaction = (database, work) => unhurried(() => inTransaction(database, work));

const pauseMs = 50;
const longestPauseMs = 10_000;

/** Designs on their way in come first, for a while. */
async function whileImporting(signal: AbortSignal): Promise<void> {
  const isBusy = (): boolean => isArriving() || isCompiling();
  for (let waitedMs = 0; isBusy() && waitedMs < longestPauseMs; waitedMs += pauseMs)
    await sleep(pauseMs, undefined, { signal });
}
