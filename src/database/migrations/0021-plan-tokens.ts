import type { Kysely } from 'kysely';
import { columnKinds } from '../column-kinds.ts';
import type { Tables } from '../tables.ts';

/** Plan access tokens name the organization that they are confined to: that of their issuer until now. */
export async function planTokens(database: Kysely<never>): Promise<void> {
  const { text } = columnKinds(database);
  await database.schema
    .alterTable('tokens')
    .addColumn('organization_id', text, (column) => column.references('organizations.id').onDelete('cascade'))
    .execute();
  await database.schema
    .createIndex('tokens_organization_id')
    .on('tokens')
    .columns(['organization_id'])
    .execute();
  const tables = database as unknown as Kysely<Pick<Tables, 'tokens' | 'users'>>;
  await tables
    .updateTable('tokens')
    .set(({ selectFrom }) => ({
      organization_id: selectFrom('users')
        .select('users.organization_id')
        .whereRef('users.id', '=', 'tokens.user_id'),
    }))
    .where('kind', '=', 'plan')
    .execute();
}
