import { expect, test } from 'vitest';
import { turns } from './turns.ts';

interface Asked {
  readonly name: string;
  readonly party: { readonly organization: string; readonly caller: string };
}

/** Each name is an organization, a caller and a number: `1a2`. */
function asked(...names: string[]) {
  const round = turns<Asked>();
  const items = names.map((name) => ({ name, party: { organization: name[0]!, caller: name[1]! } }));
  for (const item of items) round.add(item);
  const order = (mayBegin: (name: string) => boolean = () => true): string[] => {
    const next = round.next(({ name }) => mayBegin(name));
    return next === undefined ? [] : [next.name, ...order(mayBegin)];
  };
  return { round, items, order };
}

test('organizations take turns, however much one of them asks for', () => {
  expect(asked('1a1', '1a2', '1b1', '1c1', '2d1', '2d2').order()).toEqual([
    '1a1',
    '2d1',
    '1b1',
    '2d2',
    '1c1',
    '1a2',
  ]);
});

test('callers of an organization take turns, however much one of them asks for', () => {
  expect(asked('1a1', '1a2', '1a3', '1b1').order()).toEqual(['1a1', '1b1', '1a2', '1a3']);
});

test('what may not begin lets others pass and keeps its turn', () => {
  const { order } = asked('1a1', '1a2', '2b1');
  expect(order((name) => name !== '1a1')).toEqual(['1a2', '2b1']);
  expect(order()).toEqual(['1a1']);
});

test('who comes back is behind the others', () => {
  const { round, items } = asked('1a1', '1b1', '2c1');
  const first = round.next(() => true)!;
  round.add(first);
  expect([1, 2, 3].map(() => round.next(() => true)?.name)).toEqual(['2c1', '1b1', '1a1']);
  expect(round.has(items[0]!)).toBe(false);
});

test('what is taken back is not there any more', () => {
  const { round, items, order } = asked('1a1', '1a2');
  round.remove(items[0]!);
  expect(round.all()).toEqual([items[1]]);
  expect(order()).toEqual(['1a2']);
});
