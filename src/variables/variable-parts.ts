import { hashOf, type PersistentMap } from './persistent-map.ts';
import { printVariable } from './print-local-variables.ts';
import type { Variable } from './state.ts';

/** Stored by these many rows, thousands of variables are written at once, and one is written beside dozens. */
const partCount = 128;

/** Which part of a stored file holds a variable. The migration to parts knows it too: it stays as it is. */
export const partOf = (id: string): number => hashOf(id) % partCount;

/** The parts in which one state differs from another, with all that they hold: nothing, where a part is gone. */
export function changedParts(
  before: PersistentMap<Variable>,
  after: PersistentMap<Variable>,
): ReadonlyMap<number, readonly Variable[]> {
  const parts = new Map<number, Variable[]>();
  for (const [id] of before) if (!after.has(id)) parts.set(partOf(id), []);
  for (const [id, variable] of after) if (before.get(id) !== variable) parts.set(partOf(id), []);
  for (const [id, variable] of after) parts.get(partOf(id))?.push(variable);
  return parts;
}

/** JSON by id, as a local answer has it, without what a reader of one takes for granted. */
export const printPart = (variables: readonly Variable[]): string =>
  JSON.stringify(Object.fromEntries(variables.map((variable) => [variable.id, printBriefly(variable)])));

function printBriefly(variable: Variable) {
  const { remote, description, hiddenFromPublishing, scopes, codeSyntax, ...needed } =
    printVariable(variable);
  const takesAll = scopes.length === 1 && scopes[0] === 'ALL_SCOPES';
  return {
    ...needed,
    ...(remote && { remote }),
    ...(description !== '' && { description }),
    ...(hiddenFromPublishing && { hiddenFromPublishing }),
    ...(!takesAll && { scopes }),
    ...(Object.keys(codeSyntax).length > 0 && { codeSyntax }),
  };
}
