import type { Kysely } from 'kysely';
import { pageByTime } from '../access/page-by-time-store.ts';
import type { PageQuery } from '../access/paged-list.ts';
import type { AppId, OrganizationId, TokenId, UserId } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import type { Tables } from '../database/tables.ts';

const shownColumns = [
  'tokens.id',
  'tokens.name',
  'tokens.scopes',
  'tokens.created_at as createdAt',
  'tokens.expires_at as expiresAt',
  'tokens.last_used_at as lastUsedAt',
] as const;

/** What is shown of a token: all but its value, which is stored nowhere. Scopes are a text of JSON. @see PAT-06 */
export interface ShownToken {
  readonly id: TokenId;
  readonly name: string;
  readonly scopes: string;
  readonly createdAt: number;
  /** Null for the installation's administrator. */
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}

type TokenRow = CamelRow<'tokens'>;

const { columnsOf } = camelColumns('tokens', [
  ...(['id', 'hash', 'kind', 'app_id', 'organization_id', 'user_id', 'name', 'scopes'] as const),
  ...(['created_at', 'expires_at', 'last_used_at'] as const),
]);

/** For those alone who issue tokens. */
export async function insertToken(transaction: Kysely<Tables>, token: TokenRow): Promise<void> {
  await transaction.insertInto('tokens').values(columnsOf(token)).execute();
}

/** For `changeToken` alone. */
export async function updateToken(
  transaction: Kysely<Tables>,
  id: TokenId,
  changes: Partial<TokenRow>,
): Promise<void> {
  await transaction.updateTable('tokens').set(columnsOf(changes)).where('id', '=', id).execute();
}

const personalTokens = (database: Kysely<Tables>, userId: UserId) =>
  database
    .selectFrom('tokens')
    .select(shownColumns)
    .where('user_id', '=', userId)
    .where('kind', '=', 'personal');

/** The personal tokens of a user in pages, newest first. */
export const pageOfTokens = (database: Kysely<Tables>, userId: UserId, query: PageQuery) =>
  pageByTime(personalTokens(database, userId), 'tokens', query, { direction: 'desc' });

/** Answers the token, where the user had it. For `revokeToken` alone. */
export async function deleteToken(transaction: Kysely<Tables>, userId: UserId, id: TokenId) {
  return transaction
    .deleteFrom('tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('kind', '=', 'personal')
    .returning(['id', 'name'])
    .executeTakeFirst();
}

/** Ends the personal tokens of somebody that have a name, those without an end or the others. For `replaceToken` alone. */
export async function deleteTokensNamed(
  transaction: Kysely<Tables>,
  {
    userId,
    name,
    isLasting,
  }: { readonly userId: UserId; readonly name: string; readonly isLasting: boolean },
): Promise<void> {
  await transaction
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('kind', '=', 'personal')
    .where('name', '=', name)
    .where('expires_at', isLasting ? 'is' : 'is not', null)
    .execute();
}

/** A page of the plan access tokens of an organization with those who issued them, newest first. */
export async function pageOfPlanTokens(
  database: Kysely<Tables>,
  organizationId: OrganizationId,
  query: PageQuery,
) {
  const tokens = database
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(shownColumns)
    .select(['users.id as issuerId', 'users.role', 'users.organization_id as issuerIsOf'])
    .where('tokens.organization_id', '=', organizationId);
  const page = await pageByTime(tokens, 'tokens', query, { direction: 'desc' });
  const rows = page.rows.map(({ issuerId, role, issuerIsOf, ...token }) => ({
    ...token,
    issuer: { id: issuerId, role, organizationId: issuerIsOf },
  }));
  return { ...page, rows };
}

/** Answers the token, where the organization had it. For `revokePlanToken` alone. */
export async function deletePlanToken(
  transaction: Kysely<Tables>,
  organizationId: OrganizationId,
  id: TokenId,
) {
  return transaction
    .deleteFrom('tokens')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .returning(['id', 'name'])
    .executeTakeFirst();
}

const stored = (database: Kysely<Tables>) =>
  database
    .selectFrom('tokens')
    .select(['id', 'hash', 'name', 'kind', 'scopes'])
    .select(['user_id as userId', 'app_id as appId', 'organization_id as organizationId']);

/** Any token of a person by its name. */
export const findTokenNamed = (database: Kysely<Tables>, userId: UserId, name: string) =>
  stored(database).where('user_id', '=', userId).where('name', '=', name).executeTakeFirst();

export const findTokenOfHash = (database: Kysely<Tables>, hash: string) =>
  stored(database).where('hash', '=', hash).executeTakeFirst();

/** A token by which an app acts for a person, that is not the one named. */
export const findOtherTokenOfApp = (
  database: Kysely<Tables>,
  { appId, userId, id }: { readonly appId: AppId; readonly userId: UserId; readonly id: TokenId },
) =>
  stored(database)
    .where('user_id', '=', userId)
    .where('app_id', '=', appId)
    .where('id', '!=', id)
    .executeTakeFirst();
