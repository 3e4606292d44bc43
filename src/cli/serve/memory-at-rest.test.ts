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
  expect(collectedAt([900, 950, 990, 1000])).toEqual([1]);
  expect(collectedAt([900, 950, 2000, 2040, 2080])).toEqual([1, 3]);
});

it('Garbage is collected neither while there is work nor after little of it', () => {
  expect(collectedAt([900, 1800, 2700])).toEqual([]);
  expect(collectedAt([80, 120, 200, 290])).toEqual([]);
});

it('A heap that would keep a request waiting is left to the engine', () => {
  expect(collectedAt([900, 950, 990], { heapBytes: 200e6 })).toEqual([]);
});

it('What collecting takes itself is no work', () => {
  expect(collectedAt([900, 950, 990, 1030], { collectionMs: 400 })).toEqual([1]);
});

it.skipIf(process.platform === 'win32')('A look ends no process that has no descriptor left', () => {
  const program = new URL('./memory-without-descriptors.suite.ts', import.meta.url);
  expect(runWithFewDescriptors(program)).toEqual({ status: 0, stdout: 'measured' });
});
