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

it('Garbage is collected once the process rests after work, and not again before there was more of it', () => {
  expect(collectedAt([900, 950, 990, 1000, 1000])).toEqual([2]);
  expect(collectedAt([900, 950, 980, 2000, 2040, 2080], { collectionMs: 10 })).toEqual([2, 5]);
});

it('Garbage is not collected in a short pause', () => {
  expect(collectedAt([900, 950, 1900, 1950, 2900, 2950])).toEqual([]);
});

it('Collecting garbage takes a small part of the time in which the process works', () => {
  const worked = [900, 950, 950, 1960, 1990, 1990, 2900, 2940, 2940];
  expect(collectedAt(worked, { collectionMs: 40 })).toEqual([2, 5]);
  expect(collectedAt(worked, { collectionMs: 60 })).toEqual([2, 8]);
});

it('Garbage is collected whatever that takes once the process has rested for a minute', () => {
  const resting = Array.from({ length: 12 }, () => 1900);
  expect(collectedAt([900, 950, 950, 1900, ...resting])).toEqual([2, 15]);
  expect(collectedAt([900, 950, 950, 1900, ...resting.slice(1)])).toEqual([2]);
});

it('Garbage is collected neither while there is work nor after little of it', () => {
  expect(collectedAt([900, 1800, 2700])).toEqual([]);
  expect(collectedAt([80, 120, 200, 290])).toEqual([]);
});

it('A heap that would keep a request waiting is left to the engine', () => {
  expect(collectedAt([900, 950, 990, 990], { heapBytes: 200e6 })).toEqual([]);
});

it('What collecting takes itself is no work', () => {
  expect(collectedAt([900, 950, 990, 1030, 1070], { collectionMs: 400 })).toEqual([2]);
});

it.skipIf(process.platform === 'win32')('A look ends no process that has no descriptor left', () => {
  const program = new URL('./memory-without-descriptors.suite.ts', import.meta.url);
  expect(runWithFewDescriptors(program)).toEqual({ status: 0, stdout: 'measured' });
});
