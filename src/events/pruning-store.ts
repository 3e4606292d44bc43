import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Deliveries are listed for a week. @see HOOK-20, LIM-17 */
const keptMs = 7 * 24 * 3_600_000;
/** Deleted in one commit, so that nobody waits long. */
const rowsPerSlice = 500;

/**
 * Deletes deliveries that ended more than a week ago with their attempts, and events that nobody is owed any more.
 */
export async function pruneDeliveries(database: Kysely<Tables>, now: number): Promise<void> {
  const before = now - keptMs;
  await inSlices(() => deleteDeliveries(database, before));
  await inSlices(() => deleteEvents(database, before));
}

async function inSlices(deleteSome: () => Promise<bigint>): Promise<void> {
  while ((await deleteSome()) >= rowsPerSlice);
}

async function deleteDeliveries(database: Kysely<Tables>, before: number): Promise<bigint> {
  const old = database
    .selectFrom('deliveries')
    .select('id')
    .where('finished_at', '<', before)
    .limit(rowsPerSlice);
  const { numDeletedRows } = await database
    .deleteFrom('deliveries')
    .where('id', 'in', old)
    .executeTakeFirstOrThrow();
  return numDeletedRows;
}

async function deleteEvents(database: Kysely<Tables>, before: number): Promise<bigint> {
  const old = database
    .selectFrom('events')
    .select('id')
    .where('occurred_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('deliveries').select('id').whereRef('deliveries.event_id', '=', 'events.id'))),
    )
    .limit(rowsPerSlice);
  const { numDeletedRows } = await database
    .deleteFrom('events')
    .where('id', 'in', old)
    .executeTakeFirstOrThrow();
  return numDeletedRows;
}
