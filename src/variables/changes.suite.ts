import { applyChanges, type Problem } from './apply-changes.ts';
import type { ChangeContext } from './draft.ts';
import { localAnswerOf } from './local-answer.suite.ts';
import { emptyState, type VariablesState } from './state.ts';

/** Ids 1:1, 1:2, … and keys key-1, key-2, …, which a test can foresee. */
export function countingContext(more: Partial<ChangeContext> = {}): ChangeContext {
  let ids = 0;
  let keys = 0;
  return { newId: () => `1:${++ids}`, newKey: () => `key-${++keys}`, ...more };
}

/** A file in the making: each body is applied to what the one before left. */
export function openFile(more: Partial<ChangeContext> = {}, start: VariablesState = emptyState) {
  const context = countingContext(more);
  let state = start;
  const known = new Map<string, string>();
  const real = (part: unknown): unknown => withRealIds(part, known);
  return {
    state: () => state,
    /** The real id of a temporary one of any body so far. */
    id: (temporary: string): string => known.get(temporary) ?? temporary,
    /** Temporary ids of earlier bodies stand for what they became. @throws when it is refused */
    apply(changes: unknown): void {
      const result = applyChanges(state, real(changes), context);
      if ('problems' in result) throw new Error(result.problems.map(({ sentence }) => sentence).join(' '));
      state = result.state;
      for (const [temporary, id] of Object.entries(result.tempIdToRealId)) known.set(temporary, id);
    },
    /** The sentences of a body that must be refused. */
    refused(changes: unknown): string[] {
      return this.problems(changes).map(({ sentence }) => sentence);
    },
    problems(changes: unknown): readonly Problem[] {
      const result = applyChanges(state, real(changes), context);
      return 'problems' in result ? result.problems : [];
    },
    collection: (temporary: string) =>
      localAnswerOf(state).meta.variableCollections[known.get(temporary) ?? temporary],
    variable: (temporary: string) => localAnswerOf(state).meta.variables[known.get(temporary) ?? temporary],
  };
}

const idFields = ['id', 'variableCollectionId', 'parentVariableCollectionId', 'variableId', 'modeId'];

/** Numbers stay what JSON can't say. */
function withRealIds(part: unknown, known: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(part)) return part.map((entry) => withRealIds(entry, known));
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, entry]) =>
    idFields.includes(key) && typeof entry === 'string'
      ? [key, known.get(entry) ?? entry]
      : [key, withRealIds(entry, known)],
  );
  return Object.fromEntries(entries);
}

export const create = (id: string, more: object = {}) => ({ action: 'CREATE', id, name: id, ...more });
export const update = (id: string, more: object = {}) => ({ action: 'UPDATE', id, ...more });
export const remove = (id: string, more: object = {}) => ({ action: 'DELETE', id, ...more });
export const variable = (
  id: string,
  resolvedType = 'FLOAT',
  variableCollectionId = 'theme',
  more: object = {},
) => create(id, { resolvedType, variableCollectionId, ...more });
export const value = (variableId: string, modeId: string, given: unknown) => ({
  variableId,
  modeId,
  value: given,
});
export const alias = (id: string) => ({ type: 'VARIABLE_ALIAS', id });

/** Collection `theme` with the modes `light` and `dark`, and a variable of each type. */
export const themeBody = {
  variableCollections: [create('theme', { initialModeId: 'light' })],
  variableModes: [create('dark', { variableCollectionId: 'theme' })],
  variables: [
    variable('size'),
    variable('gap'),
    variable('title', 'STRING'),
    variable('ink', 'COLOR'),
    variable('paper', 'COLOR'),
    variable('shown', 'BOOLEAN'),
  ],
};

export function themeFile(more: Partial<ChangeContext> = {}) {
  const file = openFile(more);
  file.apply(themeBody);
  return file;
}

/** The theme with `brand` extending it and `campaign` extending `brand`, their modes named after both. */
export function extendedFile(more: Partial<ChangeContext> = {}) {
  const file = themeFile(more);
  file.apply({
    variableCollections: [
      create('brand', {
        parentVariableCollectionId: 'theme',
        initialModeIdToParentModeIdMapping: {
          [file.id('light')]: 'brandLight',
          [file.id('dark')]: 'brandDark',
        },
      }),
      create('campaign', {
        parentVariableCollectionId: 'brand',
        initialModeIdToParentModeIdMapping: { brandLight: 'campaignLight', brandDark: 'campaignDark' },
      }),
    ],
  });
  return file;
}
