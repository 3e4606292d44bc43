import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BeingRestored } from './being-restored.ts';
import { onceRestored, waitsForRestore } from './waits-for-restore.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('Work that one restore refuses has one line, however often and however much of it is refused', () => {
  const log = { info: vi.fn() };
  for (let count = 0; count < 100; count++) {
    expect(waitsForRestore(new BeingRestored(), log)).toBe(true);
    vi.advanceTimersByTime(30_000);
  }
  expect(log.info).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  waitsForRestore(new BeingRestored(), log);
  expect(log.info).toHaveBeenCalledTimes(2);
});

test('What fails for another reason waits for nothing, and is told by who did it', async () => {
  const log = { info: vi.fn() };
  expect(waitsForRestore(new Error('no'), log)).toBe(false);
  const failing = onceRestored(() => Promise.reject(new Error('no')), { log, isStopped: () => false });
  await expect(failing).rejects.toThrow('no');
  expect(log.info).not.toHaveBeenCalled();
});

test('What a restore refuses is done once that is over', async () => {
  const log = { info: vi.fn() };
  const work = vi.fn(async () => {
    if (work.mock.calls.length < 3) throw new BeingRestored();
    return 'done';
  });
  expect(await onceRestored(work, { log, isStopped: () => false })).toBe('done');
  expect(work).toHaveBeenCalledTimes(3);
});
