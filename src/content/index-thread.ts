import { parentPort } from 'node:worker_threads';
import { openFileSource } from '../blobs/file-source.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { stepBackAsThread } from '../processes/step-back.ts';
import {
  type IndexBlock,
  type IndexedDocument,
  indexBlocks,
  indexedDocument,
} from '../words/index-blocks.ts';
import type { IndexTask } from './index-in-thread.ts';
import { overlayAt } from './snapshot-shelf.ts';

// Nobody waits for the search to know what came: readers go before it.
stepBackAsThread();

/** Runs in a thread of its own: answers each task, and keeps the document that it was asked about last. */
let opened: { readonly name: string; readonly document: IndexedDocument; close(): void } | undefined;

const blocksAtOnce = 16;
/** Of their words: whoever writes them into the database holds up others meanwhile. */
const charactersAtOnce = 64 * 1024;

parentPort?.on('message', (task: IndexTask) => {
  const name = JSON.stringify([task.snapshotPath, task.overlayPath]);
  if (opened?.name !== name) {
    opened?.close();
    opened = open(name, task);
  }
  parentPort?.postMessage(someBlocks(opened.document, task));
});

function someBlocks(document: IndexedDocument, task: IndexTask): IndexBlock[] {
  const some: IndexBlock[] = [];
  let characters = 0;
  for (const block of indexBlocks(document, task)) {
    some.push(block);
    characters += block.words.length;
    if (some.length === blocksAtOnce || characters >= charactersAtOnce) break;
  }
  return some;
}

function open(name: string, { snapshotPath, overlayPath }: IndexTask): NonNullable<typeof opened> {
  const source = openFileSource(snapshotPath);
  const patches = overlayPath === undefined ? undefined : overlayAt(overlayPath)?.patches;
  return { name, document: indexedDocument(openSnapshot(source, patches)), close: () => source.close() };
}
