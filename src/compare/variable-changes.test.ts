import { expect, it } from 'vitest';
import { variableChanges } from './variable-changes.ts';

const collection = { c: { name: 'Colours' } };
const variable = { v: { name: 'ink', variableCollectionId: 'c' } };

it('A variable is told with the name of its collection, also where that went or came with it', () => {
  const [none, both] = [
    { variableCollections: {}, variables: {} },
    { variableCollections: collection, variables: variable },
  ];
  const told = (before: typeof none, after: typeof none) =>
    [...variableChanges(before, after)].map((change) => [change?.kind, change?.name, change?.path]);
  expect(told(none, both)).toEqual([
    ['added', 'Colours', []],
    ['added', 'ink', ['Colours']],
  ]);
  expect(told(both, none)).toEqual([
    ['removed', 'Colours', []],
    ['removed', 'ink', ['Colours']],
  ]);
});
