import { setImmediate as nextTurn } from 'node:timers/promises';

const turnMs = 4;

/** Runs long work in steps, with others' work in between. */
export async function patiently<T>(steps: Generator<unknown, T>): Promise<T> {
  let beganMs = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - beganMs < turnMs) continue;
    await nextTurn();
    beganMs = performance.now();
  }
}
