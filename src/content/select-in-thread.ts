import { hash } from 'node:crypto';
import { LeastRecent } from '../least-recent.ts';
import { oneByOne } from '../processes/one-by-one.ts';
import { programBeside } from '../processes/program-beside.ts';
import type { Party } from '../processes/turns.ts';
import type { SelectedPage, Selecting } from '../select/select-page.ts';
import { SelectorRefused } from '../select/selector-refused.ts';
import { keptThread } from './kept-thread.ts';
import type { ShelvedSnapshot } from './snapshot-shelf.ts';
import { ThreadEnded } from './work-in-thread.ts';

/** What the thread is asked. */
export interface SelectTask {
  readonly snapshotPath: string;
  readonly overlayPath: string | undefined;
  readonly selecting: Selecting;
}

/** What it answers. */
export type SelectOutcome =
  | { readonly page: SelectedPage }
  | { readonly refusal: string }
  | { readonly isLong: true };

/** A hundred times what a selector takes over 40,000 nodes. */
const usualDeadlineMs = 5_000;

/** Until then a selector keeps others waiting; one that takes longer begins anew among those that do. */
const soonMs = 500;
/** The same of one that takes long over a single node; its thread may have to be started. */
const soonDeadlineMs = 2_000;
const heapMb = 1024;

/** A thread, and the turns of those who ask it: selecting takes a core. */
const lane = () => ({
  thread: keptThread(programBeside(import.meta.url, 'select-thread')),
  inTurn: oneByOne(),
});
const [soon, long] = [lane(), lane()];

/** Hashes of selectors with the designs over which they took long: their next pages keep nobody waiting again. */
const knownLong = new LeastRecent<string, true>(10_000);

interface Waiting {
  readonly party: Party;
  readonly signal: AbortSignal;
  readonly deadlineMs?: number;
}

/**
 * Selects nodes in a thread, so that no selector keeps others waiting but, for half a second, those who select too.
 * @throws SelectorRefused also where it takes too long
 */
export async function selectInThread(
  { path: snapshotPath, overlayPath }: Pick<ShelvedSnapshot, 'path' | 'overlayPath'>,
  selecting: Selecting,
  { party, signal, deadlineMs = usualDeadlineMs }: Waiting,
): Promise<SelectedPage> {
  const ask = ({ thread, inTurn }: ReturnType<typeof lane>, endMs: number, mostMs?: number) => {
    const task: SelectTask = { snapshotPath, overlayPath, selecting: { ...selecting, mostMs } };
    return inTurn(party, () => thread.ask<SelectOutcome>(task, { signal, deadlineMs: endMs, heapMb }));
  };
  try {
    const asked = hash('sha256', JSON.stringify([snapshotPath, overlayPath, selecting.selector]));
    const first: SelectOutcome = knownLong.get(asked)
      ? { isLong: true }
      : await ask(soon, Math.min(soonDeadlineMs, deadlineMs), soonMs).catch(longWhereLate);
    if ('isLong' in first) knownLong.set(asked, true);
    const outcome = 'isLong' in first ? await ask(long, deadlineMs) : first;
    if ('page' in outcome) return outcome.page;
    if ('refusal' in outcome) throw new SelectorRefused(outcome.refusal);
    throw new ThreadEnded('time');
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    const taken = error.for === 'time' ? `more than ${deadlineMs / 1000} seconds` : 'too much memory';
    throw new SelectorRefused(
      `The selector takes ${taken} over this file; fewer of its parts should look at siblings or descendants of others.`,
      error,
    );
  }
}

function longWhereLate(error: unknown): SelectOutcome {
  if (error instanceof ThreadEnded && error.for === 'time') return { isLong: true };
  throw error;
}
