import { describe, expect, it } from 'vitest';
import {
  alias,
  create,
  extendedFile,
  openFile,
  remove,
  themeFile,
  update,
  value,
  variable,
} from './changes.suite.ts';

const overrides = (file: ReturnType<typeof openFile>, name: string) =>
  (file.collection(name) as { variableOverrides?: unknown }).variableOverrides;

/** @see EXT-01…EXT-22, VAR-74, B16…B18, ruling H15 */
describe('extended collections', () => {
  it('inherit all variables and modes, over two levels', () => {
    const file = extendedFile();
    const id = file.id('brand');
    const light = file.id('light');
    expect(file.collection('brand')).toMatchObject({
      isExtension: true,
      parentVariableCollectionId: file.id('theme'),
      rootVariableCollectionId: file.id('theme'),
      modes: [
        { modeId: `${id}/${light}`, name: 'Mode 1', parentModeId: light },
        { modeId: `${id}/${file.id('dark')}`, name: 'dark', parentModeId: file.id('dark') },
      ],
      defaultModeId: `${id}/${light}`,
      inheritedVariableIds: file.collection('theme')?.variableIds,
      localVariableIds: [],
      variableOverrides: {},
    });
    expect(file.id('brandLight')).toMatch(/^VariableCollectionId:\d+:\d+\/\d+:\d+$/);
    expect(file.collection('campaign')).toMatchObject({
      parentVariableCollectionId: id,
      rootVariableCollectionId: file.id('theme'),
      inheritedVariableIds: file.collection('theme')?.variableIds,
      modes: [
        { modeId: `${file.id('campaign')}/${light}`, parentModeId: file.id('brandLight') },
        { parentModeId: file.id('brandDark') },
      ],
    });
    expect(file.collection('theme')).not.toHaveProperty('variableOverrides');
  });

  it('accept a sparse mapping, usable in the same body', () => {
    const file = themeFile();
    file.apply({
      variableCollections: [
        create('brand', {
          parentVariableCollectionId: 'theme',
          initialModeIdToParentModeIdMapping: { [file.id('dark')]: 'brandDark' },
        }),
      ],
      variableModeValues: [value('size', 'brandDark', 9)],
    });
    expect(file.collection('brand')?.modes).toHaveLength(2);
    expect(overrides(file, 'brand')).toEqual({ [file.id('size')]: { [file.id('brandDark')]: 9 } });
  });

  it('may extend a collection of the same body, its modes named by temporary ids', () => {
    const file = openFile();
    file.apply({
      variableCollections: [
        create('c', { initialModeId: 'm' }),
        create('x', { parentVariableCollectionId: 'c', initialModeIdToParentModeIdMapping: { m: 'xm' } }),
      ],
    });
    expect(file.collection('x')?.modes[0]).toMatchObject({
      modeId: file.id('xm'),
      parentModeId: file.id('m'),
    });
  });

  it('follow new variables, new modes and new names of what they extend', () => {
    const file = extendedFile();
    file.apply({
      variableModes: [
        create('dim', { variableCollectionId: 'theme' }),
        update('dark', { name: 'Night', variableCollectionId: 'theme' }),
      ],
      variables: [variable('late'), remove('gap')],
    });
    const campaign = file.collection('campaign');
    expect(campaign?.modes.map(({ name }) => name)).toEqual(['Mode 1', 'Night', 'dim']);
    expect(campaign?.modes[2]?.parentModeId).toBe(file.collection('brand')?.modes[2]?.modeId);
    expect(campaign?.variableIds).toEqual(file.collection('theme')?.variableIds);
    expect(campaign?.variableIds).toContain(file.id('late'));
  });

  it('have overrides of their own, which null removes', () => {
    const file = extendedFile();
    const before = file.variable('size');
    file.apply({ variableModeValues: [value('size', 'brandDark', 2), value('size', 'brandLight', 3)] });
    file.apply({ variableModeValues: [value('size', 'brandLight', null), value('gap', 'brandLight', null)] });
    expect(overrides(file, 'brand')).toEqual({ [file.id('size')]: { [file.id('brandDark')]: 2 } });
    expect(file.variable('size')).toEqual(before);
    expect(overrides(file, 'campaign')).toEqual({});
    file.apply({ variableModeValues: [value('size', 'brandDark', null)] });
    expect(overrides(file, 'brand')).toEqual({});
  });

  it('cannot form a loop of aliases with their overrides', () => {
    const file = extendedFile();
    file.apply({ variableModeValues: [value('ink', 'light', alias('paper'))] });
    expect(file.refused({ variableModeValues: [value('paper', 'campaignDark', alias('ink'))] })[0]).toContain(
      'closes a loop',
    );
  });

  it('keep a mode whose parent was deleted, and only then let it be deleted', () => {
    const file = extendedFile();
    file.apply({ variableModeValues: [value('size', 'brandLight', 3)] });
    expect(file.refused({ variableModes: [remove('brandLight')] })[0]).toContain('still exists');
    file.apply({ variableModes: [remove('light')] });
    expect(file.collection('brand')?.modes[0]).toEqual({ modeId: file.id('brandLight'), name: 'Mode 1' });
    expect(file.collection('brand')?.defaultModeId).toBe(file.id('brandDark'));
    expect(file.collection('campaign')?.defaultModeId).toBe(file.id('campaignDark'));
    expect(file.refused({ variableModes: [remove('campaignLight')] })[0]).toContain('still exists');
    file.apply({ variableModes: [remove('brandLight', { variableCollectionId: 'brand' })] });
    expect(overrides(file, 'brand')).toEqual({});
    file.apply({ variableModes: [remove('campaignLight')] });
    expect(file.collection('campaign')?.modes).toHaveLength(1);
  });

  it('count inherited modes against the limit', () => {
    const file = extendedFile();
    const more = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, index) =>
        create(`${prefix}${index}`, { variableCollectionId: 'theme' }),
      );
    file.apply({ variableModes: [...more('a', 38), remove('dark')] });
    expect(file.refused({ variableModes: more('b', 1) })[0]).toContain(`${file.id('brand')} has 40 modes`);
    file.apply({ variableModes: [remove('brandDark'), remove('campaignDark'), ...more('b', 1)] });
  });

  it('are deleted with their overrides, and the collection they extend only after them', () => {
    const file = extendedFile();
    file.apply({ variableModeValues: [value('gap', 'campaignLight', alias('size'))] });
    expect(file.refused({ variableCollections: [remove('theme')] })[0]).toContain(
      `${file.id('brand')} extends`,
    );
    file.apply({ variableCollections: [remove('campaign'), remove('brand')], variables: [remove('size')] });
    expect(file.variable('size')).toBeUndefined();
    file.apply({ variableCollections: [remove('theme')] });
    expect(file.state().collections.size).toBe(0);
  });

  it('lose the overrides of a variable that is deleted', () => {
    const file = extendedFile();
    file.apply({ variableModeValues: [value('size', 'brandDark', 2)] });
    file.apply({ variables: [remove('size')] });
    expect(overrides(file, 'brand')).toEqual({});
  });

  it('are limited to a hundred per collection', () => {
    const file = openFile();
    const chain = Array.from({ length: 100 }, (_, index) =>
      create(`c${index + 1}`, { parentVariableCollectionId: `c${index}` }),
    );
    file.apply({ variableCollections: [create('c0', { initialModeId: 'm' }), ...chain] });
    file.apply({ variableModes: [create('late', { variableCollectionId: 'c0' })] });
    expect(file.collection('c100')?.modes).toHaveLength(2);
    expect(
      file.refused({ variableCollections: [create('c101', { parentVariableCollectionId: 'c100' })] })[0],
    ).toContain('has 100 extensions already');
    expect(
      file.refused({ variableCollections: [create('c101', { parentVariableCollectionId: 'c0' })] })[0],
    ).toContain('has 100 extensions already');
  });

  const extend = (more: object) => ({
    variableCollections: [create('x', { parentVariableCollectionId: 'theme', ...more })],
  });
  it.each([
    ['an initial mode', extend({ initialModeId: 'm' }), 'initialModeId can not be given with a parent'],
    [
      'a mapping of an unknown mode',
      extend({ initialModeIdToParentModeIdMapping: { '9:9': 'm' } }),
      'names no mode',
    ],
    ['a mapping that is none', extend({ initialModeIdToParentModeIdMapping: [] }), 'must be an object'],
    ['an unknown parent', extend({ parentVariableCollectionId: 'no' }), 'names no collection'],
    ['a new mode', { variableModes: [create('x', { variableCollectionId: 'brand' })] }, 'takes no new modes'],
    [
      'a new name of a mode',
      { variableModes: [update('brandDark', { name: 'x', variableCollectionId: 'brand' })] },
      'which can not be changed',
    ],
    ['a new variable', { variables: [variable('x', 'FLOAT', 'brand')] }, 'takes no new variables'],
  ])('refuse %s', (_title, body, words) => {
    expect(extendedFile().refused(body)).toEqual([expect.stringContaining(words)]);
  });

  it('refuse a value for a variable of another root, and a mapping to no text or to one text twice', () => {
    const file = extendedFile();
    file.apply({ variableCollections: [create('c')], variables: [variable('foreign', 'FLOAT', 'c')] });
    expect(file.refused({ variableModeValues: [value('foreign', 'brandDark', 1)] })[0]).toContain(
      'names no mode',
    );
    const twice = { [file.id('dark')]: 'm', [file.id('light')]: 'm' };
    expect(file.refused(extend({ initialModeIdToParentModeIdMapping: twice }))[0]).toContain('used before');
    const mapping = { [file.id('dark')]: 4 };
    expect(file.refused(extend({ initialModeIdToParentModeIdMapping: mapping }))[0]).toContain(
      'a temporary id',
    );
  });
});
