import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../document/run-at-once.ts';
import { alias, extendedFile, remove, value } from './changes.suite.ts';
import { localAnswerOf } from './local-answer.suite.ts';
import { jsonSteps } from './print-local-variables.ts';
import { readLocalVariables, VariablesRefused } from './read-local-variables.ts';

const corpus = process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '../../../shared/data');
const folder = join(corpus, 'api/variables-local');

const json = (value: unknown) => JSON.parse(JSON.stringify(value));

/** What every collection of ours says and an answer may leave out. @see VAR-22, VAR-26 */
const defaults = { isExtension: false, deletedButReferenced: false };

describe('the answer of local variables', () => {
  it('is read back as it was printed, with extensions, overrides and deleted variables', () => {
    const file = extendedFile();
    file.apply({
      variableModeValues: [
        value('size', 'brandDark', 2),
        value('gap', 'light', alias('size')),
        value('ink', 'campaignLight', { color: alias('paper'), opacity: 0.5 }),
      ],
    });
    file.apply({ variables: [remove('size')], variableCollections: [{ action: 'CREATE', name: 'empty' }] });
    const printed = json(localAnswerOf(file.state()));
    expect(JSON.parse(atOnce(jsonSteps(file.state())).join(''))).toEqual(printed);
    const state = readLocalVariables(printed);
    expect(json(localAnswerOf(state))).toEqual(printed);
    expect(new Map(state.aliases.targets)).toEqual(new Map(file.state().aliases.targets));
  });

  it.skipIf(!existsSync(folder))(
    'of the original is read back and printed the same, but for the two flags that it leaves out (needs the real files)',
    () => {
      const answer = JSON.parse(readFileSync(join(folder, 'charcoal-primitives.json'), 'utf8'));
      const expected = json(answer);
      for (const collection of Object.values<object>(expected.meta.variableCollections)) {
        Object.assign(collection, { ...defaults, ...collection });
      }
      const printed = localAnswerOf(readLocalVariables(answer));
      expect(Object.keys(printed.meta.variables)).toHaveLength(352);
      expect(json(printed)).toEqual(expected);
    },
  );

  it('may consist of its meta alone, and contain aliases to variables outside of it', () => {
    const { meta } = localAnswerOf(extendedFile().state());
    expect(json(localAnswerOf(readLocalVariables(json(meta))).meta)).toEqual(json(meta));
  });

  const collection = {
    id: 'c',
    name: 'c',
    key: 'k',
    modes: [{ modeId: 'm', name: 'm' }],
    defaultModeId: 'm',
  };
  const variable = {
    id: 'v',
    name: 'v',
    key: 'k',
    variableCollectionId: 'c',
    resolvedType: 'COLOR',
    valuesByMode: { m: { r: 1.2, g: 0, b: -0.1 } },
  };
  const answer = (moreOfCollection: object, moreOfVariable: object) => ({
    variableCollections: { c: { ...collection, ...moreOfCollection } },
    variables: { v: { ...variable, ...moreOfVariable } },
  });

  /** The collection, and so many more that extend it. */
  function extensionsOf(count: number) {
    const extension = { isExtension: true, parentVariableCollectionId: 'c', rootVariableCollectionId: 'c' };
    const ids = Array.from({ length: count }, (_, index) => `e${index}`);
    const extensions = ids.map((id) => [id, { ...collection, ...extension, id }] as const);
    return { c: collection, ...Object.fromEntries(extensions) };
  }

  it('may have a hundred extensions of one collection', () => {
    const given = { ...answer({}, {}), variableCollections: extensionsOf(100) };
    expect(readLocalVariables(given).collections.size).toBe(101);
  });

  it('gets defaults for what it leaves out, and keeps wide-gamut colours', () => {
    const { meta } = localAnswerOf(readLocalVariables(answer({}, {})));
    expect(meta.variableCollections.c).toMatchObject({ ...defaults, remote: false, variableIds: ['v'] });
    expect(meta.variables.v).toMatchObject({
      description: '',
      scopes: ['ALL_SCOPES'],
      codeSyntax: {},
      valuesByMode: variable.valuesByMode,
    });
  });

  it('lists of a collection of its own what is there and not deleted, and of another file what that said', () => {
    const listed = (remote: boolean, moreOfVariable: object = {}) =>
      readLocalVariables(answer({ remote, variableIds: ['gone', 'other'] }, moreOfVariable)).collections.get(
        'c',
      )?.variableIds;
    expect(listed(false)).toEqual(['v']);
    expect(listed(false, { deletedButReferenced: true })).toEqual([]);
    expect(listed(true)).toEqual(['gone', 'other']);
  });

  it('may name a default that is none of its modes where it is of another file', () => {
    const given = answer({ remote: true, defaultModeId: 'x' }, { remote: true });
    expect(readLocalVariables(given).collections.get('c')?.defaultModeId).toBe('x');
  });

  it('gets a value for each mode of the collection: that of the default mode, or that of a new variable', () => {
    const modes = [...collection.modes, { modeId: 'n', name: 'New' }];
    const valuesIn = (moreOfVariable: object) => {
      const state = readLocalVariables(answer({ modes }, moreOfVariable));
      return localAnswerOf(state).meta.variables.v?.valuesByMode;
    };
    const white = { r: 1, g: 1, b: 1, a: 1 };
    expect(valuesIn({ valuesByMode: undefined })).toEqual({ m: white, n: white });
    const { m } = variable.valuesByMode;
    expect(valuesIn({})).toEqual({ m: { ...m, a: 1 }, n: { ...m, a: 1 } });
    expect(valuesIn({ valuesByMode: { n: white } })).toEqual({ m: white, n: white });
    const aliasing = answer({ modes }, { valuesByMode: { m: alias('w') } });
    expect(readLocalVariables(aliasing).aliases.targets.get('v')?.get('w')).toBe(2);
    expect(valuesIn({ valuesByMode: {}, remote: true })).toEqual({});
  });

  it('keeps the code syntax of the platforms that the interface has', () => {
    const { variables } = readLocalVariables(answer({}, { codeSyntax: { WEB: 'var(--v)', Rust: {} } }));
    expect(variables.get('v')?.codeSyntax).toEqual({ WEB: 'var(--v)' });
  });

  it('keeps the scopes that the interface has', () => {
    const { variables } = readLocalVariables(answer({}, { scopes: ['ALL_FILLS', '', 'SHADOWS'] }));
    expect(variables.get('v')?.scopes).toEqual(['ALL_FILLS']);
  });

  it.each([
    ['no object', null, 'The answer must be an object.'],
    ['no variables', { variableCollections: {} }, 'variables must be an object.'],
    ['another id', answer({}, { id: 'w' }), 'variables["v"].id must be the key it stands under.'],
    ['no name', answer({ name: undefined }, {}), 'variableCollections["c"].name is missing.'],
    [
      'modes of text',
      answer({ modes: ['m'] }, {}),
      'variableCollections["c"].modes must be a list of objects.',
    ],
    [
      'a mode twice',
      answer({ modes: [collection.modes[0], collection.modes[0]] }, {}),
      'variableCollections["c"].modes must each have an id of their own.',
    ],
    ['a default unknown', answer({ defaultModeId: 'x' }, {}), '.defaultModeId must be one of the modes.'],
    [
      'a value of another type',
      answer({}, { valuesByMode: { m: 4 } }),
      'variables["v"].valuesByMode["m"] must be',
    ],
    [
      'a name in code that is none',
      answer({}, { codeSyntax: { WEB: 5 } }),
      '.codeSyntax.WEB must be a string',
    ],
    ['names in code that are none', answer({}, { codeSyntax: [] }), '.codeSyntax must be an object'],
    ['an unknown type', answer({}, { resolvedType: 'DATE' }), 'resolvedType must be one of'],
    ['a collection unknown', answer({}, { variableCollectionId: 'x' }), 'names no collection of the answer.'],
    [
      'an extension without parent',
      answer({ isExtension: true }, {}),
      'parentVariableCollectionId is missing',
    ],
    [
      'an extension of itself',
      answer({ isExtension: true, parentVariableCollectionId: 'c', rootVariableCollectionId: 'c' }, {}),
      'extends itself',
    ],
    ['too many extensions', { ...answer({}, {}), variableCollections: extensionsOf(101) }, 'more than 100'],
  ])('is refused with %s', (_title, given, words) => {
    expect(() => readLocalVariables(given)).toThrow(VariablesRefused);
    expect(() => readLocalVariables(given)).toThrow(words);
  });
});
