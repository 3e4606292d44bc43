import type { Kysely } from 'kysely';
import { type StoredToken, storedToken } from '../access/stored-token-store.ts';
import { hashToken } from '../access/token-hash.ts';
import type { TokenId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { rememberUse } from './remember-use.ts';

export function findToken(database: Kysely<Tables>, token: string): Promise<StoredToken | undefined> {
  return storedToken(database, hashToken(token));
}

/** Whether the installation's administrator has another token than this one: theirs do not expire. */
export async function hasLastingTokenBut(token: string, database: Kysely<Tables>): Promise<boolean> {
  const lasting = database.selectFrom('tokens').select('id').where('expires_at', 'is', null);
  const others = lasting.where('hash', '!=', hashToken(token));
  return (await others.limit(1).executeTakeFirst()) !== undefined;
}

export const rememberTokenUse = (database: Kysely<Tables>, tokenId: TokenId, at: number): Promise<void> =>
  rememberUse(database, tokenId, (transaction) =>
    transaction.updateTable('tokens').set({ last_used_at: at }).where('id', '=', tokenId).execute(),
  );
