import { parentPort, workerData } from 'node:worker_threads';
import { openFileSource } from '../blobs/file-source.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { writeOverlay } from '../document/overlay.ts';
import { patchList } from '../document/patches.ts';
import { readInPages } from '../document/read-in-pages.ts';
import { readOwn } from '../document/read-node.ts';
import { atOnce } from '../document/run-at-once.ts';
import type { TwoStates } from '../variables/follow/followed-nodes.ts';
import { planLayout } from '../variables/follow/layout/layout-plan.ts';
import type { LayoutTask, MovingNode } from './lay-out-in-thread.ts';
import { layOutMoving } from './lay-out-moving.ts';
import { overlayAt } from './snapshot-shelf.ts';

/** Runs in a thread of its own: takes nodes until none come any more; its only message is an overlay. */
const { snapshotPath, overlayPath, base, fonts } = workerData as LayoutTask;
const under = overlayPath === undefined ? undefined : overlayAt(overlayPath)?.patches;
const document = readInPages(openSnapshot(openFileSource(snapshotPath), under));
const moving = new Map<number, TwoStates>();

parentPort?.on('message', async (nodes: readonly MovingNode[]) => {
  for (const { index, changes } of nodes) {
    const before = readOwn(document, index);
    moving.set(index, { before, after: { ...before, ...changes } });
  }
  if (nodes.length > 0) return;
  const patches = await layOutMoving(document, atOnce(planLayout(document, moving)), fonts, atOnce);
  parentPort?.postMessage(await writeOverlay(base, patchList(patches)));
});
