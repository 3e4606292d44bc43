import { setImmediate as nextTurn } from 'node:timers/promises';
import { isBehindOthers } from '../processes/behind-others.ts';

/** How long statements may keep the event loop to themselves, and those that nobody waits for. */
const shareMs = 5;
const shareBehindMs = 1;

/** When the first statement of this turn of the loop began; undefined before it. */
let beganMs: number | undefined;

/**
 * Whether the statements since the last turn of the event loop have taken their share of it. SQLite answers before
 * it returns and what waits for it goes on at once, so a row of statements lets nobody else to work.
 */
export function isShareOver(): boolean {
  const nowMs = performance.now();
  if (beganMs !== undefined) return nowMs - beganMs >= (isBehindOthers() ? shareBehindMs : shareMs);
  beganMs = nowMs;
  setImmediate(() => {
    beganMs = undefined;
  });
  return false;
}

/** Lets everybody else to work. */
export const yieldToOthers = (): Promise<void> => nextTurn();
