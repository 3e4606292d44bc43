import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alias, create, openFile, value, variable } from '../changes.suite.ts';
import { localAnswerOf } from '../local-answer.suite.ts';
import { emptyState, type VariablesState } from '../state.ts';
import { isAlias } from '../values.ts';
import { TokensRefused } from './found-tokens.ts';
import { readTokens } from './read-tokens.ts';
import { writeTokens } from './write-tokens.ts';

/** As after a way through a file. */
const throughJson = (value: unknown) => JSON.parse(JSON.stringify(value));

function importInto(file: ReturnType<typeof openFile>, tokens: unknown, mode?: string): readonly string[] {
  const { changes, report } = readTokens(throughJson(tokens), file.state(), { collection: 'Tokens', mode });
  file.apply(throughJson(changes));
  return report;
}

/** What a state says, with names in place of ids and keys. Groups bring variables into another order. */
function told(state: VariablesState): { name: string; variables: Record<string, unknown> }[] {
  const { variables, variableCollections } = localAnswerOf(state).meta;
  return Object.values(variableCollections).map(({ name, modes, variableIds, hiddenFromPublishing }) => ({
    name,
    hiddenFromPublishing,
    modes: modes.map((mode) => mode.name),
    variables: Object.fromEntries(
      variableIds.map((id) => {
        const { valuesByMode, scopes, codeSyntax, description, ...own } = variables[id]!;
        const values = modes.map(({ modeId }) => valuesByMode[modeId]);
        const told = values.map((one) => (isAlias(one) ? `to ${variables[one.id]?.name}` : one));
        return [
          own.name,
          [own.resolvedType, own.hiddenFromPublishing, scopes, codeSyntax, description, ...told],
        ];
      }),
    ),
  }));
}

const step = fc.constantFrom(
  'a',
  'b',
  'a/b',
  'a/b/c',
  '$x',
  'x//y',
  '__proto__',
  'ä b',
  '/',
  '$root',
  'constructor',
);
const channel = fc.double({ min: 0, max: 1, noNaN: true });
const literals = {
  BOOLEAN: fc.boolean(),
  FLOAT: fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number || 0),
  STRING: fc.constantFrom('', 'text', '👋 "x"', '#fff', '4px'),
  COLOR: fc.record({ r: channel, g: channel, b: channel, a: channel }),
};
const one = fc.constantFrom(...(Object.keys(literals) as (keyof typeof literals)[])).chain((type) =>
  fc.record({
    type: fc.constant(type),
    name: step,
    inFirst: fc.boolean(),
    isHidden: fc.boolean(),
    description: fc.constantFrom('', 'Says\nwhat'),
    codeSyntax: fc.constantFrom({}, { WEB: 'var(--x)' }),
    values: fc.tuple(literals[type], literals[type]),
    /** Counted back among those of its type. */
    aliased: fc.option(fc.nat(3)),
  }),
);

type One = typeof one extends fc.Arbitrary<infer T> ? T : never;

function fileOf(given: readonly One[]): ReturnType<typeof openFile> {
  const kept = [...new Map(given.map((each) => [`${each.inFirst} ${each.name}`, each])).values()];
  const collections = [true, false].filter((inFirst) => kept.some((each) => each.inFirst === inFirst));
  const file = openFile();
  file.apply({
    variableCollections: collections.map((first) =>
      create(`c ${first}`, {
        name: first ? 'First' : 'The {second}',
        initialModeId: `m ${first}`,
        hiddenFromPublishing: first,
      }),
    ),
    variableModes: collections.map((first) =>
      create(`n ${first}`, { name: 'Dark', variableCollectionId: `c ${first}` }),
    ),
    variables: kept.map(({ name, type, inFirst, isHidden, ...more }, index) => {
      const { description, codeSyntax } = more;
      const scopes = type === 'STRING' && isHidden ? ['FONT_FAMILY'] : ['ALL_SCOPES'];
      const settings = { name, description, codeSyntax, scopes, hiddenFromPublishing: isHidden };
      return variable(`v${index}`, type, `c ${inFirst}`, settings);
    }),
    variableModeValues: kept.flatMap(({ type, values, aliased, inFirst }, index) => {
      const before = kept.flatMap((each, at) => (at < index && each.type === type ? [`v${at}`] : []));
      const target = aliased === null ? undefined : before.at(-1 - aliased);
      const dark = target === undefined ? values[1] : alias(target);
      return [value(`v${index}`, `m ${inFirst}`, values[0]), value(`v${index}`, `n ${inFirst}`, dark)];
    }),
  });
  return file;
}

