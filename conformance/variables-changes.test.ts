import { expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import {
  alias,
  black,
  boundNode,
  boundText,
  create,
  pageOf,
  remove,
  theme,
  themeFile,
  update,
  value,
  variable,
  variablesFile,
  variablesOf,
} from './harness/variables-file.ts';
import { createWorld } from './harness/world.ts';

const collections = (...entries: readonly unknown[]) => ({ variableCollections: entries });
const modes = (...entries: readonly unknown[]) => ({ variableModes: entries });
const variables = (...entries: readonly unknown[]) => ({ variables: entries });
const values = (...entries: readonly unknown[]) => ({ variableModeValues: entries });

onEachEngine('Changes of collections', (engine) => {
  it('[VAR-36, VAR-37, VAR-38] name action, id and name', async () => {
    const { file, ids } = await themeFile(engine);
    for (const action of [undefined, 'create', 'REMOVE', '', null, 3])
      await file.refused(collections({ action, id: ids.theme, name: 'x' }), /\[0\].*action/);
    await file.refused(collections(update(undefined, { name: 'x' })), /\.id is missing/);
    await file.refused(collections(remove(undefined)), /\.id is missing/);
    await file.refused(collections({ action: 'CREATE' }), /\.name is missing/);
    await file.refused(collections({ action: 'CREATE', name: '' }), /\.name/);
    await file.change(collections({ action: 'CREATE', name: 'Spacing' }));
    await file.change(collections(update(ids.theme)));
    const found = Object.values<{ name: string }>((await file.local()).variableCollections);
    expect(found.map(({ name }) => name)).toEqual(['theme', 'Spacing']);
  });

  it('[VAR-39, VAR-66] make one mode, which initialModeId names', async () => {
    const file = await variablesFile(engine);
    const ids = await file.change(collections(create('one', { initialModeId: 'mode' }), create('two')));
    expect(Object.keys(ids).sort()).toEqual(['mode', 'one', 'two']);
    const { variableCollections } = await file.local();
    expect(variableCollections[ids.one ?? '']).toMatchObject({
      modes: [{ modeId: ids.mode, name: 'Mode 1' }],
      defaultModeId: ids.mode,
    });
    const { modes, defaultModeId } = variableCollections[ids.two ?? ''];
    expect(modes).toEqual([{ modeId: defaultModeId, name: 'Mode 1' }]);
  });
});

onEachEngine('Changes of modes', (engine) => {
  it('[VAR-41, VAR-42, VAR-43, VAR-44] name action, id, name and collection', async () => {
    const { file, ids } = await themeFile(engine);
    const inTheme = { variableCollectionId: ids.theme };
    await file.refused(modes({ id: ids.dark, name: 'x', ...inTheme }), /action/);
    await file.refused(modes(update(undefined, { name: 'x', ...inTheme })), /\.id is missing/);
    await file.refused(modes(remove(undefined, inTheme)), /\.id is missing/);
    await file.refused(modes({ action: 'CREATE', ...inTheme }), /\.name is missing/);
    await file.refused(modes(create('night')), /\.variableCollectionId is missing/);
    await file.refused(modes(update(ids.dark, { name: 'x' })), /\.variableCollectionId is missing/);
    const { other } = await file.change(collections(create('other')));
    for (const entry of [update(ids.dark, { name: 'x' }), remove(ids.dark)])
      await file.refused(modes({ ...entry, variableCollectionId: other }), /names no mode/);
    await file.change(modes({ action: 'CREATE', name: 'Night', ...inTheme }, update(ids.dark, inTheme)));
    await file.change({
      ...collections(create('temporary')),
      ...modes(create('second', { variableCollectionId: 'temporary' })),
    });
    const names = Object.values<{ modes: { name: string }[] }>((await file.local()).variableCollections);
    expect(names.map(({ modes }) => modes.map(({ name }) => name))).toEqual([
      ['Light', 'dark', 'Night'],
      ['Mode 1'],
      ['Mode 1', 'second'],
    ]);
  });

  it('[VAR-67, LIM-14] make 40 for each collection and no more', async () => {
    const { file, ids } = await themeFile(engine);
    const more = (count: number) =>
      modes(...Array.from({ length: count }, (_, n) => create(`m${n}`, { variableCollectionId: ids.theme })));
    await file.refused(more(39), /variableModes\[38\].*40 modes/);
    await file.change(more(38));
    expect((await file.local()).variableCollections[ids.theme ?? ''].modes.length).toBe(40);
    await file.refused(more(1), /40 modes/);
  });

  it('[VAR-68, LIM-14] give names of 40 characters and no more', async () => {
    const { file, ids } = await themeFile(engine);
    const inTheme = { variableCollectionId: ids.theme };
    for (const name of ['n'.repeat(41), '👋'.repeat(41), 'x'.repeat(100_000)]) {
      await file.refused(modes(create('m', { ...inTheme, name })), /name must have at most 40/);
      await file.refused(modes(update(ids.dark, { ...inTheme, name })), /name must have at most 40/);
    }
    const names = ['n'.repeat(40), '👋'.repeat(40)];
    await file.change(
      modes(create('m', { ...inTheme, name: names[0] }), update(ids.dark, { ...inTheme, name: names[1] })),
    );
    const { modes: found } = (await file.local()).variableCollections[ids.theme ?? ''];
    expect(found.map(({ name }: { name: string }) => name)).toEqual(['Light', names[1], names[0]]);
  });

  it('delete a mode with its values; the next one becomes the default, and the last one stays', async () => {
    const { file, ids } = await themeFile(engine);
    await file.change(modes(remove(ids.light)));
    const { variableCollections, variables } = await file.local();
    expect(variableCollections[ids.theme ?? '']).toMatchObject({
      modes: [{ modeId: ids.dark }],
      defaultModeId: ids.dark,
    });
    expect(Object.keys(variables[ids.size ?? ''].valuesByMode)).toEqual([ids.dark]);
    await file.refused(modes(remove(ids.dark)), /last mode/);
  });
});

onEachEngine('Changes of variables', (engine) => {
  it('[VAR-45, VAR-46, VAR-47, VAR-48, VAR-49] name action, id, name, collection and type', async () => {
    const { file, ids } = await themeFile(engine);
    await file.refused(variables({ id: ids.size, name: 'x' }), /action/);
    await file.refused(variables(update(undefined, { name: 'x' })), /\.id is missing/);
    await file.refused(variables(remove(undefined)), /\.id is missing/);
    const { id: _id, ...made } = variable('new', 'FLOAT', ids.theme);
    const without = (field: string) =>
      variables(Object.fromEntries(Object.entries(made).filter(([key]) => key !== field)));
    for (const field of ['name', 'variableCollectionId', 'resolvedType'])
      await file.refused(without(field), new RegExp(`\\.${field} is missing`));
    for (const resolvedType of ['NUMBER', 'float', '', null])
      await file.refused(variables({ ...made, resolvedType }), /resolvedType/);
    await file.change(variables(made, update(ids.gap)));
    await file.change({ ...collections(create('c')), ...variables(variable('v', 'STRING', 'c')) });
    const names = Object.values<{ name: string }>((await file.local()).variables).map(({ name }) => name);
    expect(names).toEqual(['size', 'gap', 'title', 'ink', 'paper', 'shown', 'new', 'v']);
  });

  it('[VAR-50, VAR-52, VAR-53] set description, scopes and names in code', async () => {
    const { file, ids } = await themeFile(engine);
    const settings = {
      description: 'Space between\nthings 👋',
      scopes: ['GAP', 'WIDTH_HEIGHT'],
      codeSyntax: { WEB: 'gap', iOS: 'Gap' },
    };
    const made = await file.change(variables(variable('new', 'FLOAT', ids.theme, settings)));
    await file.change(variables(update(ids.size, settings)));
    const read = async (id = '') => (await file.local()).variables[id];
    for (const id of [made.new, ids.size]) expect(await read(id)).toMatchObject(settings);
    const bad = [['NOTHING'], ['ALL_SCOPES', 'GAP'], ['TEXT_FILL'], 'GAP', null, [3]];
    for (const scopes of bad) await file.refused(variables(update(ids.size, { scopes })), /scopes/);
    for (const codeSyntax of [null, 'x', { WEB: 3 }])
      await file.refused(variables(update(ids.size, { codeSyntax })), /codeSyntax/);

    await file.push(pageOf(boundNode(ids.size)));
    expect(await read(ids.size)).toMatchObject(settings);
    await file.remove(ids.size ?? '');
    expect(await read(ids.size)).toMatchObject({ deletedButReferenced: true });
  });

  it('[VAR-70] keep names apart within a collection', async () => {
    const { file, ids } = await themeFile(engine);
    await file.refused(variables(variable('size', 'FLOAT', ids.theme)), /name is the name of/);
    await file.refused(variables(update(ids.gap, { name: 'size' })), /name is the name of/);
    const twice = [
      variable('a', 'FLOAT', ids.theme, { name: 'x' }),
      variable('b', 'FLOAT', ids.theme, { name: 'x' }),
    ];
    await file.refused(variables(...twice), /variables\[1\]\.name/);
    await file.change({
      ...collections(create('other')),
      ...variables(variable('size', 'FLOAT', 'other'), update(ids.size, { name: 'size' })),
    });
    await file.change(
      variables(update(ids.size, { name: 'free' }), update(ids.gap, { name: 'size' }), remove(ids.ink)),
    );
    await file.change(variables(variable('ink', 'COLOR', ids.theme)));
  });

  it('[VAR-71] refuse three characters in names', async () => {
    const { file, ids } = await themeFile(engine);
    for (const name of ['a.b', '{a', 'a}', '.', '']) {
      await file.refused(variables(variable('new', 'FLOAT', ids.theme, { name })), /\.name/);
      await file.refused(variables(update(ids.size, { name })), /\.name/);
    }
    for (const name of ['space/4', 'ä b', '__proto__', 'constructor', "'; drop table variables --", '$#[]'])
      await file.change(variables(update(ids.size, { name })));
    expect((await file.local()).variables[ids.size ?? ''].name).toBe('$#[]');
  });

  it('[VAR-69, LIM-15] make 5,000 for each collection and no more', async () => {
    const { file, ids } = await themeFile(engine);
    const made = (from: number, to: number, collection = ids.theme) =>
      variables(
        ...Array.from({ length: to - from }, (_, n) => ({
          action: 'CREATE',
          name: `n${from + n}`,
          variableCollectionId: collection,
          resolvedType: 'FLOAT',
        })),
      );
    await file.refused(made(0, 4995), /variables\[4994\].*5000 variables/);
    await file.change(made(0, 3000));
    await file.refused(made(3000, 4995), /variables\[1994\].*5000 variables/);
    await file.change(made(3000, 4994));
    expect((await file.local()).variableCollections[ids.theme ?? ''].variableIds.length).toBe(5000);
    await file.refused(made(5000, 5001), /5000 variables/);
    const other = await file.change({ ...collections(create('other')), ...made(0, 1, 'other') });
    expect(other.other).toBeDefined();
    await file.change(variables(remove(ids.size)));
    await file.change(made(5000, 5001));
  });
});

onEachEngine('Changes of values', (engine) => {
  it('[VAR-54, VAR-55, VAR-56] name variable, mode and a value of the type', async () => {
    const { file, ids } = await themeFile(engine);
    const { light, size } = ids;
    await file.refused(values(value(undefined, light, 1)), /variableId is missing/);
    await file.refused(values(value(size, undefined, 1)), /modeId is missing/);
    await file.refused(values({ variableId: size, modeId: light }), /value is missing/);
    const other = await file.change({
      ...collections(create('other', { initialModeId: 'mode' })),
      ...variables(variable('v', 'FLOAT', 'other')),
      ...values(value('v', 'mode', 2)),
    });
    await file.refused(values(value(size, other.mode, 1)), /modeId names no mode of/);
    await file.refused(values(value(size, '99:99', 1)), /modeId names no mode of/);
    await file.refused(values(value('VariableID:99:99', light, 1)), /variableId names no variable/);
    const wrong: Readonly<Record<string, readonly unknown[]>> = {
      size: ['1', true, black, [], {}, [1]],
      title: [1, false, black, ['x']],
      shown: [0, 'true', black],
      ink: [
        '#000',
        0,
        { r: 0, g: 0 },
        { r: 2, g: 0, b: 0 },
        { r: -0.1, g: 0, b: 0 },
        { ...black, a: 1.5 },
        [],
      ],
    };
    for (const [name, given] of Object.entries(wrong))
      for (const one of given) await file.refused(values(value(ids[name], light, one)), /value must/);
  });

  it('[VAR-57, VAR-58] alias a variable of the same type, also one of the same body', async () => {
    const file = await variablesFile(engine);
    const aliased = [value('gap', 'light', alias('size')), value('paper', 'dark', alias('ink'))];
    const ids = await file.change({ ...theme, variableModeValues: aliased });
    const read = async (id = '') => (await file.local()).variables[id].valuesByMode;
    expect((await read(ids.gap))[ids.light ?? '']).toEqual(alias(ids.size));
    expect((await read(ids.paper))[ids.dark ?? '']).toEqual(alias(ids.ink));
    for (const target of ['size', 'title', 'shown'])
      await file.refused(values(value(ids.ink, ids.light, alias(ids[target]))), /COLOR is needed/);
    await file.refused(values(value(ids.ink, ids.light, alias('VariableID:99:99'))), /alias to no variable/);
  });

  it('[VAR-72, VAR-73] never alias themselves, directly or in a circle', async () => {
    const { file, ids } = await themeFile(engine);
    const { light, dark, ink, paper, theme } = ids;
    await file.refused(values(value(ink, light, alias(ink))), /itself/);
    const circle = [value(ink, light, alias(paper)), value(paper, dark, alias(ink))];
    await file.refused(values(...circle), /variableModeValues\[1\].*loop/);
    const { third } = await file.change({
      ...variables(variable('third', 'COLOR', theme)),
      ...values(value('third', light, alias(ink)), value(ink, light, alias(paper))),
    });
    await file.refused(values(value(paper, light, alias(third))), /loop/);
    await file.change(values(value(ink, light, black), value(paper, light, alias(third))));
  });

  it('[VAR-74, VAR-75, VAR-76] begin with defaults, and a mode with the values of the default mode', async () => {
    const { file, ids } = await themeFile(engine);
    const defaults = { size: 0, title: 'String value', ink: { r: 1, g: 1, b: 1, a: 1 }, shown: true };
    const read = async (name: string) => (await file.local()).variables[ids[name] ?? ''].valuesByMode;
    for (const [name, expected] of Object.entries(defaults))
      expect(Object.values(await read(name))).toEqual([expected, expected]);
    await file.change(values(value(ids.size, ids.light, 8)));
    expect(await read('size')).toEqual({ [ids.light ?? '']: 8, [ids.dark ?? '']: 0 });
    await file.refused(values(value(ids.size, ids.light, null)), /null/);
    const { night } = await file.change(modes(create('night', { variableCollectionId: ids.theme })));
    expect((await read('size'))[night ?? '']).toBe(8);
  });

  it('[VAR-78] leave text in a font of the organization alone', async () => {
    const fonts = [{ family: 'Acme Sans', organization: '900', shared: true }];
    const world = await createWorld(engine, { ...cast({ files: [fileOf('main', undefined)] }), fonts });
    const file = variablesOf(world);
    const ids = await file.change({
      ...theme,
      variables: [...theme.variables, variable('label', 'STRING'), variable('other', 'STRING')],
    });
    const bound = [
      boundText(ids.title, 'Acme Sans', '1:1'),
      boundText(ids.label, 'Inter', '1:2'),
      boundNode(ids.size, '1:3'),
    ];
    await file.push(pageOf(...bound));
    await file.refused(values(value(ids.title, ids.light, 'New')), /font that the organization shares/);
    await file.refused(variables(update(ids.title, { name: 'headline' })), /font/);
    await file.change(values(value(ids.label, ids.light, 'New'), value(ids.other, ids.light, 'New')));
    await file.change(values(value(ids.size, ids.light, 4)));
    await file.push(pageOf(...bound.slice(1)));
    await file.change(values(value(ids.title, ids.light, 'New')));
  });
});
