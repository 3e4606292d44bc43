import { expect, test } from 'vitest';
import { rowMaker } from './made-rows.ts';

test('A made row has the value of each column under its name, nothing of another row, and empty values', () => {
  const rowOf = rowMaker(['id', 'parentId', '2']);
  expect(rowOf(['a', 'b', 3])).toEqual({ id: 'a', parentId: 'b', 2: 3 });
  expect(rowOf(['c', null, 0])).toEqual({ id: 'c', parentId: null, 2: 0 });
});

test('A made row has of two columns with one name the value of the later', () => {
  expect(rowMaker(['id', 'id'])(['a', 'b'])).toEqual({ id: 'b' });
});
