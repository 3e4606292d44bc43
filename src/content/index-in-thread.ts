import { oneByOne } from '../processes/one-by-one.ts';
import { programBeside } from '../processes/program-beside.ts';
import type { Party } from '../processes/turns.ts';
import type { IndexBlock } from '../words/index-blocks.ts';
import { keptThread } from './kept-thread.ts';
import type { ShelvedSnapshot } from './snapshot-shelf.ts';

/** What the thread is asked: some blocks of a document, from a node on. */
export interface IndexTask {
  readonly snapshotPath: string;
  readonly overlayPath: string | undefined;
  readonly fileName: string;
  readonly from: number;
}

const thread = keptThread(programBeside(import.meta.url, 'index-thread'));
const heapMb = 1024;
const inTurn = oneByOne();

/** Of some blocks, where nodes hold long texts. */
const deadlineMs = 60_000;

/** The next blocks of a document's index, made in a thread; none behind the last node. */
export const blocksInThread = (
  { path: snapshotPath, overlayPath }: Pick<ShelvedSnapshot, 'path' | 'overlayPath'>,
  { fileName, from }: Pick<IndexTask, 'fileName' | 'from'>,
  { party, signal }: { readonly party: Party; readonly signal: AbortSignal },
): Promise<readonly IndexBlock[]> =>
  inTurn(party, () => {
    const task: IndexTask = { snapshotPath, overlayPath, fileName, from };
    return thread.ask<readonly IndexBlock[]>(task, { signal, deadlineMs, heapMb });
  });
