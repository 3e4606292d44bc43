import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { besideOthers } from '../processes/behind-others.ts';
import { type ChangesAtOnce, changesAtOnce } from './changes-at-once.ts';
import { isPostgres } from './column-kinds.ts';
import { countRepeat } from './database-counts.ts';
import { isPlanOfOldTables } from './kept-plans.ts';
import { type Gate, gate } from './shared-or-exclusive.ts';
import type { Tables } from './tables.ts';
import { hurried } from './unhurried.ts';

const tryLimit = 20;
/** A change that met others so often holds back those of this process: a long one would meet short ones for ever. */
const triesBesideOthers = 5;
const firstPauseMs = 4;
const longestPauseMs = 120;
/** PostgreSQL: could not serialize; deadlock. Nothing of the transaction happened. */
const repeatable = new Set(['40001', '40P01']);
/**
 * PostgreSQL: a value that has to be the only one of its kind is there. Of two that take the same number at once it
 * tells one so, where the number was looked for by another index than the one that holds it. Made again, and in the
 * end alone, the change finds another number; what nobody has looked for is still there then, and is a fault.
 */
const taken = '23505';
const triesOfTaken = triesBesideOthers + 2;

/**
 * Runs the work whole or not at all, as if no other change ran at the same time: SQLite runs one writer after
 * the other, PostgreSQL runs them serializable and ends one of two that got in each other's way. That one is
 * run again from its start, so the work does nothing that outlives its transaction but what it returns.
 * Inside a transaction the work joins it.
 */
export async function inTransaction<T>(
  database: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  if (isTransaction(database)) return work(database);
  let afterwards: readonly (() => void)[] = [];
  const atOnce = boundOf.get(database) ?? ((change) => change());
  const once = () =>
    atOnce(() =>
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
 * own: taken within the change, it would be had too late to see what the one before has done.
 */
function aloneOfAll<T>(database: Kysely<Tables>, work: () => Promise<T>): Promise<T> {
  if (!isPostgres(database)) return work();
  return database.transaction().execute(async (turn) => {
    await sql`select pg_advisory_xact_lock(${turnOfTheLone})`.execute(turn);
    return work();
  });
}

const boundOf = new WeakMap<Kysely<Tables>, ChangesAtOnce>();

/** Has changes leave some of so many connections to whoever reads. */
export function boundChanges(database: Kysely<Tables>, connections: number): void {
  boundOf.set(database, changesAtOnce(connections));
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

/** Repeats what PostgreSQL ended in favour of another transaction. */
export async function repeated<T>(work: (tries: number) => Promise<T>): Promise<T> {
  let triesTaken = 0;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(tries);
    } catch (error) {
      if (isTaken(error)) triesTaken += 1;
      if (tries >= tryLimit || triesTaken >= triesOfTaken || !isRepeatable(error)) throw error;
      countRepeat();
      await sleep(pauseMs(tries));
    }
  }
}

function isTransaction(database: Kysely<Tables>): database is Transaction<Tables> {
  return database.isTransaction;
}

/** Whether something holds of an error; also where the work has wrapped the database's into its own. */
const ofCauses = (isSuch: (error: Error & { code?: string }) => boolean) => {
  const ask = (error: unknown): boolean => error instanceof Error && (isSuch(error) || ask(error.cause));
  return ask;
};

const isTaken = ofCauses(({ code }) => code === taken);
const isRepeatable = ofCauses(
  (error) => error.code === taken || repeatable.has(error.code ?? '') || isPlanOfOldTables(error),
);

/** Longer each time, and by chance, so that two do not meet again and again. */
function pauseMs(tries: number): number {
  return Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** tries);
}
