import type { Kysely } from 'kysely';
import type { AppStanding, TeamRole } from '../access/app-access.ts';
import { type PageQuery, pageOf } from '../access/paged-list.ts';
import type { AppId, TeamId, UserId } from '../contract/branded-ids.ts';
import { afterPlace } from '../database/keyset-page.ts';
import type { Tables } from '../database/tables.ts';
import { configurationInForce } from './app.ts';
import { storedConfiguration } from './app-configuration.ts';

/** What a person allowed an app, for as long as nobody takes it back. */
export interface Grant {
  readonly appId: AppId;
  readonly userId: UserId;
  readonly refreshHash: string;
  readonly scopes: readonly string[];
  /** The code that it was given for. */
  readonly codeHash: string | null;
  readonly createdAt: number;
}

/** Keeps what a person allowed an app, in place of what they allowed it before. For `exchangeCode` alone. */
export async function putGrant(
  transaction: Kysely<Tables>,
  { appId, userId, refreshHash, scopes, codeHash, createdAt }: Grant,
): Promise<void> {
  const changes = {
    refresh_hash: refreshHash,
    scopes: JSON.stringify(scopes),
    code_hash: codeHash,
    created_at: createdAt,
  };
  await transaction
    .insertInto('app_grants')
    .values({ app_id: appId, user_id: userId, ...changes })
    .onConflict((conflict) => conflict.columns(['app_id', 'user_id']).doUpdateSet(changes))
    .execute();
}

/** The grant that a refresh token stands for. It is written to, so that refreshes of the same one take turns. */
export async function takeGrant(
  transaction: Kysely<Tables>,
  refreshHash: string,
): Promise<Grant | undefined> {
  const row = await transaction
    .updateTable('app_grants')
    .set({ refresh_hash: refreshHash })
    .where('refresh_hash', '=', refreshHash)
    .returning(['app_id as appId', 'user_id as userId', 'refresh_hash as refreshHash', 'scopes'])
    .returning(['code_hash as codeHash', 'created_at as createdAt'])
    .executeTakeFirst();
  return row && { ...row, scopes: JSON.parse(row.scopes) };
}

/** Who allowed which app by a code; undefined where that was taken back. */
export async function holdersOfCode(
  transaction: Kysely<Tables>,
  codeHash: string,
): Promise<Pick<Grant, 'appId' | 'userId'> | undefined> {
  return transaction
    .selectFrom('app_grants')
    .select(['app_id as appId', 'user_id as userId'])
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
}

/** Who allowed something to an app of a team, or is about to. */
export async function peopleWhoAllowed(
  database: Kysely<Tables>,
  { teamId }: { readonly teamId: TeamId },
): Promise<UserId[]> {
  const ofTeam = database.selectFrom('apps').select('client_id').where('team_id', '=', teamId);
  const rows = await database
    .selectFrom('app_grants')
    .select('user_id as userId')
    .where('app_id', 'in', ofTeam)
    .union(
      database.selectFrom('authorization_codes').select('user_id as userId').where('app_id', 'in', ofTeam),
    )
    .execute();
  return rows.map(({ userId }) => userId);
}

/** For those alone who end what an app may do. Answers whether there was a grant. */
export async function deleteGrant(
  transaction: Kysely<Tables>,
  appId: AppId,
  userId: UserId,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('app_grants')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** An app that is not open to everybody, by the standing of somebody who allowed it. */
type ClosedApp = AppStanding & { readonly clientId: AppId; readonly teamRole: TeamRole };

/** The apps that somebody allowed and that are not open to everybody, with their role in the team of each. */
export const closedAppsOf = (database: Kysely<Tables>, userId: UserId): Promise<ClosedApp[]> =>
  database
    .selectFrom('apps')
    .leftJoin('team_members', (join) =>
      join.onRef('team_members.team_id', '=', 'apps.team_id').on('team_members.user_id', '=', userId),
    )
    .select([
      'apps.client_id as clientId',
      'apps.state',
      'apps.organization_id as organizationId',
      'apps.team_id as teamId',
      'apps.creator_id as creatorId',
      'team_members.role as teamRole',
    ])
    .where('apps.client_id', 'in', (query) =>
      query
        .selectFrom('app_grants')
        .select('app_id')
        .where('user_id', '=', userId)
        .union(query.selectFrom('authorization_codes').select('app_id').where('user_id', '=', userId)),
    )
    .where('apps.state', '!=', 'public')
    .execute();

/** A page of what somebody allowed which app, newest first: of the scopes those that the app still has. */
export async function pageOfAllowedApps(database: Kysely<Tables>, userId: UserId, query: PageQuery) {
  const { rows, ...page } = await pageOfGrants(database, userId, query);
  const allowed = rows.map(({ clientId, configuration, approved, scopes, allowedAt }) => {
    const { name, scopes: ofApp } = configurationInForce({
      configuration: storedConfiguration(configuration),
      approved: approved === null ? null : storedConfiguration(approved),
    });
    const named: typeof ofApp = JSON.parse(scopes);
    return { clientId, name, scopes: named.filter((scope) => ofApp.includes(scope)), allowedAt };
  });
  return { ...page, rows: allowed };
}

const pageOfGrants = (database: Kysely<Tables>, userId: UserId, query: PageQuery) =>
  pageOf(
    {
      rowsAfter: (place, count) => {
        const grants = database
          .selectFrom('app_grants')
          .innerJoin('apps', 'apps.client_id', 'app_grants.app_id')
          .select(['apps.client_id as clientId', 'apps.configuration', 'apps.approved'])
          .select(['app_grants.scopes', 'app_grants.created_at as allowedAt'])
          .where('app_grants.user_id', '=', userId);
        const part = { place, count, direction: 'desc' } as const;
        return afterPlace(grants, ['app_grants.created_at', 'apps.client_id'], part).execute();
      },
      placeOf: ({ allowedAt, clientId }) => ({ by: allowedAt, id: clientId }),
    },
    query,
  );
