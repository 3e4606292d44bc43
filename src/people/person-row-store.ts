import { type Kysely, sql } from 'kysely';
import type { UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { inHistoryAlone } from './in-history-alone.ts';
import { tiesThat } from './ties.ts';

/**
 * Takes a person away, of whom the other rooms have let go. One who stands in the history of files stays there by
 * handle and picture, and nothing else of them does.
 */
export async function removePersonRow(transaction: Kysely<Tables>, id: UserId): Promise<void> {
  if (await standsInHistory(transaction, id)) await keepInHistory(transaction, id);
  else await transaction.deleteFrom('users').where('id', '=', id).execute();
}

async function standsInHistory(transaction: Kysely<Tables>, id: UserId): Promise<boolean> {
  const rows = tiesThat('is history').map(
    ({ table, column }) =>
      sql`select * from (select 1 as found from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1) as ${sql.ref(`of_${table}`)}`,
  );
  const found = await sql`${sql.join(rows, sql` union all `)} limit 1`.execute(transaction);
  return found.rows.length > 0;
}

async function keepInHistory(transaction: Kysely<Tables>, id: UserId): Promise<void> {
  const { passwordHash: password_hash, organizationId: organization_id, ...same } = inHistoryAlone;
  await transaction
    .updateTable('users')
    .set({ ...same, password_hash, organization_id })
    .where('id', '=', id)
    .execute();
}
