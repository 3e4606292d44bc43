import { describe, expect, it } from 'vitest';
import { atOnce } from '../document/run-at-once.ts';
import { alias, extendedFile, value } from './changes.suite.ts';
import { importSteps } from './import-variables.ts';
import { localAnswerOf } from './local-answer.suite.ts';
import type { Meta } from './random-changes.suite.ts';
import type { Value } from './values.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are JSON
type Json = any;

const file = extendedFile();
file.apply({ variableModeValues: [value('gap', 'light', alias('size'))] });
const [theme, size, gap, ink] = ['theme', 'size', 'gap', 'ink'].map(file.id) as [string, ...string[]];
const light = file.id('light');

/** The refusal of an answer that was changed; undefined where it is taken. */
function refusal(change: (meta: Meta) => void): string | undefined {
  const meta = JSON.parse(JSON.stringify(localAnswerOf(file.state()).meta)) as Meta;
  change(meta);
  try {
    atOnce(importSteps(meta));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const inVariable = (id: string | undefined, changes: Json) => (meta: Meta) => {
  Object.assign(meta.variables[id ?? ''] as Json, changes);
};
const inCollection = (changes: (collection: Json) => void) => (meta: Meta) =>
  changes(meta.variableCollections[theme]);

describe('an imported answer of local variables', () => {
  it('is imported unchanged', () => expect(refusal(() => {})).toBeUndefined());

  it('is refused with a loop of aliases, naming a variable of it', () => {
    const looping = inVariable(size, { valuesByMode: { [light]: alias(gap as string) } });
    expect(refusal(looping)).toMatch(/^variables\["VariableID:1:\d+"\] is in a loop of aliases\.$/);
    const itself = inVariable(size, { valuesByMode: { [light]: alias(size as string) } });
    expect(refusal(itself)).toBe(`variables["${size}"] is in a loop of aliases.`);
  });

  it('is refused with a loop through an override', () => {
    const brand = file.id('brand');
    expect(
      refusal(({ variableCollections }) => {
        const { variableOverrides } = variableCollections[brand] as Json;
        variableOverrides[size as string] = { [file.id('brandDark')]: alias(gap as string) };
      }),
    ).toMatch(/is in a loop of aliases\.$/);
  });

  it('is refused with an alias to another type', () => {
    const other = inVariable(ink, { valuesByMode: { [light]: alias(size as string) as Value } });
    const place = `variables["${ink}"].valuesByMode["${light}"]`;
    expect(refusal(other)).toBe(`${place} is an alias to a variable of another type than COLOR.`);
  });

  it('is refused with an override that is an alias to another type', () => {
    const [brand, brandDark] = [file.id('brand'), file.id('brandDark')];
    const other = ({ variableCollections }: Meta): void => {
      (variableCollections[brand] as Json).variableOverrides[ink as string] = {
        [brandDark]: alias(size as string),
      };
    };
    const place = `variableCollections["${brand}"].variableOverrides["${ink}"]["${brandDark}"]`;
    expect(refusal(other)).toBe(`${place} is an alias to a variable of another type than COLOR.`);
  });

  it('is refused with one mode in two collections', () => {
    const brand = file.id('brand');
    const shared = ({ variableCollections }: Meta): void => {
      (variableCollections[brand] as Json).modes[0].modeId = light;
      (variableCollections[brand] as Json).defaultModeId = light;
    };
    expect(refusal(shared)).toMatch(/^variableCollections\["[^"]+"\]\.modes\[0\]\.modeId is a mode of Var/);
    const remote = (meta: Meta): void => {
      shared(meta);
      (meta.variableCollections[brand] as Json).remote = true;
    };
    expect(refusal(remote)).toBeUndefined();
  });

  it('is refused with names that a change could not give', () => {
    expect(refusal(inVariable(size, { name: 'a.b' }))).toBe(
      `variables["${size}"].name must not contain ".", "{" or "}".`,
    );
    expect(refusal(inVariable(size, { name: 'gap' }))).toMatch(
      /^variables\["VariableID:1:\d+"\]\.name is the name of VariableID:1:\d+ in the same collection\.$/,
    );
  });

  it('is refused beyond the limits of modes and variables', () => {
    const modes = Array.from({ length: 41 }, (_, index) => ({ modeId: `9:${index}`, name: 'm' }));
    const many = inCollection((collection) => collection.modes.push(...modes.slice(0, 39)));
    expect(refusal(many)).toBe(`variableCollections["${theme}"].modes must be at most 40.`);
    const long = inCollection((collection) => {
      collection.modes[1].name = 'x'.repeat(41);
    });
    expect(refusal(long)).toBe(
      `variableCollections["${theme}"].modes[1].name must have at most 40 characters.`,
    );
    const crowded = (meta: Meta): void => {
      const one = meta.variables[size as string] as Json;
      for (let index = 0; index < 5000; index += 1) {
        const id = `VariableID:9:${index}`;
        (meta.variables as Json)[id] = { ...one, id, name: `other ${index}` };
      }
    };
    expect(refusal(crowded)).toBe(`variableCollections["${theme}"].variableIds must be at most 5000.`);
  });

  it('is accepted with remote and deleted variables', () => {
    const remote = { remote: true, name: 'a.b', valuesByMode: { [light]: alias(gap as string) } };
    expect(refusal(inVariable(size, { ...remote, valuesByMode: {} }))).toBeUndefined();
    expect(refusal(inVariable(ink, { deletedButReferenced: true, name: 'a.b' }))).toBeUndefined();
    expect(
      refusal(inVariable(size, { valuesByMode: { [light]: alias('VariableID:far/1:1') } })),
    ).toBeUndefined();
  });
});
