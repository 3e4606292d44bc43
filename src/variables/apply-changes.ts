import { atOnce } from '../document/run-at-once.ts';
import { collectionChanges } from './change-collections.ts';
import { ChangeDepends, ChangeRefused, type Entry, isEntry, requiredOneOf } from './change-fields.ts';
import { modeChanges } from './change-modes.ts';
import { changeValue } from './change-values.ts';
import { variableChanges } from './change-variables.ts';
import { type ChangeContext, Draft } from './draft.ts';
import type { VariablesState } from './state.ts';

/** Why changes can't be applied; `sentence` says all of it, for people. */
export interface Problem {
  readonly list: string | undefined;
  readonly index: number | undefined;
  readonly field: string | undefined;
  readonly sentence: string;
}

export type Applied = {
  readonly state: VariablesState;
  readonly tempIdToRealId: Readonly<Record<string, string>>;
};
export type Refused = { readonly problems: readonly [Problem, ...Problem[]] };

/** An entry takes some µs, of which a look at the time would be a part that counts. */
const entriesAtOnce = 4;

/** Nobody reads more reasons than this. */
const maxProblems = 100;

type Change = (draft: Draft, entry: Entry) => void;
const byAction =
  (changes: { CREATE: Change; UPDATE: Change; DELETE: Change }): Change =>
  (draft, entry) =>
    changes[requiredOneOf(entry, 'action', ['CREATE', 'UPDATE', 'DELETE'])](draft, entry);

/** The four lists in the order in which they are applied, whatever their order in the body. @see VAR-59 */
const lists: readonly (readonly [string, Change])[] = [
  ['variableCollections', byAction(collectionChanges)],
  ['variableModes', byAction(modeChanges)],
  ['variables', byAction(variableChanges)],
  ['variableModeValues', changeValue],
];

/**
 * Applies a body of changes as one: all of it, or nothing with the reasons. The given state stays as it was
 * either way. Reasons that only follow from another are left out.
 *
 * @param changes parsed JSON as it came
 * @see VAR-59, VAR-60, VAR-61
 */
export function applyChanges(
  state: VariablesState,
  changes: unknown,
  context: ChangeContext,
): Applied | Refused {
  return atOnce(applySteps(state, changes, context));
}

/** The same, and yields after every few entries, for a caller who has other work to do in between. */
export function* applySteps(
  state: VariablesState,
  changes: unknown,
  context: ChangeContext,
): Generator<void, Applied | Refused> {
  if (!isEntry(changes))
    return { problems: [problemAt(undefined, undefined, undefined, 'must be an object')] };
  if (lists.every(([list]) => changes[list] === undefined)) {
    return {
      problems: [problemAt(undefined, undefined, undefined, 'must hold at least one list of changes')],
    };
  }
  const draft = new Draft(state, context);
  const [first, ...more] = yield* applyLists(draft, changes);
  if (first !== undefined) return { problems: [first, ...more] };
  return { state: draft.finish(), tempIdToRealId: draft.temporary.toRealIds() };
}

function* applyLists(draft: Draft, changes: Entry): Generator<void, Problem[]> {
  const problems: Problem[] = [];
  for (const [list, change] of lists) {
    const entries = changes[list] ?? [];
    if (!Array.isArray(entries) || changes[list] === null) {
      problems.push(problemAt(list, undefined, undefined, 'must be a list'));
      continue;
    }
    // Not by an iterator, which makes a pair for each of what may be tens of thousands.
    for (let index = 0; index < entries.length; index += 1) {
      const entry: unknown = entries[index];
      if (problems.length >= maxProblems) return problems;
      if (index % entriesAtOnce === 0) yield;
      const problem = apply(draft, change, entry, problems.length > 0);
      if (problem !== undefined) problems.push(problemAt(list, index, problem.field, problem.message));
    }
  }
  return problems;
}

function apply(draft: Draft, change: Change, entry: unknown, mayDepend: boolean) {
  if (!isEntry(entry)) return new ChangeRefused(undefined, 'must be an object');
  try {
    change(draft, entry);
  } catch (error) {
    if (error instanceof ChangeRefused) return error;
    if (!(error instanceof ChangeDepends)) throw error;
    return mayDepend ? undefined : error;
  }
  return undefined;
}

function problemAt(
  list: string | undefined,
  index: number | undefined,
  field: string | undefined,
  reason: string,
): Problem {
  const entry = list === undefined ? 'The body' : `${list}${index === undefined ? '' : `[${index}]`}`;
  return { list, index, field, sentence: `${entry}${field === undefined ? '' : `.${field}`} ${reason}.` };
}
