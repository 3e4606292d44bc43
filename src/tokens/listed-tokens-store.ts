import type { Insertable, Kysely, Selectable } from 'kysely';
import type { PageQuery } from '../access/page.ts';
import { pageByTime } from '../access/page-by-time-store.ts';
import type { PersonalToken, PlanToken } from '../contract/contract.ts';
import type { Tables, TokensTable } from '../database/tables.ts';

export async function insertToken(
  transaction: Kysely<Tables>,
  token: Insertable<TokensTable>,
): Promise<void> {
  await transaction.insertInto('tokens').values(token).execute();
}

const personalTokens = (database: Kysely<Tables>, userId: string) =>
  database
    .selectFrom('tokens')
    .select(['id', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'personal');

/** The personal tokens of a user. */
export const personalTokensOf = (database: Kysely<Tables>, userId: string) =>
  personalTokens(database, userId).execute();

/** The same in pages, newest first. */
export const pageOfTokens = (database: Kysely<Tables>, userId: string, query: PageQuery) =>
  pageByTime(personalTokens(database, userId), 'tokens', query, { direction: 'desc' });

/** Answers the token, where the user had it. */
export async function deleteToken(transaction: Kysely<Tables>, userId: string, id: string) {
  return transaction
    .deleteFrom('tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('kind', '=', 'personal')
    .returning(['id', 'name'])
    .executeTakeFirst();
}

/** A page of the plan access tokens of an organization with those who issued them, newest first. */
export async function pageOfPlanTokens(database: Kysely<Tables>, organizationId: string, query: PageQuery) {
  const tokens = database
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .selectAll('tokens')
    .select(['users.role', 'users.organization_id as issuerIsOf'])
    .where('tokens.organization_id', '=', organizationId);
  const page = await pageByTime(tokens, 'tokens', query, { direction: 'desc' });
  const rows = page.rows.map(({ role, issuerIsOf, ...token }) => ({
    ...token,
    issuer: { role, organizationId: issuerIsOf },
  }));
  return { ...page, rows };
}

/** Answers the token, where the organization had it. */
export async function deletePlanToken(transaction: Kysely<Tables>, organizationId: string, id: string) {
  return transaction
    .deleteFrom('tokens')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .returning(['id', 'name'])
    .executeTakeFirst();
}

type ShownRow = Pick<
  Selectable<TokensTable>,
  'id' | 'name' | 'scopes' | 'created_at' | 'expires_at' | 'last_used_at'
>;

/** A token as answers show it: without its value, which is stored nowhere. @see PAT-06 */
export function tokenRecord(row: ShownRow): PersonalToken {
  return {
    id: row.id,
    name: row.name,
    scopes: JSON.parse(row.scopes) as PersonalToken['scopes'],
    created_at: timeText(row.created_at),
    expires_at: row.expires_at === null ? null : timeText(row.expires_at),
    last_used_at: row.last_used_at === null ? null : timeText(row.last_used_at),
  };
}

/** The same of a plan access token, and whether it is refused because of who issued it. */
export function planTokenRecord(row: ShownRow & { user_id: string }, ended: boolean): PlanToken {
  return { ...tokenRecord(row), issued_by: row.user_id, ended };
}

const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString();
