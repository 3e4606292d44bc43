import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChanges } from './apply-changes.ts';
import { alias, openFile, remove, themeFile, update, value, variable } from './changes.suite.ts';
import { changesBetween, countOf } from './changes-between.ts';
import { localAnswerOf } from './local-answer.suite.ts';
import { bodies } from './random-changes.suite.ts';
import { cases, limitMs, stepsOf } from './random-steps.suite.ts';
import type { VariablesState } from './state.ts';

/** Ids that no other context makes, each of the same length, so that they are found again in a text. */
function otherContext() {
  let count = 10_000;
  return { newId: () => `7777:${++count}`, newKey: () => 'other' };
}

/**
 * What an answer shows, without keys, which are drawn for what is new, and without inherited modes whose parent is
 * gone: no body makes those, and they keep the name of that time.
 */
function shown(state: VariablesState, ids: Readonly<Record<string, string>> = {}): unknown {
  const isOfRoot = (rootId: string, modeId: string) =>
    state.collections.get(rootId)?.modes.some((mode) => modeId.endsWith(`/${mode.modeId}`)) === true;
  const orphans = new Set(
    [...state.collections].flatMap(([, { extension, modes }]) =>
      modes.flatMap(({ modeId }) =>
        extension === undefined || isOfRoot(extension.rootId, modeId) ? [] : [modeId],
      ),
    ),
  );
  const isSeen = ([, values]: [string, unknown]) =>
    Object.keys(values as object).some((id) => !orphans.has(id));
  let text = JSON.stringify(localAnswerOf(state).meta, (key, part) => {
    if (key === 'key' || orphans.has(key)) return undefined;
    if (key === 'variableOverrides') return Object.fromEntries(Object.entries(part).filter(isSeen));
    return Array.isArray(part) ? part.filter(({ modeId }) => !orphans.has(modeId)) : part;
  });
  const known = Object.entries(ids).toSorted(([, one], [, other]) => other.length - one.length);
  for (const [temporary, real] of known) text = text.replaceAll(real, temporary);
  return JSON.parse(text);
}

/** Takes what one body has no name for: values of new modes in extensions of what was there. */
function withoutUnnamed(before: VariablesState, after: VariablesState): unknown {
  const meta = shown(after) as {
    variableCollections: Record<string, { variableOverrides?: Record<string, object> }>;
  };
  for (const [id, { extension }] of after.collections) {
    const { variableOverrides = {} } = meta.variableCollections[id] ?? {};
    const rootId = extension?.rootId ?? id;
    const known = [
      ...(before.collections.get(rootId)?.modes ?? after.collections.get(rootId)?.modes.slice(0, 1) ?? []),
      ...(before.collections.get(id)?.modes ?? []),
    ].map(({ modeId }) => modeId);
    const isNamed = (modeId: string) =>
      known.includes(modeId) || known.includes(modeId.slice(modeId.lastIndexOf('/') + 1));
    for (const [variableId, values] of Object.entries(variableOverrides)) {
      const named = Object.entries(values).filter(([modeId]) => isNamed(modeId));
      if (named.length === 0) delete variableOverrides[variableId];
      else variableOverrides[variableId] = Object.fromEntries(named);
    }
  }
  return meta;
}

const holdsDeleted = ({ variables, collections }: VariablesState): boolean =>
  [...variables, ...collections].some(([, { deletedButReferenced }]) => deletedButReferenced);

const lists = (changes: object): unknown[] => Object.values(changes).flat();

it(
  'One body makes of any state what any sequence of bodies made of it',
  () => {
    const unbound = () => false;
    fc.assert(
      fc.property(bodies, fc.nat(20), (given, at) => {
        const states = [...stepsOf(given, unbound)].map(({ after }) => after);
        const after = states.at(-1);
        const before = states[at % Math.max(1, states.length)];
        if (before === undefined || after === undefined) return;
        const changes = changesBetween(before, after);
        if (lists(changes).length === 0) return;
        if (holdsDeleted(after)) return;
        const result = applyChanges(before, changes, otherContext());
        if ('problems' in result) throw new Error(result.problems.map(({ sentence }) => sentence).join(' '));
        expect(shown(result.state, result.tempIdToRealId)).toEqual(withoutUnnamed(before, after));
      }),
      { numRuns: cases },
    );
  },
  limitMs,
);

describe('The body between two states of variables', () => {
  const after = (...given: object[]) => {
    const file = themeFile();
    const before = file.state();
    for (const body of given) file.apply(body);
    return { file, changes: changesBetween(before, file.state()) };
  };

  it('is empty where nothing is another, also after changes that were taken back', () => {
    const renamed = (name: string) => ({ variables: [update('gap', { name })] });
    const { changes } = after(renamed('space'), renamed('gap'));
    expect(lists(changes)).toEqual([]);
    expect(countOf(changes)).toBe(0);
  });

  it('lets two variables change names', () => {
    const names = (gap: string, size: string) => ({
      variables: [
        update('gap', { name: 'between' }),
        update('size', { name: size }),
        update('gap', { name: gap }),
      ],
    });
    const { file, changes } = after(names('size', 'gap'));
    const again = openFile({}, themeFile().state());
    again.apply(changes);
    expect(again.variable(file.id('gap'))?.name).toBe('size');
    expect(again.variable(file.id('size'))?.name).toBe('gap');
  });

  it('turns aliases round without a loop on the way, and counts each value once', () => {
    const file = themeFile();
    file.apply({ variableModeValues: [value('ink', 'light', alias('paper'))] });
    const before = file.state();
    const black = { r: 0, g: 0, b: 0, a: 1 };
    file.apply({ variableModeValues: [value('ink', 'light', black), value('paper', 'light', alias('ink'))] });
    const changes = changesBetween(before, file.state());
    expect(countOf(changes)).toBe(2);
    const again = openFile({}, before);
    again.apply(changes);
    expect(shown(again.state())).toEqual(shown(file.state()));
  });

  it.each([
    ['x', 'y'],
    ['y', 'x'],
  ])('lets no alias of before close a loop with one of after: %s and %s', (one, other) => {
    const file = themeFile();
    file.apply({ variables: ['x', 'y', 'z'].map((id) => variable(id)) });
    file.apply({ variableModeValues: [value(one, 'light', alias(other))] });
    const before = file.state();
    const turned = [value(one, 'light', alias('z')), value(other, 'light', alias(one))];
    file.apply({ variableModeValues: turned });
    const changes = changesBetween(before, file.state());
    // What was an alias is none for a while; what was none becomes one at once.
    expect(changes.variableModeValues).toHaveLength(3);
    const again = openFile({}, before);
    again.apply(changes);
    expect(shown(again.state())).toEqual(shown(file.state()));
  });

  it('leaves the value alone that follows a variable which was made and deleted meanwhile', () => {
    const made = {
      variables: [
        { action: 'CREATE', id: 'x', name: 'x', variableCollectionId: 'theme', resolvedType: 'FLOAT' },
      ],
    };
    const { changes } = after(
      made,
      { variableModeValues: [value('gap', 'light', alias('x'))] },
      { variables: [remove('x')] },
    );
    expect(lists(changes)).toEqual([]);
  });
});
