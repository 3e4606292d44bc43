import { onceRestored, waitsForRestore } from '../database/waits-for-restore.ts';
import { messageOf } from '../errors.ts';
import type { Chore, ChoreParts } from './chore.ts';
import {
  type ChoreEnd,
  choreMs,
  endChore,
  isChoreDue,
  nextChoreAt,
  noteChores,
  renewChore,
  takeChore,
} from './chore-store.ts';

/**
 * Work that comes round by itself while the server runs. What is due stands in the database: a server that is
 * started again and again does it too, and of several processes one does each chore.
 */
export interface Upkeep {
  /** Begins to look for what is due. */
  start(renewCertificate: () => Promise<void>): Promise<void>;
  /** Does what is due now. */
  runDue(): Promise<void>;
  /** When something will be due next; nothing is before the start. */
  nextDueAt(): Promise<number | undefined>;
  /** What became of each chore in this process. */
  outcomes(): ReadonlyMap<string, ChoreOutcomes>;
  /** Ends after the chore that is under way. */
  stop(): Promise<void>;
}

export interface ChoreOutcomes {
  /** When it was done last. */
  readonly endedAt: number | undefined;
  readonly failures: number;
}

export interface UpkeepParts extends ChoreParts {
  readonly ids: ChoreParts['ids'] & { uuid(): string };
  readonly chores: readonly Chore[];
}

/** How often the database is asked. */
const lookMs = 60_000;
const renewMs = choreMs / 4;

export function upkeepOf(parts: UpkeepParts): Upkeep {
  const { database, clock, log, chores } = parts;
  const none: ChoreOutcomes = { endedAt: undefined, failures: 0 };
  const outcomes = new Map(chores.map(({ name }) => [name, none]));
  let running: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  const timers: NodeJS.Timeout[] = [];

  const look = async (): Promise<void> => {
    // One moment for all of them, so that they stay due together.
    const now = clock.now();
    if (!(await isChoreDue(database, now))) return;
    for (const chore of chores) if (!isStopped) await doWhereDue(parts, chore, { now, outcomes, waiting });
  };
  const waiting = { log, isStopped: () => isStopped };
  const inTurn = (work: () => Promise<void>, failure: string): Promise<unknown> => {
    running = running.then(work).catch((error) => {
      if (!waitsForRestore(error, log)) log.error({ error: messageOf(error) }, failure);
    });
    return running;
  };
  const runDue = async (): Promise<void> => {
    await inTurn(look, 'what is due could not be looked for');
  };
  const every = (pauseMs: number, work: () => void) => timers.push(setInterval(work, pauseMs).unref());

  return {
    runDue,
    outcomes: () => outcomes,
    nextDueAt: () => nextChoreAt(database),
    start: async (renewCertificate) => {
      const names = chores.map(({ name }) => name);
      // A process that only draws has none.
      if (names.length > 0) await noteChores(database, names, clock.now());
      // The certificate is this process's own, and each start renews it too.
      every(choreMs, () => inTurn(renewCertificate, 'the certificate was not renewed'));
      every(lookMs, runDue);
      void runDue();
    },
    stop: async () => {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      await running;
    },
  };
}

interface Looking {
  readonly now: number;
  readonly outcomes: Map<string, ChoreOutcomes>;
  readonly waiting: Parameters<typeof onceRestored>[1];
}

async function doWhereDue(
  parts: UpkeepParts,
  { name, failure, work }: Chore,
  { now, outcomes, waiting }: Looking,
): Promise<void> {
  const { database, clock, ids, log } = parts;
  const { endedAt, failures } = outcomes.get(name) as ChoreOutcomes;
  const lease = ids.uuid();
  const take = () => takeChore(database, { name, lease, now });
  if (!(await onceRestored(take, waiting))) return;
  const warn = (error: unknown): boolean => {
    const isFailure = !waitsForRestore(error, log);
    if (isFailure) log.error({ error: messageOf(error) }, failure);
    return isFailure;
  };
  const renew = () => renewChore(database, lease, clock.now()).catch(warn);
  const renewing = setInterval(renew, renewMs).unref();
  let end: ChoreEnd = {};
  try {
    await onceRestored(() => work(parts, now), waiting);
    end = { doneAt: clock.now() };
    outcomes.set(name, { endedAt: clock.now(), failures });
  } catch (error) {
    if (!warn(error)) return;
    end = { failedAt: clock.now() };
    outcomes.set(name, { endedAt, failures: failures + 1 });
  } finally {
    clearInterval(renewing);
    await onceRestored(() => endChore(database, lease, end), waiting);
  }
}
