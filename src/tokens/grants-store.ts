import type { Insertable, Kysely } from 'kysely';
import { mayAllowApp } from '../access/app-access.ts';
import { findCallerUser } from '../access/caller-store.ts';
import { type PageQuery, pageOf } from '../access/page.ts';
import { afterPlace } from '../database/after-place.ts';
import type { AppGrantsTable, Tables, TokensTable } from '../database/tables.ts';
import { endWaitingCodes } from './codes-store.ts';

/** Ends everything by which an app acts for a person: the grant, its refresh token and the access token. */
export async function endGrant(transaction: Kysely<Tables>, appId: string, userId: string): Promise<boolean> {
  await transaction.deleteFrom('tokens').where('app_id', '=', appId).where('user_id', '=', userId).execute();
  const { numDeletedRows } = await transaction
    .deleteFrom('app_grants')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** The same, and the codes that wait for their exchange. Answers whether there was anything. */
export async function takeBackAllowance(
  transaction: Kysely<Tables>,
  appId: string,
  userId: string,
): Promise<boolean> {
  const hadCode = await endWaitingCodes(transaction, appId, userId);
  return (await endGrant(transaction, appId, userId)) || hadCode;
}

/**
 * Ends what somebody allowed apps that are no longer open to them, since they left a team or lost a role: a private
 * app acts for the people of its place only.
 *
 * @see OAUTH-23…25
 */
export async function endLostGrants(transaction: Kysely<Tables>, userId: string): Promise<void> {
  const user = await findCallerUser(transaction, userId);
  for (const { clientId, teamRole, ...app } of await closedAppsOf(transaction, userId)) {
    if (user === undefined || !mayAllowApp(user, app, teamRole))
      await takeBackAllowance(transaction, clientId, userId);
  }
}

/** The apps that somebody allowed and that are not open to everybody, with the role in the team of each. */
const closedAppsOf = (database: Kysely<Tables>, userId: string) =>
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

/**
 * Takes what an app gave up from the tokens by which it acts. What people allowed stays as it is: an app that has
 * a scope again holds it again after the next refresh.
 *
 * @see SCOPE-02
 */
export async function narrowTokens(
  transaction: Kysely<Tables>,
  appId: string,
  kept: readonly string[],
): Promise<void> {
  const ofApp = transaction.selectFrom('tokens').select('scopes').distinct().where('app_id', '=', appId);
  for (const { scopes } of await ofApp.execute()) {
    const narrowed = (JSON.parse(scopes) as string[]).filter((scope) => kept.includes(scope));
    await transaction
      .updateTable('tokens')
      .set({ scopes: JSON.stringify(narrowed) })
      .where('app_id', '=', appId)
      .where('scopes', '=', scopes)
      .execute();
  }
}

/** A page of what somebody allowed which app, newest first. */
export const pageOfGrants = (database: Kysely<Tables>, userId: string, query: PageQuery) =>
  pageOf(
    {
      rowsAfter: (place, count) => {
        const grants = database
          .selectFrom('app_grants')
          .innerJoin('apps', 'apps.client_id', 'app_grants.app_id')
          .select(['apps.client_id', 'apps.configuration', 'apps.approved'])
          .select(['app_grants.scopes', 'app_grants.created_at'])
          .where('app_grants.user_id', '=', userId);
        const part = { place, count, direction: 'desc' } as const;
        return afterPlace(grants, ['app_grants.created_at', 'apps.client_id'], part).execute();
      },
      placeOf: ({ created_at, client_id }) => ({ by: created_at, id: client_id }),
    },
    query,
  );

/** Ends what was given for a code that somebody used twice. Answers whether there was something. */
export async function endGrantOfCode(transaction: Kysely<Tables>, codeHash: string): Promise<boolean> {
  const grant = await transaction
    .selectFrom('app_grants')
    .select(['app_id', 'user_id'])
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return grant !== undefined && endGrant(transaction, grant.app_id, grant.user_id);
}

/** Keeps what a person allowed an app, in place of what they allowed it before. */
export async function putGrant(
  transaction: Kysely<Tables>,
  grant: Insertable<AppGrantsTable>,
): Promise<void> {
  const { app_id: _app, user_id: _user, ...changes } = grant;
  await transaction
    .insertInto('app_grants')
    .values(grant)
    .onConflict((conflict) => conflict.columns(['app_id', 'user_id']).doUpdateSet(changes))
    .execute();
}

/** The grant that a refresh token stands for. It is written to, so that refreshes of the same one take turns. */
export async function takeGrant(transaction: Kysely<Tables>, refreshHash: string) {
  return transaction
    .updateTable('app_grants')
    .set({ refresh_hash: refreshHash })
    .where('refresh_hash', '=', refreshHash)
    .returningAll()
    .executeTakeFirst();
}

/** The one access token by which an app acts for a person; the one before is refused from now on. @see OAUTH-62 */
export async function replaceAccessToken(
  transaction: Kysely<Tables>,
  token: Insertable<TokensTable> & { app_id: string },
): Promise<void> {
  await transaction
    .deleteFrom('tokens')
    .where('app_id', '=', token.app_id)
    .where('user_id', '=', token.user_id)
    .execute();
  await transaction.insertInto('tokens').values(token).execute();
}
