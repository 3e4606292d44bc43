import { expect, it } from 'vitest';
import { onEachEngine } from './harness/engines.ts';
import type { Engine } from './harness/global-setup.ts';
import {
  brand,
  create,
  remove,
  themeFile,
  update,
  value,
  variable,
  white,
} from './harness/variables-file.ts';

const black = { r: 0, g: 0, b: 0, a: 1 };

/** The theme with `brand` extending it. */
async function brandFile(engine: Engine) {
  const { file, ids: plain } = await themeFile(engine);
  const ids: Readonly<Record<string, string>> = { ...plain, ...(await file.change(brand(plain))) };
  const collection = async (name: string) => (await file.local()).variableCollections[ids[name] ?? ''];
  return { file, ids, collection };
}

onEachEngine('An extended collection', (engine) => {
  it('[EXT-01, EXT-02, EXT-04, EXT-05, EXT-07, EXT-08, EXT-18] inherits modes and variables', async () => {
    const { ids, collection } = await brandFile(engine);
    const [parent, extended] = [await collection('theme'), await collection('brand')];
    expect(parent.isExtension).toBe(false);
    for (const field of ['parentVariableCollectionId', 'inheritedVariableIds', 'localVariableIds'])
      expect(parent).not.toHaveProperty(field);
    expect(extended).toMatchObject({
      isExtension: true,
      parentVariableCollectionId: ids.theme,
      remote: false,
      inheritedVariableIds: parent.variableIds,
      localVariableIds: [],
      variableIds: parent.variableIds,
      modes: [
        { modeId: ids.brandLight, name: 'Light', parentModeId: ids.light },
        { modeId: ids.brandDark, name: 'dark', parentModeId: ids.dark },
      ],
      defaultModeId: ids.brandLight,
    });
    for (const { modeId } of extended.modes)
      expect(modeId).toMatch(/^VariableCollectionId:\d+:\d+\/\d+:\d+$/);
    for (const mode of parent.modes) expect(mode).not.toHaveProperty('parentModeId');
  });

  it('[EXT-03] of another extended collection has the first collection as its root', async () => {
    const { file, ids, collection } = await brandFile(engine);
    const { campaign } = await file.change({
      variableCollections: [create('campaign', { parentVariableCollectionId: ids.brand })],
    });
    expect((await collection('brand')).rootVariableCollectionId).toBe(ids.theme);
    const found = (await file.local()).variableCollections[campaign ?? ''];
    expect(found).toMatchObject({
      parentVariableCollectionId: ids.brand,
      rootVariableCollectionId: ids.theme,
      modes: [{ parentModeId: ids.brandLight }, { parentModeId: ids.brandDark }],
    });
    expect(await collection('theme')).not.toHaveProperty('rootVariableCollectionId');
  });

  it('[EXT-09, EXT-10] is not made with an initial mode, nor is a plain collection with a mapping', async () => {
    const { file, ids } = await themeFile(engine);
    const parent = { parentVariableCollectionId: ids.theme };
    const mapping = { initialModeIdToParentModeIdMapping: { [ids.light ?? '']: 'm' } };
    const refused = (entry: object, field: RegExp) => file.refused({ variableCollections: [entry] }, field);
    await refused(create('brand', { ...parent, initialModeId: 'm' }), /initialModeId/);
    await refused(create('plain', mapping), /initialModeIdToParentModeIdMapping/);
    await refused(create('plain', { ...mapping, initialModeId: 'n' }), /initialModeIdToParentModeIdMapping/);
    await refused(update(ids.theme, mapping), /initialModeIdToParentModeIdMapping/);
    await refused(update(ids.theme, parent), /parentVariableCollectionId/);
    for (const wrong of [{ '9:9': 'm' }, { [ids.light ?? '']: '' }, { [ids.light ?? '']: 3 }, [], null, 'x'])
      await refused(create('brand', { ...parent, initialModeIdToParentModeIdMapping: wrong }), /Mapping/);
  });

  it('[EXT-11, EXT-12, EXT-13, EXT-06, EXT-19] names some inherited modes for the values of the same body', async () => {
    const { file, ids } = await themeFile(engine);
    const made = await file.change({
      variableCollections: [
        create('brand', {
          parentVariableCollectionId: ids.theme,
          initialModeIdToParentModeIdMapping: { [ids.dark ?? '']: 'brandDark' },
        }),
      ],
      variableModeValues: [value(ids.ink, 'brandDark', black)],
    });
    expect(Object.keys(made).sort()).toEqual(['brand', 'brandDark']);
    const { variables, variableCollections } = await file.local();
    const brand = variableCollections[made.brand ?? ''];
    expect(brand.modes.length).toBe(2);
    expect(brand.modes[1].modeId).toBe(made.brandDark);
    expect(brand.variableOverrides).toEqual({ [ids.ink ?? '']: { [made.brandDark ?? '']: black } });
    expect(variableCollections[ids.theme ?? '']).not.toHaveProperty('variableOverrides');
    expect(Object.values(variables[ids.ink ?? ''].valuesByMode)).toEqual([white, white]);
  });

  it('[EXT-14, EXT-15, EXT-17] takes no modes, names of modes or variables of its own', async () => {
    const { file, ids } = await brandFile(engine);
    const inBrand = { variableCollectionId: ids.brand };
    await file.refused({ variableModes: [create('night', inBrand)] }, /extended collection/);
    await file.refused(
      { variableModes: [update(ids.brandDark, { ...inBrand, name: 'x' })] },
      /extended collection/,
    );
    await file.refused({ variables: [variable('new', 'FLOAT', ids.brand)] }, /extended collection/);
  });

  it('follows the modes of its parent', async () => {
    const { file, ids, collection } = await brandFile(engine);
    const inTheme = { variableCollectionId: ids.theme };
    const { night } = await file.change({
      variableModes: [create('night', inTheme), update(ids.dark, { ...inTheme, name: 'Dark' })],
    });
    expect((await collection('brand')).modes.slice(1)).toEqual([
      { modeId: ids.brandDark, name: 'Dark', parentModeId: ids.dark },
      { modeId: `${ids.brand}/${night}`, name: 'night', parentModeId: night },
    ]);
  });

  it('[EXT-16] keeps a mode until its parent is deleted, and then until it is deleted itself', async () => {
    const { file, ids, collection } = await brandFile(engine);
    await file.change({ variableModeValues: [value(ids.ink, ids.brandDark, black)] });
    const removal = { variableModes: [remove(ids.brandDark)] };
    await file.refused(removal, /its parent .* still exists/);
    await file.change({ variableModes: [remove(ids.dark)] });
    const { modes, variableOverrides } = await collection('brand');
    expect(modes[1]).toEqual({ modeId: ids.brandDark, name: 'dark' });
    expect(variableOverrides).toEqual({ [ids.ink ?? '']: { [ids.brandDark ?? '']: black } });
    await file.change(removal);
    expect(await collection('brand')).toMatchObject({
      modes: [{ modeId: ids.brandLight }],
      variableOverrides: {},
    });
  });

  it('[EXT-20] overrides variables of its own root only', async () => {
    const { file, ids } = await brandFile(engine);
    const other = await file.change({
      variableCollections: [create('other')],
      variables: [variable('foreign', 'COLOR', 'other')],
    });
    await file.refused(
      { variableModeValues: [value(other.foreign, ids.brandDark, black)] },
      /modeId names no mode/,
    );
    const { campaign, campaignDark } = await file.change({
      variableCollections: [
        create('campaign', {
          parentVariableCollectionId: ids.brand,
          initialModeIdToParentModeIdMapping: { [ids.brandDark ?? '']: 'campaignDark' },
        }),
      ],
      variableModeValues: [value(ids.ink, 'campaignDark', black)],
    });
    const { variableCollections } = await file.local();
    expect(variableCollections[ids.brand ?? ''].variableOverrides).toEqual({});
    expect(variableCollections[campaign ?? ''].variableOverrides).toEqual({
      [ids.ink ?? '']: { [campaignDark ?? '']: black },
    });
  });

  it('[EXT-21, EXT-19] changes and loses an override by values of its mode', async () => {
    const { file, ids, collection } = await brandFile(engine);
    const set = (given: unknown) =>
      file.change({ variableModeValues: [value(ids.size, ids.brandLight, given)] });
    const overrides = async () => (await collection('brand')).variableOverrides;
    for (const size of [1, 2]) {
      await set(size);
      expect(await overrides()).toEqual({ [ids.size ?? '']: { [ids.brandLight ?? '']: size } });
    }
    await file.change({ variableModeValues: [value(ids.size, ids.light, 9)] });
    expect(await overrides()).toEqual({ [ids.size ?? '']: { [ids.brandLight ?? '']: 2 } });
    for (const _twice of [1, 2]) {
      await set(null);
      expect(await overrides()).toEqual({});
    }
    expect((await file.local()).variables[ids.size ?? ''].valuesByMode[ids.light ?? '']).toBe(9);
    await file.refused({ variableModeValues: [value(ids.size, ids.brandLight, 'two')] }, /value must/);
  });

  it('keeps its parent: a collection that is extended cannot be deleted', async () => {
    const { file, ids } = await brandFile(engine);
    await file.refused({ variableCollections: [remove(ids.theme)] }, /extends/);
    await file.change({ variableCollections: [remove(ids.brand), remove(ids.theme)] });
  });
});
