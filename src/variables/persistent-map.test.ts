import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differingKeys, entriesInSlot, hashOf, persistentMap, slotCount } from './persistent-map.ts';

/** Two pairs of words with the same hash, and names that prototypes have. */
const keys = [
  'costarring',
  'liquid',
  'declinate',
  'macallums',
  '__proto__',
  'constructor',
  '',
  'a',
  'b',
  'c',
];
const key = fc.oneof(fc.constantFrom(...keys), fc.string());
const step = fc.record({ key, value: fc.option(fc.nat(), { nil: undefined }) });

describe('a persistent map', () => {
  it('equals a Map after the same operations', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const model = new Map<string, number>();
        let map = persistentMap<number>();
        for (const { key, value } of steps) {
          if (value === undefined) model.delete(key);
          else model.set(key, value);
          map = value === undefined ? map.delete(key) : map.set(key, value);
          expect(map.size).toBe(model.size);
          expect(map.get(key)).toBe(value);
        }
        expect(new Map(map)).toEqual(model);
        expect(new Map(persistentMap(model))).toEqual(model);
      }),
    );
  });

  it('gives the same for a bulk update as for single ones', () => {
    const some = fc.array(fc.tuple(key, fc.nat()), { maxLength: 300 });
    fc.assert(
      fc.property(some, some, (before, more) => {
        const together = persistentMap(before).setAll(more);
        const model = new Map([...before, ...more]);
        expect(together.size).toBe(model.size);
        expect(new Map(together)).toEqual(model);
        let single = persistentMap<number>();
        for (const [each, value] of model) single = single.set(each, value);
        expect([...together].map(([each]) => each).toSorted()).toEqual([...model.keys()].toSorted());
        for (const [each, value] of model)
          expect([together.get(each), single.get(each)]).toEqual([value, value]);
      }),
    );
  });

  it('is not modified by an update', () => {
    const map = persistentMap(keys.map((key, index) => [key, index] as const));
    const before = [...map];
    map.set('liquid', 99).set('new', 1).delete('a').delete('declinate');
    expect([...map]).toEqual(before);
    expect(map.size).toBe(keys.length);
  });

  it('iterates in the same order, however it was built', () => {
    const names = Array.from({ length: 500 }, (_, index) => `VariableID:1:${index}`);
    const entries = names.map((name) => [name, 0] as const);
    let map = persistentMap(entries.toReversed()).set('extra', 0).set('other', 0);
    map = map.delete('extra').delete('other');
    expect([...map]).toEqual([...persistentMap(entries)]);
  });

  it('lists the keys by which it differs from another', () => {
    const some = fc.array(fc.tuple(key, fc.nat(3)), { maxLength: 200 });
    fc.assert(
      fc.property(some, fc.array(step, { maxLength: 20 }), some, (given, steps, others) => {
        const before = persistentMap(given);
        let after = before;
        for (const { key, value } of steps)
          after = value === undefined ? after.delete(key) : after.set(key, value);
        for (const other of [after, persistentMap(others), persistentMap<number>()]) {
          const all = new Set([...before, ...other].map(([each]) => each));
          const expected = [...all].filter((each) => before.get(each) !== other.get(each));
          expect(differingKeys(before, other).toSorted()).toEqual(expected.toSorted());
          expect(differingKeys(other, before).toSorted()).toEqual(expected.toSorted());
        }
      }),
    );
  });
});

it('keeps each entry in the slot of its hash, in order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 200 }), (keys) => {
      const map = persistentMap(keys.map((key) => [key, key] as const));
      for (let slot = 0; slot < slotCount; slot += 1)
        expect(entriesInSlot(map, slot)).toEqual(
          [...map].filter(([key]) => hashOf(key) % slotCount === slot),
        );
    }),
  );
});
