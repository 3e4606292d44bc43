import { expect, it } from 'vitest';
import { atOnce } from '../document/run-at-once.ts';
import { create, openFile, remove, value, variable } from './changes.suite.ts';
import { fileBounds, growthProblem } from './file-bounds.ts';
import { persistentMap } from './persistent-map.ts';
import { emptyState, type VariablesState } from './state.ts';

const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => create(`c${from + at}`, { initialModeId: `m${from + at}` }));

it('A file may have a thousand collections and no more', () => {
  const file = openFile();
  file.apply({ variableCollections: many(fileBounds.collections) });
  expect(atOnce(growthProblem(emptyState, file.state()))).toBeUndefined();
  const full = file.state();
  file.apply({ variableCollections: many(1, fileBounds.collections) });
  expect(atOnce(growthProblem(full, file.state()))).toBe(
    'The collections of the file would come to 1,001, and there may be 1,000 at the most.',
  );
});

it('A file may have a hundred thousand variables and no more', () => {
  const file = openFile();
  file.apply({ variableCollections: many(1), variables: [variable('one', 'FLOAT', 'c0')] });
  const [[, one] = []] = file.state().variables;
  const holding = (count: number): VariablesState => ({
    ...file.state(),
    variables: persistentMap(Array.from({ length: count }, (_, at) => [`VariableID:${at}`, one!] as const)),
  });
  expect(atOnce(growthProblem(emptyState, holding(fileBounds.variables)))).toBeUndefined();
  expect(atOnce(growthProblem(holding(fileBounds.variables), holding(fileBounds.variables + 1)))).toBe(
    'The variables of the file would come to 100,001, and there may be 100,000 at the most.',
  );
});

it('A file may have 256 MB of variables, counting their texts and the extensions that repeat them', () => {
  const file = openFile();
  file.apply({
    variableCollections: many(1),
    variables: Array.from({ length: 140 }, (_, at) => variable(`v${at}`, 'STRING', 'c0')),
  });
  const before = file.state();
  const text = 'a'.repeat(2 ** 20);
  const texts = (count: number) => ({
    variableModeValues: Array.from({ length: count }, (_, at) => value(`v${at}`, 'm0', text)),
  });
  file.apply(texts(120));
  expect(atOnce(growthProblem(before, file.state()))).toBeUndefined();
  file.apply(texts(140));
  expect(atOnce(growthProblem(before, file.state()))).toMatch(
    /^The variables with their values of the file would come to 28\d MB, and there may be 256 MB at the most\.$/,
  );

  const shown = openFile();
  for (const root of ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8'])
    shown.apply({
      variableCollections: [
        create(root),
        ...Array.from({ length: 100 }, (_, at) =>
          create(`${root}/${at}`, { parentVariableCollectionId: root }),
        ),
      ],
      variables: Array.from({ length: 5000 }, (_, at) => variable(`${root}/v${at}`, 'FLOAT', root)),
    });
  expect(atOnce(growthProblem(emptyState, shown.state()))).toMatch(/MB at the most/);
});

it('A file that exceeds a limit already may be changed where nothing is added', () => {
  const file = openFile();
  file.apply({ variableCollections: many(fileBounds.collections + 10) });
  const before = file.state();
  file.apply({ variableCollections: [remove('c0')] });
  const less = file.state();
  expect(atOnce(growthProblem(before, less))).toBeUndefined();
  file.apply({ variables: [variable('one', 'FLOAT', 'c1')] });
  expect(atOnce(growthProblem(less, file.state()))).toBeUndefined();
});
