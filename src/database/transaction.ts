import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { besideOthers } from '../processes/behind-others.ts';
import { BeingRestored, patienceMs } from './being-restored.ts';
import { isPostgres } from './column-kinds.ts';
import { repeated, triesBesideOthers } from './repeated.ts';
import { type Gate, gate } from './shared-or-exclusive.ts';
import type { Tables } from './tables.ts';
import { hurried } from './unhurried.ts';

/**
 * Runs the work whole or not at all, as if no other change ran at the same time: SQLite runs one writer after
 * the other, PostgreSQL runs them serializable and ends one of two that got in each other's way. That one is
 * run again from its start, so the work does nothing that outlives its transaction but what it returns.
 * Inside a transaction the work joins it.
 * @throws BeingRestored
 */
export async function inTransaction<T>(
  database: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  if (isTransaction(database)) return work(database);
  let afterwards: readonly (() => void)[] = [];
  const once = () =>
    onceNoneIsRestored(() =>
      database
        .transaction()
        .setIsolationLevel('serializable')
        .execute(async (transaction) => {
          const result = await work(transaction);
          afterwards = toDoAfter.get(transaction) ?? [];
          return result;
        }),
    );
  const { beside, alone } = gateOf(database);
  const result = await repeated((tries) =>
    tries <= triesBesideOthers ? beside(once) : alone(() => aloneOfAll(database, once)),
  );
  for (const step of afterwards) besideOthers(() => hurried(step));
  return result;
}

/** The number under which PostgreSQL keeps the turn of changes that met others too often. */
const turnOfTheLone = 0x76697474;

/**
 * Those that are made alone in several processes would go on meeting each other. The lock is of a transaction of its
 * own: taken within the change, it would be had too late to see what the one before has done. A turn that stands still
 * for long, as while a long change is made, is ended by the database, and the change ends as it would have all the same.
 */
async function aloneOfAll<T>(database: Kysely<Tables>, work: () => Promise<T>): Promise<T> {
  if (!isPostgres(database)) return work();
  let made: Promise<T> | undefined;
  const turn = database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${turnOfTheLone})`.execute(transaction);
    made = work();
    await Promise.allSettled([made]);
  });
  await turn.catch((error) => {
    if (made === undefined) throw error;
  });
  return made as unknown as Promise<T>;
}

const firstPauseMs = 50;

/** Makes a change that no restore keeps from beginning, or does no more after a moment. @throws BeingRestored */
async function onceNoneIsRestored<T>(make: () => Promise<T>): Promise<T> {
  const endMs = performance.now() + patienceMs;
  for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof BeingRestored) || performance.now() + pauseMs > endMs) throw error;
    }
    await sleep(pauseMs);
  }
}

const gates = new WeakMap<Kysely<Tables>, Gate>();

function gateOf(database: Kysely<Tables>): Gate {
  const present = gates.get(database) ?? gate();
  gates.set(database, present);
  return present;
}

const toDoAfter = new WeakMap<object, (() => void)[]>();

/** Plans a step for when the transaction is committed; it is left out where the transaction comes to nothing. */
export function afterCommit(transaction: Kysely<Tables>, step: () => void): void {
  toDoAfter.set(transaction, [...(toDoAfter.get(transaction) ?? []), step]);
}

/**
 * The same for what is to see what others commit meanwhile, and is kept in order by the rows that it locks or by what it
 * says of conflicts.
 */
export function inReadCommitted<T>(
  database: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return repeated(() =>
    onceNoneIsRestored(() => database.transaction().setIsolationLevel('read committed').execute(work)),
  );
}

/** Reads what there was at one moment, whatever is changed or restored meanwhile. Inside a transaction the work joins it. */
export async function atOneMoment<T>(
  database: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  if (isTransaction(database)) return work(database);
  return database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

function isTransaction(database: Kysely<Tables>): database is Transaction<Tables> {
  return database.isTransaction;
}
