import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { changesBetween, countOf } from '../../../src/variables/changes-between.ts';
import type { VariablesState } from '../../../src/variables/state.ts';
import { call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';
import { sentenceOf } from '../../api/refusals.ts';
import {
  begun,
  type Edit,
  type EditHistory,
  edited,
  rebased,
  redone,
  stateOf,
  undone,
} from './edit-history.ts';
import { made } from './edits.ts';
import { keepEdits, keptEdits } from './kept-edits.ts';

/** The variables that are looked at, and all that can be done to them before and when they are saved. */
export interface Editing {
  readonly state: VariablesState;
  /** How many things are another than on the server. */
  readonly count: number;
  /** The same as a body of Post variables, until it is saved and shown as that; undefined where nothing is. */
  readonly changes: ReturnType<typeof changesBetween> | undefined;
  readonly mayUndo: boolean;
  readonly mayRedo: boolean;
  /** What could not be done, or could not be kept. */
  readonly problem: string | undefined;
  readonly isSaving: boolean;
  /** Does one thing. Returns the id of what it made, or undefined where it was refused or made nothing. */
  readonly edit: (changes: Edit['changes']) => string | undefined;
  /** Says that something could not be done. */
  readonly tell: (problem: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly discard: () => void;
  readonly save: () => void;
}

export function useEditing(file: string, base: VariablesState): Editing {
  const [kept, setKept] = useState(() => begin(file, base));
  const { history, problem, isSaved } = kept;
  const state = stateOf(history);
  const changes = useMemo(() => changesBetween(history.base, state), [history.base, state]);
  const saving = useMutation({
    mutationFn: () =>
      call('POST /v1/files/{file_key}/variables', { path: { file_key: file }, body: changes as never }),
    onSuccess: async () => {
      setKept({ history, problem: undefined, isSaved: true });
      await queries.invalidateQueries();
    },
    onError: (error) => setKept({ history, problem: sentenceOf(error) }),
  });
  // What is being saved stays as it is until the server's variables, and all else that is shown, have it.
  if (history.base !== base && !saving.isPending)
    setKept(isSaved ? { history: begun(base), problem } : onto(history, base));
  const edits = isSaved ? noSteps : history.done;
  useEffect(
    () =>
      keepEdits(
        file,
        edits.map(({ edit }) => edit),
      ),
    [file, edits],
  );
  const count = isSaved ? 0 : countOf(changes);
  useLeaving(count > 0);
  const turn = (step: (history: EditHistory) => EditHistory) => () =>
    setKept({ history: step(history), problem: undefined });
  return {
    state,
    count,
    changes: countOf(changes) > 0 ? changes : undefined,
    problem,
    isSaving: saving.isPending || isSaved === true,
    mayUndo: edits.length > 0,
    mayRedo: !isSaved && history.undone.length > 0,
    undo: turn(undone),
    redo: turn(redone),
    discard: turn(({ base: now }) => begun(now)),
    save: () => saving.mutate(),
    tell: (sentence) => setKept({ history, problem: sentence }),
    edit: (wanted) => {
      try {
        const next = edited(history, wanted);
        setKept({ history: next.history, problem: undefined });
        return next.ids[made];
      } catch (error) {
        setKept({ history, problem: sentenceOf(error) });
        return undefined;
      }
    },
  };
}

interface Kept {
  readonly history: EditHistory;
  readonly problem: string | undefined;
  /** The server has all of it; its answer is under way. */
  readonly isSaved?: boolean;
}

const noSteps: EditHistory['done'] = [];

const begin = (file: string, base: VariablesState): Kept =>
  onto({ done: keptEdits(file).map((edit) => ({ edit })) }, base);

function onto(before: Parameters<typeof rebased>[0], base: VariablesState): Kept {
  const { history, refused } = rebased(before, base);
  const [first] = refused;
  const others = refused.length > 1 ? ` So do ${refused.length - 1} others.` : '';
  const problem =
    first === undefined
      ? undefined
      : `A change of yours no longer fits what somebody else changed meanwhile: ${first}${others}`;
  return { history, problem };
}

/** The browser asks before a page with something unsaved is closed. */
function useLeaving(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}
