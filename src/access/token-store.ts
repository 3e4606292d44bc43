import type { Kysely, Selectable } from 'kysely';
import { firstRow } from '../database/compiled-query.ts';
import { remembered } from '../database/remembered.ts';
import type { Tables, UsersTable } from '../database/tables.ts';
import type { Caller, CallerUser } from './caller.ts';
import { hashToken } from './token-hash.ts';

/** A stored token with its user; `expiresAt` in milliseconds, null for the installation's administrator. */
export interface StoredToken {
  readonly caller: Omit<Caller, 'ipAddress'>;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}

/** What is read of the people who call. */
export const userColumns = [
  'users.id',
  'users.handle',
  'users.email',
  'users.img_url',
  'users.organization_id',
  'users.role',
  'users.seat',
  'users.installation_admin',
] as const;

type UserRow = Pick<
  Selectable<UsersTable>,
  'id' | 'handle' | 'email' | 'img_url' | 'organization_id' | 'role' | 'seat' | 'installation_admin'
>;

export function userOf(row: UserRow): CallerUser {
  return {
    id: row.id,
    handle: row.handle,
    email: row.email,
    imgUrl: row.img_url,
    organizationId: row.organization_id,
    role: row.role,
    seat: row.seat,
    installationAdmin: row.installation_admin === 1,
  };
}

export async function findCallerUser(database: Kysely<Tables>, id: string): Promise<CallerUser | undefined> {
  const row = await database.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : userOf(row);
}

const tokenByHash = firstRow((database, hash: string) =>
  database
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .leftJoin('apps', 'apps.client_id', 'tokens.app_id')
    .select([
      'tokens.id as tokenId',
      'tokens.name as tokenName',
      'tokens.kind',
      'tokens.scopes',
      'tokens.expires_at',
      'tokens.last_used_at',
      'tokens.app_id',
      'apps.state as appState',
      ...userColumns,
    ])
    .where('tokens.hash', '=', hash),
);

export function findToken(database: Kysely<Tables>, token: string): Promise<StoredToken | undefined> {
  return storedToken(database, hashToken(token));
}

const storedToken = remembered(async (database, tokenHash): Promise<StoredToken | undefined> => {
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
      app: row.app_id === null || row.appState === null ? null : { id: row.app_id, state: row.appState },
      user: userOf(row),
    },
  };
});

export async function rememberTokenUse(database: Kysely<Tables>, tokenId: string, at: number): Promise<void> {
  await database.updateTable('tokens').set({ last_used_at: at }).where('id', '=', tokenId).execute();
}
