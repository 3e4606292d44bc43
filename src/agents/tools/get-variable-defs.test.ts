import { expect, test } from 'vitest';
import type { Variables } from '../used-variables.ts';
import { definitionsOf } from './get-variable-defs.ts';

const count = 20_000;

/** Numbers, each of which has a value in two modes and counts when it is asked for them. */
function manyVariables() {
  const asked = { values: 0 };
  const variables = Array.from({ length: count }, (_, at) => ({
    id: `VariableID:1:${at}`,
    name: `Number ${at}`,
    variableCollectionId: 'c',
    get valuesByMode() {
      asked.values += 1;
      return { '1:0': at, '1:1': at + 0.5 };
    },
  }));
  const modes = [
    { modeId: '1:0', name: 'Light' },
    { modeId: '1:1', name: 'Dark' },
  ];
  const read = {
    variables: Object.fromEntries(variables.map((one) => [one.id, one])),
    variableCollections: { c: { modes, defaultModeId: '1:0' } },
  } as unknown as Variables;
  return { read, asked, ids: new Set(variables.map(({ id }) => id)) };
}

test('As many variables as have room are told, in steps, and no others are looked at', () => {
  const { read, asked, ids } = manyVariables();
  const work = definitionsOf(read, ids, 1000);
  let most = 0;
  let text: string | undefined;
  while (text === undefined) {
    const before = asked.values;
    const { done, value } = work.next();
    most = Math.max(most, asked.values - before);
    if (done) text = value;
  }
  const shown = asked.values - 1;
  expect(shown).toBeLessThan(200);
  expect(most).toBe(1);
  const end = text.lastIndexOf('\n');
  expect(Object.entries(JSON.parse(text.slice(0, end)))).toHaveLength(shown);
  expect(text.slice(end + 1)).toBe(
    `${shown} of 20,000 variables are shown: name a node further in, or ask with a larger maxTokens.`,
  );
});

test('A few variables are JSON as it was: each by its name, with a value or those of its modes', () => {
  const { read } = manyVariables();
  const work = definitionsOf(read, new Set(['VariableID:1:1', 'VariableID:1:2']), 1000);
  let text: string | undefined;
  while (text === undefined) {
    const { done, value } = work.next();
    if (done) text = value;
  }
  const modes = (at: number) => ({ Light: at, Dark: at + 0.5 });
  expect(text).toBe(JSON.stringify({ 'Number 1': modes(1), 'Number 2': modes(2) }, null, 2));
});
