import { type Kysely, sql } from 'kysely';
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
  };
}

/** Undefined where the portion does not fit. The row is locked while its level is compared. */
async function pour(database: Kysely<Tables>, key: string, { at, size, holds }: Portion) {
  const from = sql<number>`case when rate_buckets.empty_at > ${at} then rate_buckets.empty_at else ${at} end`;
  const row = await database
    .insertInto('rate_buckets')
    .values({ key, empty_at: at + size })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ empty_at: sql<number>`${from} + ${size}` })
        .where('rate_buckets.empty_at', '<=', at + (holds - 1) * size),
    )
    .returning('empty_at')
    .executeTakeFirst();
  return row?.empty_at;
}

async function emptyAt(database: Kysely<Tables>, key: string): Promise<number> {
  const row = await database
    .selectFrom('rate_buckets')
    .select('empty_at')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.empty_at ?? 0;
}

/** The budget of a month is told by the month's first moment, so it is done with after 31 days. */
const keptMs = 32 * 24 * 3_600_000;

/** Forgets buckets that were empty before any budget of today began. */
export async function deleteEmptyBuckets(database: Kysely<Tables>, nowMs: number): Promise<void> {
  await database
    .deleteFrom('rate_buckets')
    .where('empty_at', '<', (nowMs - keptMs) * 1000)
    .execute();
}
