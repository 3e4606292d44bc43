import { setImmediate } from 'node:timers/promises';
import { createCanvasPool } from './canvas/canvas-pool.ts';
import { createImageCache } from './canvas/image-cache.ts';
import { createRunRecordings } from './canvas/run-recordings.ts';
import { createPartShelf } from './scene/part-shelf.ts';

/** What a thread keeps from one picture to the next. */
export const pool = createCanvasPool();
export const cache = createImageCache();
export const shelf = createPartShelf();
export const runs = createRunRecordings();

let running = 0;

/** Does work that uses what is kept; what is too much of it is forgotten when no other such work is under way. */
export async function withKept<Result>(work: () => Promise<Result>): Promise<Result> {
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    if (running === 0) {
      cache.trim();
      shelf.trim();
    }
    // Memory behind canvases is only given back when the event loop turns.
    await setImmediate();
  }
}
