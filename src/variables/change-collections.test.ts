import { describe, expect, it } from 'vitest';
import { alias, create, openFile, remove, themeFile, update, value, variable } from './changes.suite.ts';

/** @see VAR-22…VAR-40, VAR-60…VAR-66 */
describe('changes of collections', () => {
  it('a new collection has one mode, its default', () => {
    const file = openFile();
    file.apply({ variableCollections: [create('plain')] });
    expect(file.collection('plain')).toEqual({
      id: 'VariableCollectionId:1:1',
      name: 'plain',
      key: 'key-1',
      remote: false,
      hiddenFromPublishing: false,
      modes: [{ modeId: '1:2', name: 'Mode 1' }],
      defaultModeId: '1:2',
      variableIds: [],
      isExtension: false,
      deletedButReferenced: false,
    });
  });

  it('a temporary id for the first mode maps to it', () => {
    const file = openFile();
    file.apply({ variableCollections: [create('c', { initialModeId: 'm', hiddenFromPublishing: true })] });
    expect(file.collection('c')?.modes[0]?.modeId).toBe(file.id('m'));
    expect(file.collection('c')?.hiddenFromPublishing).toBe(true);
  });

  it('an update changes the fields that it names and keeps the rest', () => {
    const file = themeFile();
    file.apply({ variableCollections: [update('theme', { hiddenFromPublishing: true })] });
    expect(file.collection('theme')).toMatchObject({ name: 'theme', hiddenFromPublishing: true });
    file.apply({ variableCollections: [update('theme', { name: 'Colours' })] });
    expect(file.collection('theme')).toMatchObject({ name: 'Colours', hiddenFromPublishing: true });
  });

  it('a delete removes the collection and its variables, even where they alias each other', () => {
    const file = themeFile();
    file.apply({ variableModeValues: [value('gap', 'light', alias('size')), value('size', 'dark', 3)] });
    file.apply({ variableCollections: [remove('theme')] });
    expect(file.state().variables.size).toBe(0);
    expect(file.state().collectionIds).toEqual([]);
    expect(file.state().aliases.targets.size + file.state().aliases.sources.size).toBe(0);
  });

  it('entries of a list are applied in order', () => {
    const file = openFile();
    const steps = [create('c'), update('c', { name: 'renamed' }), remove('c')];
    file.apply({ variableCollections: steps });
    expect(file.state().collectionIds).toEqual([]);
    expect(
      file.refused({ variableCollections: steps.map((step) => ({ ...step, id: 'd' })).toReversed() })[0],
    ).toBe('variableCollections[0].id names no collection of this file.');
  });

  it.each([
    ['action is missing', { name: 'x' }, 'action is missing'],
    ['an unknown action', { action: 'MOVE', name: 'x' }, 'action must be one of CREATE, UPDATE, DELETE'],
    ['no name', { action: 'CREATE' }, 'name is missing'],
    ['an empty name', { action: 'CREATE', name: '' }, 'name must not be empty'],
    ['a name of null', { action: 'CREATE', name: null }, 'name must be a string'],
    ['a lone surrogate', { action: 'CREATE', name: '\ud800' }, 'name must not hold half a character'],
    ['an id of a number', { action: 'CREATE', name: 'x', id: 4 }, 'id must be a string'],
    [
      'a flag of a word',
      { action: 'CREATE', name: 'x', hiddenFromPublishing: 'yes' },
      'hiddenFromPublishing must be',
    ],
    ['no id on update', { action: 'UPDATE', name: 'x' }, 'id is missing'],
    ['no id on delete', { action: 'DELETE' }, 'id is missing'],
    ['an unknown id', remove('VariableCollectionId:9:9'), 'id names no collection'],
    [
      'a mapping without parent',
      create('x', { initialModeIdToParentModeIdMapping: {} }),
      'can be given only with',
    ],
    [
      'a mapping on update',
      update('theme', { initialModeIdToParentModeIdMapping: {} }),
      'only when a collection is',
    ],
    ['the id of something existing', create('theme'), 'id is the id of something that exists already'],
    ['a prototype name as id', update('__proto__', {}), 'id names no collection'],
  ])('refuses %s', (_title, entry, words) => {
    const file = themeFile();
    expect(file.refused({ variableCollections: [entry] })).toEqual([expect.stringContaining(words)]);
  });
});

