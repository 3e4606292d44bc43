import type { Kysely } from 'kysely';
import { administratorScopes } from '../access/scopes.ts';
import { hashToken } from '../access/token-hash.ts';
import type { Tables } from '../database/tables.ts';

const tokenName = 'Administrator of this installation';

/** Stores the administrator's token in place of the one before. It does not expire. */
export async function storeAdministratorToken(
  transaction: Kysely<Tables>,
  token: { id: string; userId: string; token: string; now: number },
): Promise<void> {
  await transaction
    .deleteFrom('tokens')
    .where('user_id', '=', token.userId)
    .where('name', '=', tokenName)
    .where('expires_at', 'is', null)
    .execute();
  await transaction
    .insertInto('tokens')
    .values({
      id: token.id,
      hash: hashToken(token.token),
      kind: 'personal',
      user_id: token.userId,
      name: tokenName,
      scopes: JSON.stringify(administratorScopes),
      created_at: token.now,
      expires_at: null,
      last_used_at: null,
    })
    .execute();
}
