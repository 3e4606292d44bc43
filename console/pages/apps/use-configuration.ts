import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../api/refusals.ts';
import { type App, publishApp, saveApp } from './app-queries.ts';
import { changesOf, configurationOf, type Draft, draftOf } from './configuration.ts';
import { formProblems, missing, type Problems, refusedField } from './form-problems.ts';

/** A draft is saved so soon after the last change. */
const pauseMs = 800;

interface Refusal {
  readonly sentence: string;
  /** What was refused; once it is changed, the refusal is no more. */
  readonly draft: Draft;
}

export interface Configuring {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  /** What is said beside the fields now. */
  readonly problems: Problems;
  /** What was refused and is about no field. */
  readonly refusal: string | undefined;
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  readonly savesItself: boolean;
  /** Whether it could be saved. */
  readonly save: () => Promise<boolean>;
  /** Saves, and publishes or submits; whether it could be done. */
  readonly finish: () => Promise<boolean>;
  /** Says what is wrong as far as the person has come. */
  readonly look: () => void;
}

/**
 * What stands in the form of an app, and its way to the server. Drafts save themselves, so that closing them half
 * way loses nothing; what is published, or waits for a review, is changed by a button only.
 *
 * @see OAUTH-27
 */
export function useConfiguration(app: App): Configuring {
  const [draft, setDraft] = useState(() => draftOf(app));
  const [saved, setSaved] = useState(() => configurationOf(draft));
  const [refusal, setRefusal] = useState<Refusal>();
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const changes = changesOf(saved, configurationOf(draft));
  const isChanged = Object.keys(changes).length > 0;
  const wrong = formProblems(draft);
  const isRefused = refusal?.draft === draft;
  const savesItself = app.state === 'draft' && app.review !== 'pending';

  /** Does something at the server, and says what it refused. */
  const attempt = async (action: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      await action();
      setRefusal(undefined);
      return true;
    } catch (error) {
      setRefusal({ sentence: sentenceOf(error), draft });
      return false;
    } finally {
      setBusy(false);
    }
  };
  const store = async () => {
    if (!isChanged) return;
    await saveApp(app.client_id, changes);
    setSaved(configurationOf(draft));
  };
  const fits = (found: Problems): boolean => {
    setShown(new Set(Object.keys(found)));
    return Object.keys(found).length === 0;
  };
  const save = async () => fits(wrong) && (await attempt(store));
  const finish = async () => {
    if (!fits({ ...missing(draft), ...wrong })) return false;
    return attempt(async () => {
      await store();
      await publishApp(app.client_id);
    });
  };

  const mayStore = savesItself && isChanged && !isBusy && !isRefused && Object.keys(wrong).length === 0;
  useAfterPause(mayStore ? draft : undefined, () => void attempt(store));

  return {
    draft,
    isChanged,
    isBusy,
    savesItself,
    save,
    finish,
    change: (changed) => setDraft((before) => ({ ...before, ...changed })),
    ...saidOf(draft, shown, isRefused ? refusal.sentence : undefined),
    look: () => setShown((before) => new Set([...before, ...Object.keys(wrong)])),
  };
}

/** What is said of a draft: beside the fields that are shown what is wrong with them, and what was refused of it. */
function saidOf(
  draft: Draft,
  shown: ReadonlySet<string>,
  refused: string | undefined,
): Pick<Configuring, 'problems' | 'refusal'> {
  const all: Problems = { ...missing(draft), ...formProblems(draft) };
  const problems = Object.fromEntries(Object.entries(all).filter(([name]) => shown.has(name)));
  if (refused === undefined) return { problems, refusal: undefined };
  const field = refusedField(refused, draft);
  if (field === undefined) return { problems, refusal: refused };
  return { problems: { ...problems, [field]: refused }, refusal: undefined };
}

/** Does it once the value has not changed for a while, as it is to be done then; never for `undefined`. */
function useAfterPause(value: unknown, action: () => void): void {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    if (value === undefined) return;
    const timer = setTimeout(() => latest.current(), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
}
