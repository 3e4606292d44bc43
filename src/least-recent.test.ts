import { expect, it, vi } from 'vitest';
import { LeastRecent } from './least-recent.ts';

it('forgets what was asked for longest ago once all weigh more than the limit', () => {
  const dropped: string[] = [];
  const kept = new LeastRecent<string, string>(3, (value) => dropped.push(value));
  for (const key of ['a', 'b', 'c']) kept.set(key, key, 1);
  expect([kept.get('a'), kept.get('c'), kept.get('b')]).toEqual(['a', 'c', 'b']);
  kept.set('d', 'd', 1);
  expect(dropped).toEqual(['a']);
  kept.set('e', 'e', 2);
  expect(dropped).toEqual(['a', 'c', 'b']);
  kept.set('d', 'D', 1);
  expect([kept.get('d'), kept.get('e'), kept.size]).toEqual(['D', 'e', 2]);
  kept.set('f', 'f', 4);
  expect([dropped, kept.get('f')]).toEqual([['a', 'c', 'b', 'd'], undefined]);
  kept.set('g', 'g', 3);
  expect([kept.size, kept.get('g')]).toEqual([1, 'g']);
});

it('counts a look at a value for no use of it', () => {
  const kept = new LeastRecent<number, string>(2);
  kept.set(1, 'a');
  kept.set(2, 'b');
  expect(kept.peek(1)).toBe('a');
  kept.set(3, 'c');
  expect([1, 2, 3].map((key) => kept.peek(key))).toEqual([undefined, 'b', 'c']);
});

it('forgets a value that is deleted, and without a limit none before it is trimmed', () => {
  const dropped: string[] = [];
  const kept = new LeastRecent<string, string>(Infinity, (value) => dropped.push(value));
  for (const key of ['a', 'b', 'c', 'd']) kept.set(key, key, 0.1);
  kept.delete('b');
  kept.delete('x');
  expect([dropped, kept.size]).toEqual([['b'], 3]);
  kept.trim(0.25);
  expect([dropped, kept.size]).toEqual([['b', 'a'], 2]);
  kept.trim(0);
  expect([dropped, kept.size]).toEqual([['b', 'a', 'c', 'd'], 0]);
  kept.trim(-1);
  kept.set('e', 'e', 7);
  expect(kept.get('e')).toBe('e');
});

it('finds what goes next without walking over those that went before', () => {
  const kept = new LeastRecent<string, number>(100);
  const walks = vi.spyOn(Map.prototype, 'keys');
  for (let at = 0; at < 1000; at++) kept.set(String(at), at, 1);
  const count = walks.mock.calls.length;
  walks.mockRestore();
  expect([kept.size, count]).toEqual([100, 0]);
});

it('leaves no holes where a key gets another value or is asked for', () => {
  const kept = new LeastRecent<string, number>(100);
  const holes = vi.spyOn(Map.prototype, 'delete');
  for (let at = 0; at < 1000; at++) {
    kept.set(String(at % 4), at);
    kept.get(String(at % 3));
  }
  const count = holes.mock.calls.length;
  holes.mockRestore();
  expect([kept.size, kept.get('3'), count]).toEqual([4, 999, 0]);
});
