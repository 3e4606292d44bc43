import { describe, expect, it } from 'vitest';
import { alias, create, extendedFile, themeFile, value, variable } from './changes.suite.ts';
import { localAnswerOf } from './local-answer.suite.ts';
import { readLocalVariables } from './read-local-variables.ts';
import { valueResolver } from './resolve-value.ts';
import type { Variable } from './state.ts';

type File = ReturnType<typeof themeFile>;
const resolved = (file: File, name: string, chosen: Record<string, string> = {}) =>
  valueResolver(
    file.state(),
    new Map(Object.entries(chosen).map(([collection, mode]) => [file.id(collection), file.id(mode)])),
  )(file.id(name));

describe('the value of a variable', () => {
  it('is that of the chosen mode, else of the default mode', () => {
    const file = themeFile();
    file.apply({ variableModeValues: [value('size', 'light', 1), value('size', 'dark', 2)] });
    expect(resolved(file, 'size')).toBe(1);
    expect(resolved(file, 'size', { theme: 'dark' })).toBe(2);
    expect(resolved(file, 'size', { theme: '9:9' })).toBe(1);
    expect(resolved(file, 'nothing')).toBeUndefined();
  });

  it('is found through aliases, each collection in its own mode', () => {
    const file = themeFile();
    const base = create('base', { initialModeId: 'wide' });
    file.apply({
      variableCollections: [base],
      variableModes: [create('narrow', { variableCollectionId: 'base' })],
      variables: [variable('step', 'FLOAT', 'base')],
      variableModeValues: [
        value('step', 'wide', 16),
        value('step', 'narrow', 8),
        value('gap', 'light', alias('step')),
        value('size', 'light', alias('gap')),
      ],
    });
    expect(resolved(file, 'size', { base: 'narrow' })).toBe(8);
    expect(resolved(file, 'size')).toBe(16);
    expect(resolved(file, 'size', { theme: 'dark', base: 'narrow' })).toBe(0);
  });

  it('is the override of the chosen extension, else of what that extends', () => {
    const file = extendedFile();
    file.apply({ variableModeValues: [value('size', 'dark', 1), value('size', 'brandDark', 2)] });
    expect(resolved(file, 'size', { theme: 'dark' })).toBe(1);
    expect(resolved(file, 'size', { theme: 'brandDark' })).toBe(2);
    expect(resolved(file, 'size', { theme: 'dark', campaign: 'campaignDark' })).toBe(2);
    file.apply({ variableModeValues: [value('size', 'campaignDark', 3)] });
    expect(resolved(file, 'size', { campaign: 'campaignDark' })).toBe(3);
    expect(resolved(file, 'size', { brand: 'brandDark' })).toBe(2);
  });

  it('falls back to the default mode where the parent of an extended mode is gone', () => {
    const file = extendedFile();
    file.apply({ variableModeValues: [value('size', 'light', 1), value('gap', 'brandDark', 2)] });
    file.apply({ variableModes: [{ action: 'DELETE', id: 'dark' }] });
    expect(resolved(file, 'size', { campaign: 'campaignDark' })).toBe(1);
    expect(resolved(file, 'gap', { campaign: 'campaignDark' })).toBe(2);
  });

  it('of a composed colour has the opacity given beside it', () => {
    const file = themeFile();
    const ink = { r: 0.1, g: 0.2, b: 0.3, a: 0.4 };
    file.apply({
      variableModeValues: [
        value('paper', 'light', ink),
        value('size', 'light', 7),
        value('ink', 'light', { color: alias('paper'), opacity: 0.5 }),
        value('ink', 'dark', { color: ink, opacity: alias('size') }),
      ],
    });
    expect(resolved(file, 'ink')).toEqual({ ...ink, a: 0.5 });
    expect(resolved(file, 'ink', { theme: 'dark' })).toEqual({ ...ink, a: 0 });
    expect(resolved(file, 'paper')).toEqual(ink);
    file.apply({
      variables: [variable('outer', 'COLOR')],
      variableModeValues: [value('outer', 'light', { color: alias('ink'), opacity: 0.75 })],
    });
    expect(resolved(file, 'outer')).toEqual({ ...ink, a: 0.75 });
  });

  it('is undefined for a loop or for an alias to a variable outside of an imported answer', () => {
    const file = themeFile();
    file.apply({ variableModeValues: [value('gap', 'light', alias('size'))] });
    const answer = JSON.parse(JSON.stringify(localAnswerOf(file.state())));
    const light = file.id('light');
    answer.meta.variables[file.id('size')].valuesByMode[light] = alias(file.id('gap'));
    answer.meta.variables[file.id('ink')].valuesByMode[light] = alias('VariableID:far/1:1');
    answer.meta.variables[file.id('paper')].valuesByMode[light] = {
      color: { r: 0, g: 0, b: 0, a: 1 },
      opacity: alias(file.id('paper')),
    };
    const state = readLocalVariables(answer);
    const resolve = valueResolver(state, new Map());
    for (const name of ['paper', 'size', 'ink']) expect(resolve(file.id(name))).toBeUndefined();
  });

  it('is computed once for each variable of a long chain', () => {
    const file = themeFile();
    const names = Array.from({ length: 300 }, (_, index) => `step${index}`);
    file.apply({
      variables: names.map((name) => variable(name, 'FLOAT')),
      variableModeValues: [
        ...names.slice(1).map((name, index) => value(name, 'light', alias(names[index] as string))),
        value('step0', 'light', 7),
      ],
    });
    let looks = 0;
    const { variables } = file.state();
    const get = (id: string): Variable | undefined => {
      looks += 1;
      return variables.get(id);
    };
    const resolve = valueResolver({ ...file.state(), variables: { ...variables, get } }, new Map());
    expect(names.toReversed().map((name) => resolve(file.id(name)))).toEqual(names.map(() => 7));
    expect(looks).toBe(names.length);
  });
});
