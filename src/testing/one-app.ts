import type { Kysely } from 'kysely';
import type { AppId, UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { insertExampleRows } from './postgres-example-rows.ts';

/** The app of a database with a row of each kind, its configuration replaced, and its creator, who administers the server. */
export async function openOneApp(
  database: Kysely<Tables>,
  configuration: object,
): Promise<{ clientId: AppId; userId: UserId }> {
  await insertExampleRows(database);
  const { client_id: clientId } = await database
    .selectFrom('apps')
    .select('client_id')
    .executeTakeFirstOrThrow();
  const { id: userId } = await database.selectFrom('users').select('id').executeTakeFirstOrThrow();
  await database
    .updateTable('apps')
    .set({
      configuration: JSON.stringify(configuration),
      approved: null,
      creator_id: userId,
      team_id: null,
      state: 'private',
    })
    .execute();
  await database.updateTable('users').set({ installation_admin: 1 }).where('id', '=', userId).execute();
  return { clientId, userId };
}
