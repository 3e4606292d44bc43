import type { Kysely } from 'kysely';
import { firstRow } from '../database/compiled-query.ts';
import type { Tables } from '../database/tables.ts';
import type { Caller } from './caller.ts';
import { hashToken } from './token-hash.ts';

/** A stored token with its user; `expiresAt` in milliseconds, null for the installation's administrator. */
export interface StoredToken {
  readonly caller: Omit<Caller, 'ipAddress'>;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}

const tokenByHash = firstRow((database, hash: string) =>
  database
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select([
      'tokens.id as tokenId',
      'tokens.name as tokenName',
      'tokens.kind',
      'tokens.scopes',
      'tokens.expires_at',
      'tokens.last_used_at',
      'users.id',
      'users.handle',
      'users.email',
      'users.img_url',
      'users.organization_id',
      'users.role',
      'users.seat',
      'users.installation_admin',
    ])
    .where('tokens.hash', '=', hash),
);

export async function findToken(database: Kysely<Tables>, token: string): Promise<StoredToken | undefined> {
  const tokenHash = hashToken(token);
  const row = await tokenByHash(database, tokenHash);
  if (row === undefined) return undefined;
  return {
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    caller: {
      tokenId: row.tokenId,
      tokenName: row.tokenName,
      tokenHash,
      kind: row.kind,
      scopes: new Set(JSON.parse(row.scopes) as string[]),
      user: {
        id: row.id,
        handle: row.handle,
        email: row.email,
        imgUrl: row.img_url,
        organizationId: row.organization_id,
        role: row.role,
        seat: row.seat,
        installationAdmin: row.installation_admin === 1,
      },
    },
  };
}

export async function rememberTokenUse(database: Kysely<Tables>, tokenId: string, at: number): Promise<void> {
  await database.updateTable('tokens').set({ last_used_at: at }).where('id', '=', tokenId).execute();
}
