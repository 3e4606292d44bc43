import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** From one time that a chore is done to the next, and how long a lease lasts that is not renewed. */
export const choreMs = 3_600_000;
/** No chore is put off so far; one that stands there was put off by a clock that has been set back since. */
const farMs = 2 * choreMs;

/** Chores that are not in the table yet are due in an hour; the others when they were. */
export async function noteChores(
  database: Kysely<Tables>,
  names: readonly string[],
  now: number,
): Promise<void> {
  await database
    .insertInto('chores')
    .values(
      names.map((name) => ({
        name,
        next_at: now + choreMs,
        lease: null,
        ended_at: null,
        failed_at: null,
      })),
    )
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Takes a chore where it is due, and says whether. Of several processes one gets it. */
export async function takeChore(
  database: Kysely<Tables>,
  { name, lease, now }: { readonly name: string; readonly lease: string; readonly now: number },
): Promise<boolean> {
  const taken = await database
    .updateTable('chores')
    .set({ next_at: now + choreMs, lease })
    .where('name', '=', name)
    .where((term) => term.or([term('next_at', '<=', now), term('next_at', '>', now + farMs)]))
    .returning('name')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Keeps a chore that takes long from others. */
export async function renewChore(database: Kysely<Tables>, lease: string, now: number): Promise<void> {
  await database
    .updateTable('chores')
    .set({ next_at: now + choreMs })
    .where('lease', '=', lease)
    .execute();
}

/** How a chore ended: it was done, or failed, or was broken off without either. */
export interface ChoreEnd {
  readonly doneAt?: number;
  readonly failedAt?: number;
}

/** Nobody is at the chore any more; when it is due again stands there already. */
export async function endChore(
  database: Kysely<Tables>,
  lease: string,
  { doneAt, failedAt }: ChoreEnd,
): Promise<void> {
  await database
    .updateTable('chores')
    .set({
      lease: null,
      ...(doneAt === undefined ? {} : { ended_at: doneAt }),
      ...(failedAt === undefined ? {} : { failed_at: failedAt }),
    })
    .where('lease', '=', lease)
    .execute();
}

/** Whether a chore is due, so that a look costs one statement where there is none. */
export async function isChoreDue(database: Kysely<Tables>, now: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from chores where next_at <= ${now} or next_at > ${now + farMs} limit 1`.execute(database);
  return rows.length > 0;
}

export async function nextChoreAt(database: Kysely<Tables>): Promise<number | undefined> {
  const row = await database.selectFrom('chores').select('next_at').orderBy('next_at').executeTakeFirst();
  return row?.next_at;
}
