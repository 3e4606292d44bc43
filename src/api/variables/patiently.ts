import { setImmediate as nextTurn } from 'node:timers/promises';

/** Steps taken before others get their turn: together they take a few milliseconds. */
const stepsAtOnce = 50;

/** Runs long work in steps, others' work between them. */
export async function patiently<T>(steps: Generator<void, T>): Promise<T> {
  for (let taken = 1; ; taken += 1) {
    const step = steps.next();
    if (step.done) return step.value;
    if (taken % stepsAtOnce === 0) await nextTurn();
  }
}
