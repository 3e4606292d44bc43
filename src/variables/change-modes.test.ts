import { describe, expect, it } from 'vitest';
import { alias, create, openFile, remove, themeFile, update, value, variable } from './changes.suite.ts';

const mode = (id: string, more: object = {}) => create(id, { variableCollectionId: 'theme', ...more });

/** @see VAR-41…VAR-44, VAR-67, VAR-68, VAR-76, rulings H6 and H20 */
describe('changes of modes', () => {
  it('a new mode stands last and has the values of the default mode', () => {
    const file = themeFile();
    file.apply({ variableModeValues: [value('size', 'light', 7), value('gap', 'light', alias('size'))] });
    file.apply({ variableModes: [mode('dim')] });
    expect(file.collection('theme')?.modes.map(({ name }) => name)).toEqual(['Mode 1', 'dark', 'dim']);
    expect(file.variable('size')?.valuesByMode[file.id('dim')]).toBe(7);
    expect(file.variable('gap')?.valuesByMode[file.id('dim')]).toEqual(alias(file.id('size')));
  });

  it('a rename keeps everything else', () => {
    const file = themeFile();
    file.apply({ variableModes: [update('dark', { name: 'Night', variableCollectionId: 'theme' })] });
    expect(file.collection('theme')?.modes[1]).toEqual({ modeId: file.id('dark'), name: 'Night' });
  });

  it('a delete removes the values too, and the next mode becomes the default', () => {
    const file = themeFile();
    file.apply({ variableModes: [remove('light')] });
    expect(file.collection('theme')?.defaultModeId).toBe(file.id('dark'));
    expect(Object.keys(file.variable('ink')?.valuesByMode ?? {})).toEqual([file.id('dark')]);
  });

  it('an alias that only a deleted mode had no longer counts', () => {
    const file = themeFile();
    file.apply({ variableModeValues: [value('gap', 'dark', alias('size'))] });
    file.apply({ variableModes: [remove('dark')], variables: [remove('size')] });
    expect(file.variable('size')).toBeUndefined();
  });

  it('an alias that a new mode copied counts', () => {
    const file = themeFile();
    file.apply({ variableModeValues: [value('gap', 'light', alias('size'))] });
    file.apply({ variableModes: [mode('dim'), remove('light')] });
    file.apply({ variables: [remove('size')] });
    expect(file.variable('size')?.deletedButReferenced).toBe(true);
  });

  it('a mode can be made and deleted in one body', () => {
    const file = themeFile();
    file.apply({ variableModes: [remove('dark'), mode('dim'), remove('dim')] });
    expect(file.collection('theme')?.modes).toHaveLength(1);
  });

  it('a collection may have forty modes and no more', () => {
    const file = themeFile();
    file.apply({ variableModes: Array.from({ length: 38 }, (_, index) => mode(`m${index}`)) });
    expect(file.collection('theme')?.modes).toHaveLength(40);
    expect(file.refused({ variableModes: [mode('last')] })[0]).toContain('has 40 modes already');
    file.apply({ variableModes: [remove('m0'), mode('last')] });
  });

  it('a name may have forty characters, surrogate pairs counted as one', () => {
    const file = themeFile();
    file.apply({ variableModes: [mode('a', { name: '🌙'.repeat(40) })] });
    for (const name of ['x'.repeat(41), '🌙'.repeat(41)]) {
      expect(file.refused({ variableModes: [mode('b', { name })] })[0]).toContain('at most 40 characters');
      expect(
        file.refused({ variableModes: [update('a', { name, variableCollectionId: 'theme' })] })[0],
      ).toContain('at most 40 characters');
    }
  });

  it('a delete may name the collection, which must be the right one', () => {
    const file = themeFile();
    file.apply({ variableCollections: [create('other')] });
    expect(file.refused({ variableModes: [remove('dark', { variableCollectionId: 'other' })] })[0]).toContain(
      'id names no mode of',
    );
    file.apply({ variableModes: [remove('dark', { variableCollectionId: 'theme' })] });
    expect(file.collection('theme')?.modes).toHaveLength(1);
  });

  it.each([
    ['no name', { action: 'CREATE', variableCollectionId: 'theme' }, 'name is missing'],
    ['no collection', create('x'), 'variableCollectionId is missing'],
    ['no collection on update', update('dark', { name: 'x' }), 'variableCollectionId is missing'],
    ['no id on update', { action: 'UPDATE', variableCollectionId: 'theme' }, 'id is missing'],
    ['no id on delete', { action: 'DELETE' }, 'id is missing'],
    ['an unknown mode', remove('9:9'), 'id names no mode'],
    ['an unknown collection', create('x', { variableCollectionId: 'no' }), 'names no collection'],
  ])('refuses %s', (_title, entry, words) => {
    expect(themeFile().refused({ variableModes: [entry] })).toEqual([expect.stringContaining(words)]);
  });

  it('refuses to delete the last mode', () => {
    const file = openFile();
    file.apply({
      variableCollections: [create('c', { initialModeId: 'm' })],
      variables: [variable('v', 'FLOAT', 'c')],
    });
    expect(file.refused({ variableModes: [remove('m')] })[0]).toContain('the last mode');
  });
});
