import { parentPort } from 'node:worker_threads';
import { openFileSource } from '../blobs/file-source.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { SelectorTakesLong, selectIn } from '../select/select-page.ts';
import { SelectorRefused } from '../select/selector-refused.ts';
import type { SelectOutcome, SelectTask } from './select-in-thread.ts';
import { overlayAt } from './snapshot-shelf.ts';

/** Runs in a thread of its own: keeps the document open that was asked about last, and answers each task. */
let opened:
  | { readonly name: string; readonly select: ReturnType<typeof selectIn>; close(): void }
  | undefined;

parentPort?.on('message', ({ snapshotPath, overlayPath, selecting }: SelectTask) => {
  const name = JSON.stringify([snapshotPath, overlayPath]);
  if (opened?.name !== name) {
    opened?.close();
    opened = undefined;
    const source = openFileSource(snapshotPath);
    const patches = overlayPath === undefined ? undefined : overlayAt(overlayPath)?.patches;
    opened = { name, select: selectIn(openSnapshot(source, patches)), close: () => source.close() };
  }
  parentPort?.postMessage(outcomeOf(() => opened!.select(selecting)));
});

function outcomeOf(select: () => Extract<SelectOutcome, { page: unknown }>['page']): SelectOutcome {
  try {
    return { page: select() };
  } catch (error) {
    if (error instanceof SelectorRefused) return { refusal: error.message };
    if (error instanceof SelectorTakesLong) return { isLong: true };
    throw error;
  }
}
