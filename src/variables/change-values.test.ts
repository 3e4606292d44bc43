import { describe, expect, it } from 'vitest';
import { alias, create, openFile, remove, themeFile, value, variable } from './changes.suite.ts';
import { readLocalVariables } from './read-local-variables.ts';

const ink = { r: 0.1, g: 0.2, b: 0.3, a: 0.4 };

/** @see VAR-54…VAR-58, VAR-75, B22, B23 */
describe('values', () => {
  it('are opaque colours where alpha is missing', () => {
    const file = themeFile();
    file.apply({ variableModeValues: [value('ink', 'light', { r: 0, g: 0.5, b: 1 })] });
    expect(file.variable('ink')?.valuesByMode[file.id('light')]).toEqual({ r: 0, g: 0.5, b: 1, a: 1 });
  });

  it.each([
    ['size', 1.5],
    ['title', ''],
    ['shown', false],
    ['ink', ink],
    ['ink', { ...ink, a: 0.5 }],
    ['ink', { color: { r: 0.1, g: 0.2, b: 0.3 }, opacity: alias('size') }],
    ['ink', { color: { r: 0.1, g: 0.2, b: 0.3, a: 0.4 }, opacity: alias('size') }],
    ['ink', { color: ink, opacity: alias('size') }],
    ['ink', { color: alias('paper'), opacity: 0.25 }],
    ['ink', { color: alias('paper'), opacity: alias('size') }],
    ['ink', alias('paper')],
    ['size', alias('gap')],
  ])('of type %s may be %j in one mode', (name, given) => {
    const file = themeFile();
    file.apply({ variableModeValues: [value(name, 'dark', given)] });
    const real = JSON.parse(JSON.stringify(given), (_key, part) => file.id(part));
    expect(file.variable(name)?.valuesByMode[file.id('dark')]).toEqual(real);
    expect(file.variable(name)?.valuesByMode[file.id('light')]).not.toEqual(real);
  });

  it('are stored without members that do not belong to them', () => {
    const file = themeFile();
    file.apply({ variableModeValues: [value('ink', 'dark', { ...ink, name: 'ink', a: 1 })] });
    expect(file.variable('ink')?.valuesByMode[file.id('dark')]).toEqual({ ...ink, a: 1 });
  });

  it.each([
    ['four members and no a', { r: 0, g: 0.5, b: 1, name: 0 }, { r: 0, g: 0.5, b: 1, a: 1 }],
    ['a channel below 0 by its sign alone', { r: -0, g: 0.5, b: 1, a: 1 }, { r: 0, g: 0.5, b: 1, a: 1 }],
    ['its channels in another order', { a: 1, b: 1, g: 0.5, r: 0 }, { r: 0, g: 0.5, b: 1, a: 1 }],
  ])('are the same colour with %s', (_title, given, stored) => {
    const file = themeFile();
    file.apply({ variableModeValues: [value('ink', 'dark', given)] });
    expect(file.variable('ink')?.valuesByMode[file.id('dark')]).toStrictEqual(stored);
  });

  it.each([
    ['a string for a number', value('size', 'light', '4'), 'value must be a finite number'],
    ['infinity', value('size', 'light', Number.POSITIVE_INFINITY), 'value must be a finite number'],
    ['a number for a string', value('title', 'light', 4), 'value must be a string'],
    ['half a character', value('title', 'light', '\udc00'), 'value must be a string of whole characters'],
    ['a number for a flag', value('shown', 'light', 0), 'value must be true or false'],
    ['a colour without b', value('ink', 'light', { r: 0, g: 0 }), 'value must be a colour'],
    ['a channel above 1', value('ink', 'light', { r: 0, g: 0, b: 255 }), 'from 0 to 1'],
    ['an alpha below 0', value('ink', 'light', { ...ink, a: -1 }), 'must have an a from 0 to 1'],
    ['a colour for a number', value('size', 'light', ink), 'value must be a finite number'],
    ['a list', value('ink', 'light', [0, 0, 0]), 'value must be a colour'],
    [
      'no alias in a composed colour',
      value('ink', 'light', { color: ink, opacity: 1 }),
      'must have an alias as',
    ],
    [
      'a composed opacity of 2',
      value('ink', 'light', { color: alias('paper'), opacity: 2 }),
      'opacity from 0 to 1',
    ],
    [
      'an alias to another type',
      value('ink', 'light', alias('size')),
      'alias to a FLOAT variable where COLOR',
    ],
    [
      'an opacity of another type',
      value('ink', 'light', { color: ink, opacity: alias('paper') }),
      'value.opacity is an alias to a COLOR variable where FLOAT',
    ],
    ['an alias to nothing', value('ink', 'light', alias('VariableID:9:9')), 'alias to no variable'],
    ['an alias to itself', value('ink', 'light', alias('ink')), 'alias of the variable to itself'],
    ['null in an original mode', value('size', 'light', null), 'null only with a mode of an extended'],
    ['no value', { variableId: 'size', modeId: 'light' }, 'value is missing'],
    ['no mode', { variableId: 'size', value: 1 }, 'modeId is missing'],
    ['no variable', { modeId: 'light', value: 1 }, 'variableId is missing'],
    ['an unknown mode', value('size', '9:9', 1), 'modeId names no mode'],
    ['an unknown variable', value('VariableID:9:9', 'light', 1), 'variableId names no variable'],
  ])('are refused: %s', (_title, entry, words) => {
    expect(themeFile().refused({ variableModeValues: [entry] })).toEqual([expect.stringContaining(words)]);
  });

  it('are refused for a mode of another collection', () => {
    const file = themeFile();
    file.apply({ variableCollections: [create('other', { initialModeId: 'only' })] });
    expect(file.refused({ variableModeValues: [value('size', 'only', 1)] })[0]).toContain(
      'modeId names no mode',
    );
  });
});

