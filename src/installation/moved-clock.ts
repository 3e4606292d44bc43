import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { isAnySeenBefore, setClockAhead } from './processes-store.ts';
import type { Together } from './together.ts';

const lookMs = 50;
/** Those who do not hear the bell look at their next beat. */
const patienceMs = 10_000;

/** Moves the clock of all processes, for tests; resolves when each has read it. */
export async function moveClocks(
  { life, clock, bell }: Together,
  database: Kysely<Tables>,
  time: number,
): Promise<void> {
  const movedAt = await setClockAhead(database, clock.aheadMs() + Math.max(0, time - clock.now()));
  await life.beat();
  bell.ring('clock');
  const endsAt = performance.now() + patienceMs;
  while (performance.now() < endsAt && (await isAnySeenBefore(database, movedAt))) await sleep(lookMs);
}
