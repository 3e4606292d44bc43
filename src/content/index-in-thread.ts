import { oneByOne } from '../processes/one-by-one.ts';
import { programBeside } from '../processes/program-beside.ts';
import type { Party } from '../processes/turns.ts';
import type { IndexBlock, NodesToIndex } from '../words/index-blocks.ts';
import { keptThread } from './kept-thread.ts';
import type { ShelvedSnapshot } from './snapshot-shelf.ts';

/** What the thread is asked: some blocks of a document. */
export interface IndexTask extends NodesToIndex {
  readonly snapshotPath: string;
  readonly overlayPath: string | undefined;
}

const thread = keptThread(programBeside(import.meta.url, 'index-thread'));
const heapMb = 1024;
const inTurn = oneByOne();

/** Of some blocks, where nodes hold long texts. */
const deadlineMs = 60_000;

/** The first blocks of the nodes, made in a thread; none where there are no nodes. */
export const blocksInThread = (
  { path: snapshotPath, overlayPath }: Pick<ShelvedSnapshot, 'path' | 'overlayPath'>,
  nodes: NodesToIndex,
  { party, signal }: { readonly party: Party; readonly signal: AbortSignal },
): Promise<readonly IndexBlock[]> =>
  inTurn(party, () => {
    const task: IndexTask = { snapshotPath, overlayPath, ...nodes };
    return thread.ask<readonly IndexBlock[]>(task, { signal, deadlineMs, heapMb });
  });
