import { expect, test } from 'vitest';
import { behindOthers, leaveRoom } from './behind-others.ts';

function keepLoopBusy(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

async function pauseOf(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

test('Work that nobody waits for leaves the event loop to others for longer than it was busy', async () => {
  await behindOthers(leaveRoom);
  keepLoopBusy(10);
  expect(await pauseOf(() => behindOthers(leaveRoom))).toBeGreaterThan(35);
});

test('Work that somebody waits for goes on at once', async () => {
  keepLoopBusy(10);
  let turns = 0;
  setImmediate(() => {
    turns += 1;
  });
  await leaveRoom();
  expect(turns).toBe(0);
});
