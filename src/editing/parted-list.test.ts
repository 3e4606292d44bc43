import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { PartedList } from './parted-list.ts';

interface Item {
  readonly id: number;
  part: Item[] | undefined;
}

const itemOf = (id: number): Item => ({ id, part: undefined });

function listOf(count: number) {
  const items = Array.from({ length: count }, (_, id) => itemOf(id));
  const list = new PartedList<Item>();
  for (const item of items) list.add(item);
  return { items, list };
}

afterEach(() => vi.restoreAllMocks());

it('is what an array would be, whatever is put and taken', () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(5000)), { maxLength: 300 });
  fc.assert(
    fc.property(steps, fc.nat(4000), (steps, count) => {
      const { items, list } = listOf(count);
      for (const [isPut, place] of steps) {
        const item = isPut ? itemOf(items.length + 10_000) : items[place];
        if (item === undefined) continue;
        if (isPut) {
          items.splice(place, 0, item);
          list.insert(item, place);
        } else {
          items.splice(place, 1);
          list.remove(item);
        }
        if (place % 7 === 0) expect(list.all).toEqual(items);
      }
      expect(list.all).toEqual(items);
      expect(list.size).toBe(items.length);
      for (const [place, item] of items.entries()) expect(list.indexOf(item)).toBe(place);
    }),
    { numRuns: 20 },
  );
});

it('splits a part that many were put into', () => {
  const { items, list } = listOf(10);
  for (let id = 10; id < 9000; id++) {
    const item = itemOf(id);
    items.splice(5, 0, item);
    list.insert(item, 5);
  }
  expect(list.all).toEqual(items);
  expect(list.indexOf(items[8000]!)).toBe(8000);
});

it('knows what stands elsewhere', () => {
  const [{ list }, other] = [listOf(3), listOf(3)];
  expect(list.indexOf(other.items[1]!)).toBe(-1);
  list.remove(other.items[1]!);
  expect(list.size).toBe(3);
});

it('looks through no more than a part of itself for each that is taken and put', () => {
  const { items, list } = listOf(300_000);
  const [searched, moved] = [vi.spyOn(Array.prototype, 'indexOf'), vi.spyOn(Array.prototype, 'splice')];
  for (let at = 0; at < 300; at++) {
    list.remove(items[at * 1000]!);
    list.insert(items[at * 1000]!, 299_000 - at * 900);
  }
  const lengths = [...searched.mock.contexts, ...moved.mock.contexts].map((one) => (one as unknown[]).length);
  expect(lengths.reduce((most, one) => Math.max(most, one), 0)).toBeLessThan(3000);
});
