import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../document/run-at-once.ts';
import { alias, create, openFile, remove, themeBody, update, value, variable } from './changes.suite.ts';
import { localAnswerOf } from './local-answer.suite.ts';
import { readLocalVariables } from './read-local-variables.ts';
import { emptyState, type VariablesState } from './state.ts';
import type { Value } from './values.ts';
import { changedParts, partOf, printPart, readParts } from './variable-parts.ts';

const many = Array.from({ length: 1000 }, (_, index) => variable(`v${index}`, 'FLOAT', 'theme'));

describe('variables stored in parts', () => {
  it('are read back unchanged, with the defaults that were left out', () => {
    const file = openFile();
    file.apply(themeBody);
    const special = {
      description: 'x',
      hiddenFromPublishing: true,
      scopes: ['GAP'],
      codeSyntax: { WEB: 'a' },
    };
    file.apply({ variables: [update('size', special)] });
    expectStored(file.state());
  });

  it('are read back with wide-gamut colours, aliases and composed colours', () => {
    const file = openFile();
    file.apply(themeBody);
    file.apply({
      variableModeValues: [
        value('ink', 'light', { color: alias('paper'), opacity: 0.5 }),
        value('ink', 'dark', alias('paper')),
        value('paper', 'light', { r: 0.1, g: 0.2, b: 0.3, a: 0.4 }),
      ],
    });
    const { meta } = localAnswerOf(file.state());
    const { valuesByMode } = meta.variables[file.id('paper')]!;
    valuesByMode[file.id('dark')] = { r: 1.2, g: -0.1, b: 0 } as Value;
    expectStored(readLocalVariables(meta));
  });

  it('are written again only where they changed, and then completely', () => {
    const file = openFile();
    file.apply({ ...themeBody, variables: [...themeBody.variables, ...many] });
    const before = file.state();
    file.apply({ variables: [remove('v1')], variableModeValues: [value('v2', 'light', 5)] });
    const parts = atOnce(changedParts(before.variables, file.state().variables));
    expect([...parts.keys()].toSorted()).toEqual([partOf(file.id('v1')), partOf(file.id('v2'))].toSorted());
    for (const [part, members] of parts) {
      const all = [...file.state().variables].map(([, member]) => member);
      expect(new Set(members)).toEqual(new Set(all.filter(({ id }) => partOf(id) === part)));
    }
  });

  it('leave an empty part when all of it are deleted', () => {
    const file = openFile();
    file.apply({ variableCollections: [create('theme', { initialModeId: 'light' })] });
    file.apply({ variables: [variable('only', 'FLOAT', 'theme')] });
    const before = file.state();
    file.apply({ variables: [remove('only')] });
    const parts = atOnce(changedParts(before.variables, file.state().variables));
    expect([...parts]).toEqual([[partOf(file.id('only')), []]]);
  });

  it('are distributed evenly over the parts', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (first) => {
        const ids = Array.from({ length: 5000 }, (_, index) => `VariableID:1:${first + index}`);
        const sizes = [...Map.groupBy(ids, partOf).values()].map((members) => members.length);
        expect(Math.max(...sizes)).toBeLessThan(100);
      }),
      { numRuns: 20 },
    );
  });
});

function expectStored(state: VariablesState): void {
  const stored = [...atOnce(changedParts(emptyState.variables, state.variables)).values()].map(printPart);
  const { meta } = localAnswerOf(state);
  const variables = atOnce(readParts(stored));
  expect(localAnswerOf(readLocalVariables({ ...meta, variables }))).toEqual(localAnswerOf(state));
}
