import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tellRefusals } from './refusals-told.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function telling() {
  const metrics = { refused: vi.fn() };
  const log = { warn: vi.fn() };
  const tell = tellRefusals({ metrics, log } as never);
  return { tell, metrics, linesOf: () => log.warn.mock.calls.splice(0).map(([line]) => line) };
}

test('Refusals are counted one by one, and told of once a minute by address and kind', () => {
  const { tell, metrics, linesOf } = telling();
  for (let count = 0; count < 500; count++) tell('stream', '192.0.2.1');
  tell('connection of all', '192.0.2.1');
  tell('stream', '192.0.2.2');
  expect(metrics.refused).toHaveBeenCalledTimes(502);
  expect(linesOf()).toEqual([
    { address: '192.0.2.1', untold: 0 },
    { address: '192.0.2.1', untold: 499 },
    { address: '192.0.2.2', untold: 0 },
  ]);
  vi.advanceTimersByTime(59_999);
  tell('stream', '192.0.2.1');
  expect(linesOf()).toEqual([]);
  vi.advanceTimersByTime(1);
  tell('stream', '192.0.2.1');
  expect(linesOf()).toEqual([{ address: '192.0.2.1', untold: 1 }]);
});

test('Refusals of however many addresses have twenty lines a minute', () => {
  const { tell, metrics, linesOf } = telling();
  for (let minute = 0; minute < 2; minute++) {
    for (let place = 0; place < 5_000; place++) tell('stream', `198.51.${place >> 8}.${place & 255}`);
    expect(linesOf()).toHaveLength(20);
    vi.advanceTimersByTime(60_000);
  }
  expect(metrics.refused).toHaveBeenCalledTimes(10_000);
});
