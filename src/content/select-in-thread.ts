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
export type SelectOutcome = { readonly page: SelectedPage } | { readonly refusal: string };

/** A hundred times what a selector takes over 40,000 nodes. */
const usualDeadlineMs = 5_000;

const thread = keptThread(programBeside(import.meta.url, 'select-thread'));
const heapMb = 1024;

interface Waiting {
  readonly party: Party;
  readonly signal: AbortSignal;
  readonly deadlineMs?: number;
}

/** Selecting takes a core. */
const inTurn = oneByOne();

/**
 * Selects nodes in a thread, so that no selector keeps others waiting but those who select too.
 * @throws SelectorRefused also where it takes too long
 */
export async function selectInThread(
  { path: snapshotPath, overlayPath }: Pick<ShelvedSnapshot, 'path' | 'overlayPath'>,
  selecting: Selecting,
  { party, signal, deadlineMs = usualDeadlineMs }: Waiting,
): Promise<SelectedPage> {
  const task: SelectTask = { snapshotPath, overlayPath, selecting };
  try {
    const outcome = await inTurn(party, () =>
      thread.ask<SelectOutcome>(task, { signal, deadlineMs, heapMb }),
    );
    if ('page' in outcome) return outcome.page;
    throw new SelectorRefused(outcome.refusal);
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    const taken = error.for === 'time' ? `more than ${deadlineMs / 1000} seconds` : 'too much memory';
    throw new SelectorRefused(
      `The selector takes ${taken} over this file; fewer of its parts should look at siblings or descendants of others.`,
      error,
    );
  }
}
