import { describe, expect, it } from 'vitest';
import {
  alias,
  extendedFile,
  openFile,
  remove,
  themeFile,
  update,
  value,
  variable,
} from './changes.suite.ts';
import { localAnswerOf } from './local-answer.suite.ts';
import { readLocalVariables } from './read-local-variables.ts';
import { settleReferences } from './settle-references.ts';

/** @see VAR-21, VAR-26, B16 */
describe('a deleted variable that is still referenced', () => {
  it('is kept, marked as deleted, while an alias refers to it, and removed with the last one', () => {
    const file = themeFile();
    file.apply({
      variableModeValues: [value('gap', 'light', alias('size')), value('gap', 'dark', alias('size'))],
    });
    file.apply({ variables: [remove('size')] });
    expect(file.variable('size')).toMatchObject({ name: 'size', deletedButReferenced: true });
    expect(file.collection('theme')?.variableIds).not.toContain(file.id('size'));
    file.apply({ variableModeValues: [value('gap', 'light', 1)] });
    expect(file.variable('size')).toBeDefined();
    file.apply({ variableModeValues: [value('gap', 'dark', 1)] });
    expect(file.variable('size')).toBeUndefined();
  });

  it('is kept while the document refers to it', () => {
    const bound = new Set<string>();
    const file = themeFile({ isBound: (id) => bound.has(id) });
    bound.add(file.id('size'));
    file.apply({ variables: [remove('size'), remove('gap')] });
    expect(file.variable('size')?.deletedButReferenced).toBe(true);
    expect(file.variable('gap')).toBeUndefined();
  });

  it('keeps what it refers to itself, until it is removed', () => {
    const file = themeFile();
    file.apply({ variables: [variable('third')] });
    file.apply({
      variableModeValues: [value('gap', 'light', alias('size')), value('third', 'dark', alias('gap'))],
    });
    file.apply({ variables: [remove('size'), remove('gap')] });
    expect(file.variable('size')?.deletedButReferenced).toBe(true);
    file.apply({ variables: [remove('third')] });
    expect(file.variable('gap')).toBeUndefined();
    expect(file.variable('size')).toBeUndefined();
  });

  it('keeps its collection until the last variable is removed', () => {
    const file = themeFile();
    const other = { variableCollections: [{ action: 'CREATE', id: 'c', name: 'c', initialModeId: 'm' }] };
    file.apply({ ...other, variables: [variable('v', 'FLOAT', 'c')] });
    file.apply({ variableModeValues: [value('v', 'm', alias('size'))] });
    file.apply({ variableCollections: [remove('theme')] });
    expect(file.collection('theme')).toMatchObject({ deletedButReferenced: true, variableIds: [] });
    expect(file.state().variables.size).toBe(2);
    file.apply({ variables: [remove('v')] });
    expect(file.collection('theme')).toBeUndefined();
  });

  it('is kept in an extension that the document refers to, with the collection that it extends', () => {
    const bound = new Set<string>();
    const file = extendedFile({ isBound: (id) => bound.has(id) });
    bound.add(file.id('brand'));
    file.apply({ variableCollections: [remove('campaign'), remove('brand')] });
    expect(file.refused({ variableModeValues: [value('size', 'brandDark', 1)] })[0]).toContain('was deleted');
    file.apply({ variableCollections: [remove('theme')] });
    expect(file.collection('campaign')).toBeUndefined();
    expect(file.collection('brand')).toMatchObject({ deletedButReferenced: true });
    expect(file.collection('theme')).toMatchObject({ deletedButReferenced: true });
    const kept = settleReferences(file.state(), { bound });
    expect(localAnswerOf(kept)).toEqual(localAnswerOf(file.state()));
    expect(settleReferences(file.state(), { bound: new Set() }).collections.size).toBe(0);
  });

  it('is removed when the document no longer refers to it, and others stay', () => {
    const bound = new Set<string>();
    const file = themeFile({ isBound: (id) => bound.has(id) });
    bound.add(file.id('size'));
    file.apply({ variables: [remove('size')] });
    const state = settleReferences(file.state(), { bound: new Set() });
    expect(state.variables.has(file.id('size'))).toBe(false);
    expect(state.variables.size).toBe(5);
    expect(state.collections.get(file.id('theme'))?.deletedIds.size).toBe(0);
  });

  it('cannot be changed, also after it was printed and read', () => {
    const file = themeFile();
    file.apply({ variableModeValues: [value('gap', 'light', alias('size'))] });
    file.apply({ variables: [remove('size')] });
    const again = openFile({}, readLocalVariables(JSON.parse(JSON.stringify(localAnswerOf(file.state())))));
    const id = file.id('size');
    for (const body of [
      { variables: [update(id, { name: 'x' })] },
      { variables: [remove(id)] },
      { variableModeValues: [value(id, file.id('light'), 1)] },
    ]) {
      expect(again.refused(body)).toEqual([expect.stringContaining('names a variable that was deleted')]);
    }
    again.apply({ variables: [remove(file.id('gap'))] });
    expect(again.variable(id)).toBeUndefined();
  });

  it('does not reserve its name', () => {
    const file = themeFile();
    file.apply({ variableModeValues: [value('gap', 'light', alias('size'))] });
    file.apply({ variables: [remove('size'), variable('again', 'FLOAT', 'theme', { name: 'size' })] });
    expect(file.collection('theme')?.variableIds.at(-1)).toBe(file.id('again'));
  });
});
