import { applyChanges } from '../../../src/variables/apply-changes.ts';
import type { VariableChanges } from '../../../src/variables/changes-between.ts';
import type { VariablesState } from '../../../src/variables/state.ts';
import { NotYet } from '../../api/refusals.ts';
import { plainSentence } from './plain-sentence.ts';

/** One thing that somebody did, as JSON. Ids of what it made begin with `new:` and count from `firstId`. */
export interface Edit {
  readonly changes: Partial<VariableChanges>;
  readonly firstId: number;
}

interface Step {
  readonly edit: Edit;
  readonly state: VariablesState;
}

/** The variables of a file as the server has them, and what was done to them since. */
export interface EditHistory {
  readonly base: VariablesState;
  readonly done: readonly Step[];
  /** What was taken back, the last one first. */
  readonly undone: readonly Edit[];
  readonly nextId: number;
}

export const begun = (base: VariablesState): EditHistory => ({ base, done: [], undone: [], nextId: 1 });

/** The variables with all that was done. */
export const stateOf = ({ base, done }: EditHistory): VariablesState => done.at(-1)?.state ?? base;

/**
 * With one more thing done.
 *
 * @returns also the ids of what it made, by their temporary ids
 * @throws NotYet where the rules of variables do not allow it
 */
export function edited(
  history: EditHistory,
  changes: Edit['changes'],
): { readonly history: EditHistory; readonly ids: Readonly<Record<string, string>> } {
  const edit = { changes, firstId: history.nextId };
  const { state, nextId, ids } = applied(stateOf(history), edit);
  const done = [...history.done, { edit, state }];
  return { history: { ...history, done, undone: [], nextId }, ids };
}

function applied(before: VariablesState, { changes, firstId }: Edit) {
  let nextId = firstId;
  const context = { newId: () => `new:${nextId++}`, newKey: () => 'new' };
  const result = applyChanges(before, changes, context);
  if ('problems' in result) throw new NotYet(plainSentence(result.problems[0].sentence, before));
  return { state: result.state, nextId, ids: result.tempIdToRealId };
}

export function undone(history: EditHistory): EditHistory {
  const last = history.done.at(-1);
  if (last === undefined) return history;
  return { ...history, done: history.done.slice(0, -1), undone: [last.edit, ...history.undone] };
}

export function redone(history: EditHistory): EditHistory {
  const [edit, ...left] = history.undone;
  if (edit === undefined) return history;
  const { state } = applied(stateOf(history), edit);
  return { ...history, done: [...history.done, { edit, state }], undone: left };
}

/** The same things done to other variables; with the sentences of those that these do not allow, which are left out. */
export function rebased(
  { done }: { readonly done: readonly { readonly edit: Edit }[] },
  base: VariablesState,
): { readonly history: EditHistory; readonly refused: readonly string[] } {
  const refused: string[] = [];
  let history = begun(base);
  for (const { edit } of done) {
    try {
      const { state, nextId } = applied(stateOf(history), edit);
      history = {
        ...history,
        done: [...history.done, { edit, state }],
        nextId: Math.max(history.nextId, nextId),
      };
    } catch (error) {
      if (!(error instanceof NotYet)) throw error;
      refused.push(error.message);
    }
  }
  return { history, refused };
}
