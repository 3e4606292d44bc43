import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runYielding } from './yielding.ts';

/** Goes on for as many slices, each of which takes its time. */
function* slices(count: number, taken: () => void): Generator<void, string> {
  for (let slice = 0; slice < count; slice++) {
    taken();
    const beganMs = performance.now();
    while (performance.now() - beganMs < 5);
    yield;
  }
  return 'done';
}

it('lets the process go on to other things after a slice of one work, however many works there are', async () => {
  let sinceTurn = 0;
  const most = { inTurn: 0 };
  const taken = (): void => {
    sinceTurn++;
    most.inTurn = Math.max(most.inTurn, sinceTurn);
  };
  const works = Promise.all(Array.from({ length: 8 }, () => runYielding(slices(4, taken))));
  // The first slice of each is taken as the work begins.
  sinceTurn = 0;
  most.inTurn = 0;
  let isDone = false;
  works.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await nextTurn();
    sinceTurn = 0;
  }
  expect(await works).toEqual(Array(8).fill('done'));
  expect(most.inTurn).toBeLessThanOrEqual(2);
});

it('ends work that is not wanted any more, also before it begins', async () => {
  const gone = new AbortController();
  let taken = 0;
  const work = runYielding(
    slices(4, () => {
      taken++;
      gone.abort();
    }),
    gone.signal,
  );
  await expect(work).rejects.toThrow('aborted');
  await expect(
    runYielding(
      slices(4, () => taken++),
      AbortSignal.abort(),
    ),
  ).rejects.toThrow('aborted');
  expect(taken).toBe(1);
});
