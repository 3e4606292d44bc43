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

/** So many small pictures are made between two turns of the event loop; the memory behind them is 10 MB at the most. */
const mostInARow = 16;
let inARow = 0;

/**
 * Does work that uses what is kept; what is too much of it is forgotten when no other such work is under way.
 * @param isSmall of what was made: whether it leaves little memory behind
 */
export async function withKept<Result>(
  work: () => Promise<Result>,
  isSmall: (result: Result) => boolean = () => false,
): Promise<Result> {
  running += 1;
  let result: Result | undefined;
  try {
    result = await work();
    return result;
  } finally {
    running -= 1;
    if (running === 0) {
      cache.trim();
      shelf.trim();
    }
    inARow += 1;
    // Memory behind canvases is only given back when the event loop turns.
    if (inARow >= mostInARow || result === undefined || !isSmall(result)) {
      inARow = 0;
      await setImmediate();
    }
  }
}
