import { expect, it, vi } from 'vitest';
import { LeastRecent } from './least-recent.ts';

it('forgets what was asked for longest ago once all weigh more than the limit', () => {
  const dropped: string[] = [];
  const kept = new LeastRecent<string>(3, (value) => dropped.push(value));
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

it('finds what goes next without walking over those that went before', () => {
  const kept = new LeastRecent<number>(100);
  const walks = vi.spyOn(Map.prototype, 'keys');
  for (let at = 0; at < 1000; at++) kept.set(String(at), at, 1);
  const count = walks.mock.calls.length;
  walks.mockRestore();
  expect([kept.size, count]).toEqual([100, 0]);
});
