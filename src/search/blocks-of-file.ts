import { setTimeout as sleep } from 'node:timers/promises';
import { isCompiling } from '../content/compile-in-worker.ts';
import { isArriving } from '../content/designs-arriving.ts';
import { blocksInThread } from '../content/index-in-thread.ts';
import type { ShelvedSnapshot } from '../content/snapshot-shelf.ts';
import type { Context } from '../context.ts';
import type { UnsearchedFile } from '../files/unsearched-files-store.ts';
import type { IndexBlock, NodesToIndex } from '../words/index-blocks.ts';
import type { CurrentState } from './current-state-store.ts';

/** What is needed of the context. */
export type SearchParts = Pick<Context, 'database' | 'snapshots' | 'clock' | 'ids'>;

/** A file that somebody reads for the search, as it was when that began. */
export interface FileToRead {
  readonly taken: UnsearchedFile;
  readonly file: CurrentState;
  readonly document: ShelvedSnapshot;
  readonly signal: AbortSignal;
}

/** The blocks of some nodes of a file, a few at a time. */
export async function* blocksOfFile(
  { file, document, signal }: FileToRead,
  nodes: Omit<NodesToIndex, 'fileName'>,
): AsyncGenerator<readonly IndexBlock[]> {
  const party = { organization: file.organizationId, caller: 'search' };
  for (let { from } = nodes; ; ) {
    await whileImporting(signal);
    const blocks = await blocksInThread(document, { ...nodes, fileName: file.name, from }, { party, signal });
    if (blocks.length === 0) return;
    yield blocks;
    from = blocks.at(-1)!.end;
  }
}

const pauseMs = 50;
const longestPauseMs = 10_000;

/** Designs on their way in come first, for a while. */
export async function whileImporting(signal: AbortSignal): Promise<void> {
  const isBusy = (): boolean => isArriving() || isCompiling();
  for (let waitedMs = 0; isBusy() && waitedMs < longestPauseMs; waitedMs += pauseMs)
    await sleep(pauseMs, undefined, { signal });
}
