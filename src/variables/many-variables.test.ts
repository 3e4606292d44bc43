import { expect, it, vi } from 'vitest';
import { importSteps } from './import-variables.ts';

const count = 4000;
const collectionId = 'VariableCollectionId:1:1';
const idOf = (at: number) => `VariableID:1:${at}`;

/** An answer of one collection, in which each variable but the first is an alias of the one before. */
function chain() {
  const variables = Array.from({ length: count }, (_, at) => ({
    id: idOf(at),
    name: `Number ${at}`,
    key: `key${at}`,
    variableCollectionId: collectionId,
    resolvedType: 'FLOAT',
    valuesByMode: { '1:0': at === 0 ? 1 : { type: 'VARIABLE_ALIAS', id: idOf(at - 1) } },
  }));
  const collection = { id: collectionId, name: 'All', key: 'all', defaultModeId: '1:0' };
  const variableIds = variables.map(({ id }) => id);
  return {
    variables: Object.fromEntries(variables.map((one) => [one.id, one])),
    variableCollections: {
      [collectionId]: { ...collection, modes: [{ modeId: '1:0', name: 'Mode' }], variableIds },
    },
  };
}

/** As many are put into the map of a state together. */
const mostTogether = 1000;

it('An answer of very many variables lets others to work after some of them', () => {
  const answer = chain();
  const puts = [vi.spyOn(Map.prototype, 'set'), vi.spyOn(Set.prototype, 'add')];
  const gets = vi.spyOn(Map.prototype, 'has');
  let most = 0;
  for (const steps = importSteps(answer); ; ) {
    for (const spy of [...puts, gets]) spy.mockClear();
    const { done, value } = steps.next();
    most = Math.max(most, ...[...puts, gets].map((spy) => spy.mock.calls.length));
    if (!done) continue;
    for (const spy of [...puts, gets]) spy.mockRestore();
    expect(value.variables.size).toBe(count);
    break;
  }
  expect(most).toBeLessThanOrEqual(mostTogether);
});
