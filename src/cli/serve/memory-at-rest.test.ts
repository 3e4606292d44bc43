import { expect, it } from 'vitest';
import { runWithFewDescriptors } from '../../testing/without-descriptors.ts';
import { looking } from './memory-at-rest.ts';

/** Looks at a process that has worked so long by each look; answers at which of them garbage was collected. */
function collectedAt(worked: readonly number[], { heapBytes = 30e6, collectionMs = 50 } = {}): number[] {
  const collected: number[] = [];
  let place = 0;
  const look = looking({
    workedMs: () => worked[place]! + collected.length * collectionMs,
    heapBytes: () => heapBytes,
    collectGarbage: () => void collected.push(place),
  });
  for (; place < worked.length; place++) look();
  return collected;
}

/** Looks at a process that rests after so much work. */
const restAfter = (worked: number) => [worked, worked + 30, worked + 40, worked + 40];

it('Garbage is collected once the process rests after work, and not again before there was more of it', () => {
  expect(collectedAt([...restAfter(900), 990, 1000])).toEqual([3]);
  expect(collectedAt([...restAfter(900), ...restAfter(2000)], { collectionMs: 10 })).toEqual([3, 7]);
});

it('Garbage is not collected in a short pause', () => {
  expect(collectedAt([900, 940, 950, 1900, 1940, 1950, 2900, 2940, 2950])).toEqual([]);
});

it('Collecting garbage takes a small part of the time in which the process works', () => {
  const worked = [...restAfter(900), ...restAfter(1960), ...restAfter(2900)];
  expect(collectedAt(worked, { collectionMs: 40 })).toEqual([3, 7]);
  expect(collectedAt(worked, { collectionMs: 60 })).toEqual([3, 11]);
});

it('Garbage is collected whatever that takes once the process has rested for a minute', () => {
  const resting = Array.from({ length: 30 }, () => 1900);
  expect(collectedAt([...restAfter(900), 1900, ...resting])).toEqual([3, 34]);
  expect(collectedAt([...restAfter(900), 1900, ...resting.slice(1)])).toEqual([3]);
});

it('Garbage is collected neither while there is work nor after little of it', () => {
  expect(collectedAt([900, 1010, 1120, 1230, 1340, 1450])).toEqual([]);
  expect(collectedAt([50, 90, 140, 190, 240, 290])).toEqual([]);
});

it('A heap that would keep a request waiting is left to the engine', () => {
  expect(collectedAt(restAfter(900), { heapBytes: 200e6 })).toEqual([]);
});

it('What collecting takes itself is no work', () => {
  expect(collectedAt([...restAfter(900), 960, 980, 1000, 1000], { collectionMs: 400 })).toEqual([3]);
});

it.skipIf(process.platform === 'win32')('A look ends no process that has no descriptor left', () => {
  const program = new URL('./memory-without-descriptors.suite.ts', import.meta.url);
  expect(runWithFewDescriptors(program)).toEqual({ status: 0, stdout: 'measured' });
});
