import type { Kysely } from 'kysely';
import { idOfNothing } from '../contract/branded-ids.ts';
import { firstRow } from '../database/compiled-query.ts';
import { remembered } from '../database/remembered-reads.ts';
import type { Tables } from '../database/tables.ts';
import { mayAllowApp } from './app-access.ts';
import type { Caller, CallerUser } from './caller.ts';
import { userColumns, userOf } from './caller-store.ts';
import { confinedTo, hasPlanTokenEnded } from './plan-token.ts';

/** A stored token with its user; `expiresAt` in milliseconds, null for the installation's administrator. */
export interface StoredToken {
  readonly caller: Omit<Caller, 'ipAddress'>;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  /** Why who it stands for lends it nothing any more; undefined while they do. */
  readonly endedBecause: string | undefined;
}

/** Tokens with who they stand for, and what the app that acts by them needs to go on. */
export const tokensWithPeople = (database: Kysely<Tables>) =>
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
    ]);

const tokenByHash = firstRow((database, hash: string) =>
  tokensWithPeople(database).where('tokens.hash', '=', hash),
);

/** The token of that hash. */
export const storedToken = remembered(async (database, tokenHash): Promise<StoredToken | undefined> => {
  const row = await tokenByHash(database, tokenHash);
  return row === undefined ? undefined : storedTokenOf(row, tokenHash);
});

type TokenRow = NonNullable<Awaited<ReturnType<typeof tokenByHash>>>;

export function storedTokenOf(row: TokenRow, tokenHash: string): StoredToken {
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
}

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
    organizationId: row.appOrganizationId ?? idOfNothing,
    teamId: row.appTeamId,
  };
  return mayAllowApp(user, app, row.appTeamRole) ? undefined : 'the app is no longer open to who allowed it.';
}
