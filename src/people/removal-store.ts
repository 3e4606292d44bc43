import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { alsoEmptied, tiesThat } from './ties.ts';

/**
 * Takes a person away with everything that was for them alone, whatever the room of the table: a person goes whole
 * or not at all. One who stands in the history of files stays there by handle and picture, and nothing else of them
 * does.
 */
export async function removeRows(transaction: Kysely<Tables>, id: string): Promise<void> {
  for (const { table, column } of tiesThat('goes'))
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(transaction);
  for (const { table, column } of tiesThat('is nobodys')) {
    const emptied = [column, ...(alsoEmptied[table] ?? [])].map((name) => sql`${sql.ref(name)} = null`);
    await sql`update ${sql.table(table)} set ${sql.join(emptied)} where ${sql.ref(column)} = ${id}`.execute(
      transaction,
    );
  }
  if (await standsInHistory(transaction, id)) await keepInHistory(transaction, id);
  else await transaction.deleteFrom('users').where('id', '=', id).execute();
}

async function standsInHistory(transaction: Kysely<Tables>, id: string): Promise<boolean> {
  const rows = tiesThat('is history').map(
    ({ table, column }) =>
      sql`select * from (select 1 as found from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1) as ${sql.ref(`of_${table}`)}`,
  );
  const found = await sql`${sql.join(rows, sql` union all `)} limit 1`.execute(transaction);
  return found.rows.length > 0;
}

async function keepInHistory(transaction: Kysely<Tables>, id: string): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ email: '', password_hash: null, organization_id: null, role: 'guest', seat: 'view' })
    .where('id', '=', id)
    .execute();
}