/** @see VAR-61…VAR-65 */
describe('a body of changes', () => {
  it('is refused with list, index, field and reason of every mistake, and without those that only follow', () => {
    const file = themeFile();
    const problems = file.problems({
      variableCollections: [{ action: 'CREATE', id: 'bad', name: 7 }],
      variables: [variable('follows', 'FLOAT', 'bad'), variable('n', 'NUMBER')],
      variableModeValues: [value('follows', 'light', 1), value('size', 'light', 'wide')],
    });
    expect(problems).toEqual([
      {
        list: 'variableCollections',
        index: 0,
        field: 'name',
        sentence: 'variableCollections[0].name must be a string.',
      },
      {
        list: 'variables',
        index: 1,
        field: 'resolvedType',
        sentence: 'variables[1].resolvedType must be one of BOOLEAN, FLOAT, STRING, COLOR.',
      },
      {
        list: 'variableModeValues',
        index: 1,
        field: 'value',
        sentence: 'variableModeValues[1].value must be a finite number or an alias.',
      },
    ]);
  });

  it.each([
    ['an empty object', {}, 'The body must hold at least one list of changes.'],
    ['null', null, 'The body must be an object.'],
    ['a list', [], 'The body must be an object.'],
    ['a list that is none', { variables: {} }, 'variables must be a list.'],
    ['a list of null', { variables: null }, 'variables must be a list.'],
    ['an entry that is none', { variableModes: [null] }, 'variableModes[0] must be an object.'],
    ['an entry that is a list', { variables: [[]] }, 'variables[0] must be an object.'],
  ])('is refused when it is %s', (_title, body, sentence) => {
    expect(openFile().refused(body)).toEqual([sentence]);
  });

  it('is refused with a hundred reasons at most', () => {
    const entries = Array.from({ length: 500 }, () => ({ action: 'CREATE' }));
    expect(openFile().refused({ variables: entries })).toHaveLength(100);
  });

  it('is applied in the order of the lists, whatever the order of its keys', () => {
    const file = openFile();
    file.apply({
      variableModeValues: [value('v', 'm2', 5)],
      variables: [variable('v', 'FLOAT', 'c')],
      variableModes: [create('m2', { variableCollectionId: 'c' })],
      variableCollections: [create('c', { initialModeId: 'm1' })],
    });
    expect(file.variable('v')?.valuesByMode).toEqual({ [file.id('m1')]: 0, [file.id('m2')]: 5 });
  });

  it.each([
    ['within a list', { variableCollections: [create('x'), create('x')] }],
    ['with an initial mode', { variableCollections: [create('x', { initialModeId: 'x' })] }],
    [
      'over two kinds',
      { variableModes: [create('x', { variableCollectionId: 'theme' })], variables: [variable('x')] },
    ],
  ])('may use a temporary id only once, %s', (_title, body) => {
    expect(themeFile().refused(body)).toEqual([expect.stringContaining('temporary id that was used before')]);
  });

  it('resolves only its own temporary ids, each for its kind', () => {
    const file = openFile();
    file.apply({ variableCollections: [create('gone-after-this')] });
    const state = file.state();
    const other = openFile({}, state);
    expect(other.refused({ variables: [variable('v', 'FLOAT', 'gone-after-this')] })).toEqual([
      'variables[0].variableCollectionId names no collection of this file.',
    ]);
    expect(
      file.refused({
        variableCollections: [create('c', { initialModeId: 'm' })],
        variables: [variable('v', 'FLOAT', 'm')],
      }),
    ).toEqual(['variables[0].variableCollectionId is the temporary id of a mode, not of a collection.']);
  });

  it('is refused when an entry refers to its own temporary id', () => {
    expect(
      openFile().refused({ variableCollections: [create('c', { parentVariableCollectionId: 'c' })] }),
    ).toEqual([
      'variableCollections[0].parentVariableCollectionId is a temporary id that stands for nothing yet.',
    ]);
  });

  it('may use names of Object.prototype as temporary ids', () => {
    const file = openFile();
    const body = JSON.parse(
      '{"variableCollections":[{"action":"CREATE","id":"__proto__","name":"constructor","initialModeId":"toString"}]}',
    );
    file.apply(body);
    expect(file.collection('__proto__')?.name).toBe('constructor');
    expect(file.id('toString')).toBe(file.collection('__proto__')?.defaultModeId);
  });
});
