import { type Kysely, sql } from 'kysely';
import { writtenRow } from '../../database/compiled-query.ts';
import { among } from '../../database/in-list.ts';
import type { Tables } from '../../database/tables.ts';
import type { Buckets, Portion } from './bucket.ts';

/** Buckets in the database, shared by all processes that use it. A call that fits is one statement. */
export function storedBuckets(database: Kysely<Tables>): Buckets {
  return {
    pour: async (key, portion) => {
      const poured = await pour(database, key, portion);
      if (poured !== undefined) return { admitted: true, emptyAt: poured };
      return { admitted: false, emptyAt: await emptyAt(database, key) };
    },
    emptyAt: (key) => emptyAt(database, key),
  };
}

/** When the bucket is empty; undefined where the portion does not fit. The row is locked while its level is compared. */
export async function pour(
  database: Kysely<Tables>,
  key: string,
  { at, size, holds }: Portion,
): Promise<number | undefined> {
  return (await poured(database, key, at, size, at + size, at + (holds - 1) * size))?.empty_at;
}

const poured = writtenRow(
  (database, key: string, at: number, size: number, emptyWith: number, latest: number) => {
    const from = sql<number>`case when rate_buckets.empty_at > ${at} then rate_buckets.empty_at else ${at} end`;
    return database
      .insertInto('rate_buckets')
      .values({ key, empty_at: emptyWith })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ empty_at: sql<number>`${from} + ${size}` })
          .where('rate_buckets.empty_at', '<=', latest),
      )
      .returning('empty_at');
  },
);

/** Takes a portion out again that has turned out not to count. */
export async function takeOut(database: Kysely<Tables>, key: string, size: number): Promise<void> {
  await database
    .updateTable('rate_buckets')
    .set(({ eb }) => ({ empty_at: eb('empty_at', '-', size) }))
    .where('key', '=', key)
    .execute();
}

/** When the bucket will have leaked empty. */
export async function emptyAt(database: Kysely<Tables>, key: string): Promise<number> {
  const row = await database
    .selectFrom('rate_buckets')
    .select('empty_at')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.empty_at ?? 0;
}

/** The same of many, by their keys; of those that were never filled nothing. */
export async function emptyAtOf(
  database: Kysely<Tables>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await database
    .selectFrom('rate_buckets')
    .select(['key', 'empty_at'])
    .where(among(database, 'key', keys))
    .execute();
  return new Map(rows.map(({ key, empty_at }) => [key, empty_at]));
}

/** The budget of a month is told by the month's first moment, so it is done with after 31 days. */
const keptMs = 32 * 24 * 3_600_000;

/** Begins the keys of what counts guesses: strangers choose what these are made of, so none is kept for longer than it counts. */
export const guessPrefix = 'guess ';

/** Forgets buckets that were empty before any budget of today began, and those of guesses once they are empty. */
export async function deleteEmptyBuckets(database: Kysely<Tables>, nowMs: number): Promise<void> {
  await database
    .deleteFrom('rate_buckets')
    .where((term) =>
      term.or([
        term('empty_at', '<', (nowMs - keptMs) * 1000),
        term.and([term('key', 'like', `${guessPrefix}%`), term('empty_at', '<', nowMs * 1000)]),
      ]),
    )
    .execute();
}
