import { expect, test } from 'vitest';
import { nodeIdOf, nodeIdsOf } from './node-ids.ts';

test.each([
  ['1-3', '1:3'],
  ['0-1', '0:1'],
  ['I1-2;3-4', 'I1:2;3:4'],
  ['I1:2;3-4;5-6', 'I1:2;3:4;5:6'],
  ['1:3', '1:3'],
])('an id spelled %s names the node %s', (text, id) => {
  expect(nodeIdOf(text)).toBe(id);
});

test.each(['a-b', '1-', '-1-3', '1-2-3', '1-3;', 'VariableID:1-2', '1.5-2', ''])(
  '%j is an id as it stands',
  (text) => {
    expect(nodeIdOf(text)).toBe(text);
  },
);

test('one node in two spellings is asked for once', () => {
  expect(nodeIdsOf('1-3, 2:1,1:3,,2-1')).toEqual(['1:3', '2:1']);
  expect(nodeIdsOf(undefined)).toEqual([]);
});
