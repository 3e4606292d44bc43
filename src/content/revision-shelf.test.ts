import { expect, test } from 'vitest';
import { revisionShelf } from './revision-shelf.ts';

const shelfOf = (mostWeight: number) =>
  revisionShelf<string>({ mostWeight, weightOf: (text) => text.length });

test('A shelf by revision gives a value back for its revision only', () => {
  const shelf = shelfOf(10);
  shelf.keep('a', '1', 'old');
  shelf.keep('a', '2', 'new');
  expect(shelf.find('a', '1')).toBeUndefined();
  expect(shelf.find('a', '2')).toBe('new');
});

test('A shelf by revision lets the least recently used go above the bound', () => {
  const shelf = shelfOf(10);
  for (const key of ['a', 'b']) shelf.keep(key, '1', '12345');
  shelf.find('a', '1');
  shelf.keep('c', '1', '12345');
  expect(['a', 'b', 'c'].filter((key) => shelf.find(key, '1'))).toEqual(['a', 'c']);
});

test('A shelf by revision keeps the newest value even where it alone is too heavy', () => {
  const shelf = shelfOf(3);
  shelf.keep('a', '1', '12345');
  shelf.keep('b', '1', '12345');
  expect(shelf.find('a', '1')).toBeUndefined();
  expect(shelf.find('b', '1')).toBe('12345');
});
