import type { Kysely, Selectable } from 'kysely';
import { firstRow } from '../database/compiled-query.ts';
import { remembered } from '../database/remembered.ts';
import type { Tables, UsersTable } from '../database/tables.ts';
import { mayAllowApp } from './app.ts';
import type { Caller, CallerUser } from './caller.ts';
import { confinedTo, hasPlanTokenEnded } from './plan-token.ts';
import { hashToken } from './token-hash.ts';

/** A stored token with its user; `expiresAt` in milliseconds, null for the installation's administrator. */
export interface StoredToken {
  readonly caller: Omit<Caller, 'ipAddress'>;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  /** Why who it stands for lends it nothing any more; undefined while they do. */
  readonly endedBecause: string | undefined;
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

/** What `userOf` makes a caller's person of. */
export type UserColumns = Pick<
  Selectable<UsersTable>,
  'id' | 'handle' | 'email' | 'img_url' | 'organization_id' | 'role' | 'seat' | 'installation_admin'
>;

export function userOf(row: UserColumns): CallerUser {
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
    .leftJoin('team_members', (join) =>
      join
        .onRef('team_members.team_id', '=', 'apps.team_id')
        .onRef('team_members.user_id', '=', 'tokens.user_id'),
    )
    .select([
      'tokens.id as tokenId',
      'tokens.name as tokenName',
      'tokens.kind',
      'tokens.scopes',
      'tokens.expires_at',
      'tokens.last_used_at',
      'tokens.app_id',
      'tokens.organization_id as planOf',
      'apps.state as appState',
      'apps.creator_id as appCreatorId',
      'apps.organization_id as appOrganizationId',
      'apps.team_id as appTeamId',
      'team_members.role as appTeamRole',
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
  const user = userOf(row);
  return {
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    endedBecause: whyEnded(row, user),
    caller: {
      tokenId: row.tokenId,
      tokenName: row.tokenName,
      tokenHash,
      kind: row.kind,
      scopes: new Set(JSON.parse(row.scopes) as string[]),
      app: row.app_id === null || row.appState === null ? null : { id: row.app_id, state: row.appState },
      user: row.kind === 'plan' ? confinedTo(row.planOf, user) : user,
    },
  };
});

type TokenRow = NonNullable<Awaited<ReturnType<typeof tokenByHash>>>;

/**
 * Asked at each use, whatever took the right away: a plan access token needs an issuer who administers its
 * organization, the token of an app a person to whom the app is open.
 * @see OAUTH-23…25, ruling H35
 */
function whyEnded(row: TokenRow, user: CallerUser): string | undefined {
  if (row.kind === 'plan' && hasPlanTokenEnded(user, row.planOf))
    return 'whoever issued this plan access token administers its organization no more.';
  if (row.appState === null) return undefined;
  const app = {
    state: row.appState,
    creatorId: row.appCreatorId,
    organizationId: row.appOrganizationId ?? '',
    teamId: row.appTeamId,
  };
  return mayAllowApp(user, app, row.appTeamRole) ? undefined : 'the app is no longer open to who allowed it.';
}

export async function rememberTokenUse(database: Kysely<Tables>, tokenId: string, at: number): Promise<void> {
  await database.updateTable('tokens').set({ last_used_at: at }).where('id', '=', tokenId).execute();
}
