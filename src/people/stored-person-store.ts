import type { Kysely } from 'kysely';
import type { UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** Whether somebody is there by an id, of whatever organization, or of none. */
export async function findStoredPerson(database: Kysely<Tables>, id: UserId): Promise<boolean> {
  const row = await database.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
