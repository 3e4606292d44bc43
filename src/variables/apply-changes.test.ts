import { describe, expect, it } from 'vitest';
import { applyChanges } from './apply-changes.ts';
import {
  alias,
  countingContext,
  create,
  extendedFile,
  openFile,
  remove,
  value,
  variable,
} from './changes.suite.ts';
import type { PersistentMap } from './persistent-map.ts';
import { emptyState } from './state.ts';

/** Ids whose entries are not the very same object in both. */
function changedIds<T>(before: PersistentMap<T>, after: PersistentMap<T>): string[] {
  const ids = new Set([...before, ...after].map(([id]) => id));
  return [...ids].filter((id) => before.get(id) !== after.get(id)).toSorted();
}

describe('a changed state', () => {
  it('shares every variable and collection that a change did not touch', () => {
    const file = extendedFile();
    const before = file.state();
    file.apply({ variableModeValues: [value('size', 'dark', 4)] });
    expect(changedIds(before.variables, file.state().variables)).toEqual([file.id('size')]);
    expect(changedIds(before.collections, file.state().collections)).toEqual([]);
    expect(file.state().aliases).toBe(before.aliases);
    const between = file.state();
    file.apply({ variableModeValues: [value('size', 'brandDark', 4)] });
    expect(changedIds(between.variables, file.state().variables)).toEqual([]);
    expect(changedIds(between.collections, file.state().collections)).toEqual([file.id('brand')]);
  });

  it('may have five thousand variables in forty modes, aliases of aliases', () => {
    const ids = Array.from({ length: 5000 }, (_, index) => `v${index}`);
    const modes = Array.from({ length: 39 }, (_, index) => `m${index}`);
    const body = {
      variableCollections: [create('c')],
      variableModes: modes.map((id) => create(id, { variableCollectionId: 'c' })),
      variables: ids.map((id) => variable(id, 'FLOAT', 'c')),
      variableModeValues: [
        ...modes.flatMap((mode) => ids.map((id, index) => value(id, mode, index))),
        ...ids.slice(1).map((id, index) => value(id, 'm0', alias(`v${index}`))),
      ],
    };
    const result = applyChanges(emptyState, body, countingContext());
    if ('problems' in result) throw new Error(result.problems[0].sentence);
    expect(result.state.variables.size).toBe(5000);
    expect(result.state.aliases.sources.size).toBe(4999);
    const closing = [value(result.tempIdToRealId.v0 as string, result.tempIdToRealId.m1 as string, '')];
    closing[0]!.value = alias(result.tempIdToRealId.v4999 as string);
    expect(applyChanges(result.state, { variableModeValues: closing }, countingContext())).toMatchObject({
      problems: [{ sentence: 'variableModeValues[0].value closes a loop of aliases.' }],
    });
    const gone = [remove(result.tempIdToRealId.c as string)];
    const empty = applyChanges(result.state, { variableCollections: gone }, countingContext());
    expect('state' in empty && empty.state.variables.size).toBe(0);
  });

  it('gets fresh ids even where the next numbers are taken', () => {
    const context = { newId: countingContext().newId, newKey: () => 'key' };
    const made = applyChanges(emptyState, { variableCollections: [create('a')] }, context);
    const again = 'state' in made ? made.state : emptyState;
    const more = applyChanges(again, { variableCollections: [create('a')] }, countingContext());
    expect('state' in more && more.state.collections.size).toBe(2);
    const modes = 'state' in more ? [...more.state.collections].flatMap(([, { modes }]) => modes) : [];
    expect(new Set(modes.map(({ modeId }) => modeId)).size).toBe(2);
  });

  it('gets fresh ids even where another server gave out the first thousands', () => {
    const ids = Array.from({ length: 3000 }, (_, index) => `v${index}`);
    const brought = openFile();
    brought.apply({
      variableCollections: [create('c')],
      variables: ids.map((id) => variable(id, 'FLOAT', 'c')),
    });
    const file = openFile({}, brought.state());
    const more = ['a', 'b', 'c', 'd'].map((id) => variable(id, 'FLOAT', brought.id('c')));
    file.apply({ variables: more });
    expect(file.state().variables.size).toBe(3004);
  });
});
