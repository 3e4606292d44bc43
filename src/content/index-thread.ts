import { parentPort } from 'node:worker_threads';
import { openFileSource } from '../blobs/file-source.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { stepBackAsThread } from '../processes/step-back.ts';
import { type IndexBlock, indexBlocks } from '../words/index-blocks.ts';
import type { IndexTask } from './index-in-thread.ts';
import { overlayAt } from './snapshot-shelf.ts';

// Nobody waits for the search to know what came: readers go before it.
stepBackAsThread();

/** Runs in a thread of its own: goes on with the document that it was asked about last, and answers each task. */
let opened:
  | { readonly name: string; readonly blocks: Generator<IndexBlock>; next: number; close(): void }
  | undefined;

const blocksAtOnce = 16;
/** Of their words: whoever writes them into the database holds up others meanwhile. */
const charactersAtOnce = 64 * 1024;

parentPort?.on('message', (task: IndexTask) => {
  const name = JSON.stringify([task.snapshotPath, task.overlayPath, task.fileName]);
  if (opened?.name !== name || opened.next !== task.from) {
    opened?.close();
    opened = begin(name, task);
  }
  parentPort?.postMessage(nextBlocks(opened));
});

function nextBlocks(document: NonNullable<typeof opened>): IndexBlock[] {
  const some: IndexBlock[] = [];
  let characters = 0;
  for (let step = document.blocks.next(); !step.done; step = document.blocks.next()) {
    some.push(step.value);
    document.next = step.value.end;
    characters += step.value.words.length;
    if (some.length === blocksAtOnce || characters >= charactersAtOnce) break;
  }
  return some;
}

function begin(
  name: string,
  { snapshotPath, overlayPath, fileName, from }: IndexTask,
): NonNullable<typeof opened> {
  const source = openFileSource(snapshotPath);
  const patches = overlayPath === undefined ? undefined : overlayAt(overlayPath)?.patches;
  const blocks = indexBlocks(openSnapshot(source, patches), { fileName, from });
  return { name, blocks, next: from, close: () => source.close() };
}
