import { expect, it } from 'vitest';
import { extendedFile } from '../../../src/variables/changes.suite.ts';
import { rowsOf } from './variable-rows.ts';

const collectionOf = (name: string) => {
  const file = extendedFile();
  const variables = [
    ['paper/warm', 'w'],
    ['paper/cold', 'k'],
    ['deep/paper/one', 'o'],
  ].map(([variable, id]) => ({
    action: 'CREATE',
    id,
    name: variable,
    variableCollectionId: file.id('theme'),
    resolvedType: 'COLOR',
    description: id === 'k' ? 'Like ICE' : '',
  }));
  file.apply({ variables });
  return [file.state(), file.state().collections.get(file.id(name))!] as const;
};
const shown = (name: string, looked: { sought?: string; closed?: string[] }) =>
  rowsOf(...collectionOf(name), { sought: looked.sought ?? '', closed: new Set(looked.closed) }).map((row) =>
    'group' in row ? `${row.group} (${row.count})` : row.variable.name,
  );

it('Variables are shown by groups in the order of their first one, those without a group as they come', () => {
  expect(shown('theme', {})).toEqual([
    'size',
    'gap',
    'title',
    'ink',
    'paper',
    'shown',
    'paper (2)',
    'paper/warm',
    'paper/cold',
    'deep/paper (1)',
    'deep/paper/one',
  ]);
  expect(shown('brand', { closed: ['paper'] }).slice(-3)).toEqual([
    'paper (2)',
    'deep/paper (1)',
    'deep/paper/one',
  ]);
});

it('Variables are sought by name and description, in closed groups too', () => {
  expect(shown('theme', { sought: ' ice', closed: ['paper'] })).toEqual(['paper (1)', 'paper/cold']);
  expect(shown('theme', { sought: 'nothing' })).toEqual([]);
});
