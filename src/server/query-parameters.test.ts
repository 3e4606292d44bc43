import { expect, test } from 'vitest';
import { queryOf } from './query-parameters.ts';

test.each([
  ['/v1/files/K', {}],
  ['/v1/files/K?', {}],
  ['/v1/files/K?label=Done?&depth=1', { label: 'Done?', depth: '1' }],
])('the query of %s is all that follows its first question mark', (target, query) => {
  expect(Object.fromEntries(queryOf(target))).toEqual(query);
});