describe('design tokens', () => {
  it('can be read back into the variables that they were written from', () => {
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 8 }), (given) => {
        const file = fileOf(given);
        const { tokens } = writeTokens(file.state(), {});
        const again = openFile();
        expect(importInto(again, tokens)).toEqual([]);
        expect(told(again.state())).toEqual(told(file.state()));
        expect(importInto(file, tokens)).toEqual([]);
        expect(told(file.state())).toEqual(told(again.state()));
      }),
      { numRuns: 300 },
    );
  });

  it('in one file per mode add one mode after the other', () => {
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 8 }), (given) => {
        const file = fileOf(given);
        const again = openFile();
        for (const mode of ['Mode 1', 'Dark']) {
          const { tokens } = writeTokens(file.state(), { mode });
          expect(JSON.stringify(tokens)).not.toContain('"modes":{');
          importInto(again, tokens, mode);
        }
        expect(told(again.state())).toEqual(told(file.state()));
      }),
      { numRuns: 100 },
    );
  });

  it('have groups, types, values and aliases in the form of the specification', () => {
    const file = openFile();
    file.apply({
      variableCollections: [create('Theme', { initialModeId: 'light' })],
      variables: [
        variable('ink', 'COLOR', 'Theme', { name: 'color/ink', description: 'Text' }),
        variable('text', 'COLOR', 'Theme', { name: 'color' }),
        variable('font', 'STRING', 'Theme', { scopes: ['FONT_FAMILY'] }),
      ],
      variableModeValues: [
        value('ink', 'light', { r: 1, g: 0.5, b: 0 }),
        value('text', 'light', alias('ink')),
        value('font', 'light', 'Inter'),
      ],
    });
    const { tokens, report } = writeTokens(file.state(), {});
    expect(report).toEqual([]);
    expect(tokens.Theme).toMatchObject({
      color: {
        ink: {
          $type: 'color',
          $description: 'Text',
          $value: { colorSpace: 'srgb', components: [1, 0.5, 0], alpha: 1, hex: '#ff8000' },
        },
        $root: { $type: 'color', $value: '{Theme.color.ink}' },
      },
      font: { $type: 'fontFamily', $value: 'Inter' },
    });
  });

  it('of other tools become one collection, with a report of what has no counterpart', () => {
    const file = openFile();
    const report = importInto(file, {
      $description: 'All',
      color: {
        $type: 'color',
        red: { $value: '#f00' },
        glass: { $value: { colorSpace: 'display-p3', components: [1, 0, 0], alpha: 0.5, hex: '#ff0000' } },
        vivid: { $value: { colorSpace: 'oklch', components: [0.7, 0.3, 20] } },
        text: { $value: '{color.red}' },
        lost: { $value: '{color.none}' },
        round: { $value: '{color.round}' },
      },
      space: {
        small: { $type: 'dimension', $value: { value: 4, unit: 'px' } },
        old: { $type: 'dimension', $value: '2rem' },
      },
      time: { $type: 'duration', $value: { value: 0.2, unit: 's' } },
      weight: { $type: 'fontWeight', $value: 700 },
      family: { $type: 'fontFamily', $value: ['Inter', 'sans-serif'] },
      shadow: { $type: 'shadow', $value: { offsetX: '0px' } },
      __proto__: { $value: 3 },
    });
    const [collection] = told(file.state());
    expect(collection?.name).toBe('Tokens');
    const values = Object.entries(collection?.variables ?? {}).map(([name, told]) => [
      name,
      (told as unknown[])[5],
    ]);
    expect(values).toEqual([
      ['color/red', { r: 1, g: 0, b: 0, a: 1 }],
      ['color/glass', { r: 1, g: 0, b: 0, a: 0.5 }],
      ['color/text', 'to color/red'],
      ['space/small', 4],
      ['space/old', 32],
      ['time', 200],
      ['weight', 700],
      ['family', 'Inter'],
    ]);
    expect(report).toEqual([
      'color.vivid is a colour outside of sRGB.',
      'color.lost aliases {color.none}, which is not in the file.',
      'color.round aliases itself.',
      'shadow is of the type "shadow", which no variable has.',
      'color.glass is in display-p3 and became its sRGB fallback.',
      'space.old loses its unit: 2 rem became 32.',
      'time loses its unit: 0.2 s became 200.',
      'family keeps only its first family.',
    ]);
  });

  it('come with a report of what in the variables has no counterpart', () => {
    const file = openFile();
    file.apply({
      variableCollections: [
        create('c', { initialModeId: 'm' }),
        create('d', { parentVariableCollectionId: 'c' }),
      ],
      variables: [
        variable('v', 'COLOR', 'c'),
        variable('w', 'COLOR', 'c'),
        variable('b', 'BOOLEAN', 'c'),
        variable('s', 'STRING', 'c'),
      ],
      variableModeValues: [value('w', 'm', { color: alias('v'), opacity: 0.5 }), value('s', 'm', '{a}')],
    });
    expect(writeTokens(file.state(), { mode: 'Night' }).report).toEqual([
      '"d" extends another collection, which tokens can not.',
      '"c" has no mode "Night"; its default is written.',
      '"w" in the mode "Mode 1" is a colour whose opacity or colour is an alias.',
      '"b" has the type "boolean", which is not one of the format.',
      '"s" in the mode "Mode 1" is a text that reads like an alias.',
    ]);
  });

  it.each([null, [], 'x', {}, { a: {} }])('that are invalid are refused: %j', (given) => {
    expect(() => readTokens(given, emptyState, { collection: 'Tokens' })).toThrow(TokensRefused);
  });

  it('may be nested to any depth and contain anything: they are read or refused', () => {
    let deep: unknown = { $value: 1 };
    for (let level = 0; level < 100_000; level += 1) deep = { a: deep };
    expect(() => readTokens(deep, emptyState, { collection: 'Tokens' })).toThrow('200 levels');
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', '$value', '$type', '$extensions', '$root'), fc.jsonValue()),
        (given) => {
          try {
            readTokens(given, emptyState, { collection: 'Tokens' });
          } catch (error) {
            expect(error).toBeInstanceOf(TokensRefused);
          }
        },
      ),
    );
  });
});
