import type { Kysely, Selectable } from 'kysely';
import type { Tables, TokensTable } from '../database/tables.ts';

/** The tokens that do not expire: those of the installation's administrator. */
export async function lastingTokens(database: Kysely<Tables>): Promise<Selectable<TokensTable>[]> {
  return database.selectFrom('tokens').selectAll().where('expires_at', 'is', null).execute();
}