/** @see VAR-58, VAR-72, VAR-73 */
describe('aliases', () => {
  it('may refer to variables of the same body and of other collections, in chains', () => {
    const file = themeFile();
    file.apply({
      variableCollections: [create('base', { initialModeId: 'only' })],
      variables: [variable('blue', 'COLOR', 'base')],
      variableModeValues: [value('ink', 'light', alias('blue')), value('paper', 'light', alias('ink'))],
    });
    expect(file.variable('ink')?.valuesByMode[file.id('light')]).toEqual(alias(file.id('blue')));
  });

  it('cannot form a loop within a body, across two bodies, or across modes', () => {
    const file = themeFile();
    const there = value('ink', 'light', alias('paper'));
    const back = value('paper', 'dark', alias('ink'));
    expect(file.refused({ variableModeValues: [there, back] })).toEqual([
      'variableModeValues[1].value closes a loop of aliases.',
    ]);
    file.apply({ variableModeValues: [there] });
    expect(file.refused({ variableModeValues: [back] })[0]).toContain('closes a loop');
    file.apply({ variableModeValues: [value('ink', 'light', ink), back] });
  });

  it('cannot form a loop through opacities', () => {
    const file = themeFile();
    file.apply({ variableModeValues: [value('ink', 'light', { color: alias('paper'), opacity: 1 })] });
    const back = value('paper', 'light', { color: alias('ink'), opacity: 0.5 });
    expect(file.refused({ variableModeValues: [back] })[0]).toContain('value.color closes a loop');
  });

  it('cannot refer to a deleted variable', () => {
    const file = themeFile();
    file.apply({ variableModeValues: [value('gap', 'light', alias('size'))] });
    const gone = { variables: [remove('size'), variable('new')] };
    expect(
      file.refused({ ...gone, variableModeValues: [value('new', 'light', alias('size'))] })[0],
    ).toContain('alias to a variable that was deleted');
  });
});

/** @see VAR-77, EXT-22 */
describe('remote variables and collections', () => {
  const collectionId = 'VariableCollectionId:libkey/1:1';
  const variableId = 'VariableID:varkey/1:2';
  const answer = {
    variables: {
      [variableId]: {
        id: variableId,
        name: 'far',
        key: 'varkey',
        variableCollectionId: collectionId,
        resolvedType: 'FLOAT',
        valuesByMode: { '1:0': 4 },
        remote: true,
      },
    },
    variableCollections: {
      [collectionId]: {
        id: collectionId,
        name: 'Library',
        key: 'libkey',
        modes: [{ modeId: '1:0', name: 'Mode 1' }],
        defaultModeId: '1:0',
        remote: true,
        variableIds: [variableId],
      },
    },
  };
  const library = readLocalVariables(answer);

  it.each([
    ['update of a collection', { variableCollections: [{ action: 'UPDATE', id: collectionId, name: 'x' }] }],
    ['delete of a collection', { variableCollections: [remove(collectionId)] }],
    ['extension', { variableCollections: [create('x', { parentVariableCollectionId: collectionId })] }],
    ['new mode', { variableModes: [create('x', { variableCollectionId: collectionId })] }],
    ['delete of a mode', { variableModes: [remove('1:0', { variableCollectionId: collectionId })] }],
    ['new variable', { variables: [variable('x', 'FLOAT', collectionId)] }],
    ['update of a variable', { variables: [{ action: 'UPDATE', id: variableId, name: 'x' }] }],
    ['delete of a variable', { variables: [remove(variableId)] }],
    ['value', { variableModeValues: [value(variableId, '1:0', 1)] }],
  ])('refuse the %s', (_title, body) => {
    expect(openFile({}, library).refused(body)).toEqual([expect.stringMatching(/names a remote/)]);
  });

  it('can be aliased', () => {
    const file = openFile({}, library);
    const collection = { variableCollections: [create('c', { initialModeId: 'm' })] };
    file.apply({
      ...collection,
      variables: [variable('near', 'FLOAT', 'c')],
      variableModeValues: [value('near', 'm', alias(variableId))],
    });
    expect(file.variable('near')?.valuesByMode).toEqual({ [file.id('m')]: alias(variableId) });
  });

  it('are added to the file when an alias first needs them', () => {
    const found = {
      variable: library.variables.get(variableId)!,
      collection: library.collections.get(collectionId)!,
    };
    const file = themeFile({ findRemote: (id) => (id === variableId ? found : undefined) });
    expect(file.variable(variableId)).toBeUndefined();
    file.apply({ variableModeValues: [value('size', 'light', alias(variableId))] });
    expect(file.variable(variableId)).toMatchObject({ remote: true, valuesByMode: { '1:0': 4 } });
    expect(file.collection(collectionId)).toMatchObject({ remote: true, name: 'Library' });
  });
});
