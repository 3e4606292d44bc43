import { expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import {
  alias,
  black,
  boundNode,
  brand,
  create,
  pageOf,
  remove,
  theme,
  update,
  value,
  variable,
  variablesOf,
} from './harness/variables-file.ts';
import { createWorld } from './harness/world.ts';

onEachEngine('Variables of a library in another file', (engine) => {
  const openPair = async () => {
    const files = [fileOf('library', undefined), fileOf('user', undefined)];
    const world = await createWorld(engine, cast({ files }));
    const [library, user] = [variablesOf(world, 'library'), variablesOf(world, 'user')];
    const ids = await library.change({
      ...theme,
      variableModeValues: [value('gap', 'light', alias('size'))],
    });
    await library.publish();
    const path = `/workspace/v1/files/${user.key}/subscriptions/${library.key}`;
    const subscribed = await world.call('PUT', path, { as: 'alice-push' });
    expect(subscribed.status).toBe(200);
    const published = await library.published();
    const outside = (name: string): string => published.variables[ids[name] ?? ''].subscribed_id;
    return { library, user, ids, outside, theme: published.variableCollections[ids.theme ?? ''] };
  };

  it('[VAR-08, VAR-14, VAR-20] are there while a node uses them, under their subscribed_id', async () => {
    const { user, library, outside, theme } = await openPair();
    expect((await user.local()).variables).toEqual({});
    await user.push(pageOf(boundNode(outside('gap'))));
    const { variables, variableCollections } = await user.local();
    expect(Object.keys(variables).sort()).toEqual([outside('gap'), outside('size')].sort());
    expect(Object.values<{ remote: boolean }>(variables).map(({ remote }) => remote)).toEqual([true, true]);
    expect(variables[outside('gap')]).toMatchObject({ id: outside('gap'), name: 'gap' });
    expect(Object.values(variables[outside('gap')].valuesByMode)[0]).toEqual(alias(outside('size')));
    expect(Object.keys(variableCollections)).toEqual([theme.subscribed_id]);
    expect(variableCollections[theme.subscribed_id]).toMatchObject({ remote: true, key: theme.key });
    expect((await library.local()).variables[outside('gap')]).toBeUndefined();
    await user.push(pageOf());
    expect(await user.local()).toEqual({ variables: {}, variableCollections: {} });
  });

  it('are found by content that came from another server together with the library', async () => {
    const { user, library, ids } = await openPair();
    const { key } = (await library.local()).variables[ids.size ?? ''];
    const named = `VariableID:${key}/${ids.size?.slice('VariableID:'.length)}`;
    await user.push(pageOf(boundNode(named)));
    expect((await user.local()).variables[named]).toMatchObject({ id: named, name: 'size', remote: true });
  });

  it('keep their collection when content names what was published anew', async () => {
    const { user, library, ids, outside, theme } = await openPair();
    await user.push(pageOf(boundNode(outside('size'))));
    await user.local();
    await library.change({ variableModeValues: [value(ids.size, ids.light, 9)] });
    await library.publish();
    const size = (await library.published()).variables[ids.size ?? ''].subscribed_id;
    expect(size).not.toBe(outside('size'));
    await user.push(pageOf(boundNode(size)));
    const { variables, variableCollections } = await user.local();
    expect(Object.keys(variables)).toEqual([size]);
    expect(Object.keys(variableCollections)).toEqual([variables[size].variableCollectionId]);
    const { variableIds } = variableCollections[theme.subscribed_id];
    expect(variableIds).toContain(size);
    expect(variableIds).not.toContain(outside('size'));
  });

  it('[VAR-77] are changed by their own file only', async () => {
    const { user, outside, theme } = await openPair();
    await user.push(pageOf(boundNode(outside('size'))));
    const { modes } = (await user.local()).variableCollections[theme.subscribed_id];
    const collection = theme.subscribed_id;
    const [mode] = modes;
    const remote = (list: string, ...entries: object[]) => user.refused({ [list]: entries }, /remote/);
    await remote('variableCollections', update(collection, { name: 'Mine' }));
    await remote('variableCollections', remove(collection));
    await remote('variableModes', create('night', { variableCollectionId: collection }));
    await remote('variableModes', {
      action: 'UPDATE',
      id: mode.modeId,
      name: 'x',
      variableCollectionId: collection,
    });
    await remote('variableModes', remove(mode.modeId, { variableCollectionId: collection }));
    await remote('variables', variable('new', 'FLOAT', collection));
    await remote('variables', update(outside('size'), { name: 'mine' }));
    await remote('variables', remove(outside('size')));
    await remote('variableModeValues', value(outside('size'), mode.modeId, 3));
  });

  it('[EXT-22] cannot be extended', async () => {
    const { user, outside, theme } = await openPair();
    await user.push(pageOf(boundNode(outside('size'))));
    const extension = create('brand', { parentVariableCollectionId: theme.subscribed_id });
    await user.refused({ variableCollections: [extension] }, /parentVariableCollectionId.*remote/);
  });

  it('belong to collections that list only those variables that the file uses', async () => {
    const { user, outside, theme } = await openPair();
    await user.push(pageOf(boundNode(outside('size'))));
    const idsIn = async () => (await user.local()).variableCollections[theme.subscribed_id].variableIds;
    expect(await idsIn()).toEqual([outside('size')]);
    await user.push(pageOf(boundNode(outside('size')), boundNode(outside('ink'), '1:2')));
    expect(await idsIn()).toEqual([outside('size'), outside('ink')]);
    const local = (await user.read('local')).json;
    await user.push(pageOf(boundNode(outside('ink'))));
    expect(await idsIn()).toEqual([outside('ink')]);
    await user.push(pageOf(boundNode(outside('size')), boundNode(outside('ink'), '1:2')));
    expect((await user.read('local')).json).toEqual(local);
  });

  it('have the values of an extension of the library that only the modes of a node name', async () => {
    const { user, library, ids, outside } = await openPair();
    const more = await library.change(brand(ids));
    const { wide = '' } = await library.change({
      variables: [variable('wide', 'FLOAT', ids.theme)],
      variableModeValues: [
        value(ids.size, more.brandDark, alias('wide')),
        value(ids.ink, more.brandDark, black),
      ],
    });
    await library.publish();
    const published = await library.published();
    const subscribed = published.variableCollections[more.brand ?? ''].subscribed_id;
    const widened = published.variables[wide].subscribed_id;
    const node = boundNode(outside('size'));
    await user.push(pageOf({ ...node, explicitVariableModes: { [subscribed]: more.brandDark } }));
    const { variables, variableCollections } = await user.local();
    const parent = published.variableCollections[ids.theme ?? ''].subscribed_id;
    expect(Object.keys(variableCollections).sort()).toEqual([parent, subscribed].sort());
    expect(variableCollections[subscribed]).toMatchObject({
      remote: true,
      isExtension: true,
      name: 'brand',
      parentVariableCollectionId: parent,
      rootVariableCollectionId: parent,
      variableOverrides: { [outside('size')]: { [more.brandDark ?? '']: alias(widened) } },
    });
    const named = [outside('size'), widened].sort();
    expect(Object.keys(variables).sort()).toEqual(named);
    expect(variableCollections[subscribed].variableIds.sort()).toEqual(named);
    expect(variableCollections[subscribed].inheritedVariableIds.sort()).toEqual(named);
    await user.push(pageOf(node));
    const without = await user.local();
    expect(Object.keys(without.variableCollections)).toEqual([parent]);
    expect(Object.keys(without.variables)).toEqual([outside('size')]);
  });

  it('are aliased by variables of the file, of the same type', async () => {
    const { user, outside } = await openPair();
    const ids = await user.change({
      variableCollections: [create('own', { initialModeId: 'mode' })],
      variables: [variable('mine', 'FLOAT', 'own')],
      variableModeValues: [value('mine', 'mode', alias(outside('gap')))],
    });
    const { variables } = await user.local();
    expect(variables[ids.mine ?? ''].valuesByMode).toEqual({ [ids.mode ?? '']: alias(outside('gap')) });
    expect(Object.keys(variables).length).toBe(3);
    await user.refused({ variableModeValues: [value(ids.mine, ids.mode, alias(outside('ink')))] }, /COLOR/);
  });
});
