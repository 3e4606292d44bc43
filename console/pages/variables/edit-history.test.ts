import { describe, expect, it } from 'vitest';
import { readLocalVariables } from '../../../src/variables/read-local-variables.ts';
import { begun, edited, rebased, redone, stateOf, undone } from './edit-history.ts';
import { changedVariable, deletedVariable, made, newValue, newVariable } from './edits.ts';

const collection = (variableIds: string[]) => ({
  id: 'VariableCollectionId:1:1',
  name: 'Theme',
  key: 'c',
  modes: [{ modeId: '1:2', name: 'Light' }],
  defaultModeId: '1:2',
  remote: false,
  hiddenFromPublishing: false,
  isExtension: false,
  variableIds,
});
const number = (id: string, name: string) => ({
  id,
  name,
  key: id,
  variableCollectionId: 'VariableCollectionId:1:1',
  resolvedType: 'FLOAT',
  valuesByMode: { '1:2': 4 },
  remote: false,
  description: '',
  hiddenFromPublishing: false,
  scopes: ['ALL_SCOPES'],
  codeSyntax: {},
});
const [gap, size] = ['VariableID:1:3', 'VariableID:1:4'];
const stateWith = (...names: [string, string][]) =>
  readLocalVariables({
    meta: {
      variableCollections: { 'VariableCollectionId:1:1': collection(names.map(([id]) => id)) },
      variables: Object.fromEntries(names.map(([id, name]) => [id, number(id, name)])),
    },
  });
const both = () => stateWith([gap, 'gap'], [size, 'size']);
const theme = (state: ReturnType<typeof both>) => state.collections.get('VariableCollectionId:1:1')!;
const nameOf = (history: ReturnType<typeof begun>, id: string) => stateOf(history).variables.get(id)?.name;

describe('What is done to variables before they are saved', () => {
  const renamed = (history: ReturnType<typeof begun>, id: string, name: string) =>
    edited(history, changedVariable(stateOf(history).variables.get(id)!, { name })).history;

  it('is taken back step by step, and done again', () => {
    const one = renamed(begun(both()), gap, 'space');
    const two = renamed(one, gap, 'room');
    expect(nameOf(undone(two), gap)).toBe('space');
    expect(nameOf(undone(undone(undone(two))), gap)).toBe('gap');
    expect(nameOf(redone(undone(two)), gap)).toBe('room');
    expect(redone(renamed(undone(two), gap, 'other')).undone).toEqual([]);
  });

  it('is refused in words of who looks at a table', () => {
    expect(() => renamed(begun(both()), gap, 'size')).toThrow(
      'The name is the name of “size” in the same collection.',
    );
    expect(() => renamed(begun(both()), gap, 'a.b')).toThrow('The name must not contain ".", "{" or "}".');
  });

  it('gives what is new an id of its own, which stays when the variables of the server are others', () => {
    const { history, ids } = edited(begun(both()), newVariable(theme(both()), 'FLOAT', 'gap'));
    const id = ids[made]!;
    expect(id).toContain('new:');
    expect(nameOf(history, id)).toBe('gap/number');
    const valued = edited(history, newValue(stateOf(history).variables.get(id)!, '1:2', 7)).history;
    const { history: later, refused } = rebased(valued, stateWith([size, 'size']));
    expect(refused).toEqual([]);
    expect(stateOf(later).variables.get(id)?.values.get('1:2')).toBe(7);
    const another = edited(later, newVariable(theme(stateOf(later)), 'FLOAT', 'gap'));
    expect(another.ids[made]).not.toBe(id);
    expect(nameOf(another.history, another.ids[made]!)).toBe('gap/number 2');
  });

  it('is left out with a sentence where somebody else took away what it is about', () => {
    const history = renamed(renamed(begun(both()), gap, 'space'), size, 'large');
    const { history: later, refused } = rebased(history, stateWith([size, 'size']));
    expect(refused).toEqual(['What is changed names no variable of this file.']);
    expect(nameOf(later, size)).toBe('large');
  });

  it('takes variables away and brings them back', () => {
    const base = both();
    const { history } = edited(begun(base), deletedVariable(base.variables.get(gap)!));
    expect(stateOf(history).variables.has(gap)).toBe(false);
    expect(nameOf(undone(history), gap)).toBe('gap');
  });
});
