import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { arrive, isArriving } from './designs-arriving.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('A design is on its way from when it comes until it is there', () => {
  const [first, second] = [arrive(), arrive()];
  expect(isArriving()).toBe(true);
  first();
  first();
  expect(isArriving()).toBe(true);
  second();
  expect(isArriving()).toBe(false);
});

it('A design that comes slowly holds nothing up after five seconds', () => {
  const end = arrive();
  vi.advanceTimersByTime(4_999);
  expect(isArriving()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isArriving()).toBe(false);
  end();
  expect(isArriving()).toBe(false);
});
