import { type Kysely, sql } from 'kysely';
import { emailKey } from '../access/email-address.ts';
import type { OrganizationId, UserId } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import { afterPlace } from '../database/keyset-page.ts';
import type { Tables } from '../database/tables.ts';

/** A call as the log keeps it. */
export type LoggedCall = CamelRow<'request_log'>;

const { selected } = camelColumns('request_log', [
  ...(['id', 'organization_id', 'at', 'ordinal', 'path', 'token_kind', 'token_name', 'token_hash'] as const),
  ...(['user_id', 'user_name', 'user_email'] as const),
  ...(['resource_type', 'resource_id', 'resource_name', 'ip_address'] as const),
]);

/** What calls are asked for. Of each list that is given, a call has to match one; none of them is empty. */
export interface CallQuery {
  readonly organizationId: OrganizationId;
  /** Only calls of this person. */
  readonly userId?: UserId;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly tokenKind: LoggedCall['tokenKind'] | undefined;
  readonly tokenHashes: readonly string[] | undefined;
  /** Beginnings, in the case they are written in; those of e-mail addresses in any case. */
  readonly tokenNames: readonly string[] | undefined;
  readonly userEmails: readonly string[] | undefined;
  readonly ipAddresses: readonly string[] | undefined;
  /** Only what is older than this call. */
  readonly before: { readonly at: number; readonly ordinal: string } | undefined;
  readonly limit: number;
}

/** Calls, newest first. */
export const findCalls = (database: Kysely<Tables>, asked: CallQuery): Promise<LoggedCall[]> =>
  callsOf(database, asked).execute();

/** The question for them. */
export function callsOf(database: Kysely<Tables>, asked: CallQuery) {
  const { tokenKind, tokenHashes, before } = asked;
  let query = database.selectFrom('request_log').select(selected).where('at', '>=', asked.from);
  query =
    asked.userId === undefined
      ? query.where('organization_id', '=', asked.organizationId)
      : query.where('user_id', '=', asked.userId).where(isOf(asked.organizationId));
  if (tokenKind !== undefined) query = query.where('token_kind', '=', tokenKind);
  if (tokenHashes !== undefined) query = query.where('token_hash', 'in', tokenHashes);
  for (const condition of [
    beginsWith('token_name', asked.tokenNames),
    beginsWith('user_email', asked.userEmails),
    beginsWith('ip_address', asked.ipAddresses),
  ]) {
    if (condition !== undefined) query = query.where(condition);
  }
  const place = before && { by: before.at, id: before.ordinal };
  return afterPlace(query, ['at', 'ordinal'], { place, count: asked.limit, direction: 'desc' });
}

/** In words that no index answers, so that the calls of one person are not looked for among those of all. */
const isOf = (organizationId: OrganizationId) => sql<boolean>`organization_id || '' = ${organizationId}`;

/** The engines differ in what case means to `like`, so the beginning is cut off and compared. */
function beginsWith(
  column: 'token_name' | 'user_email' | 'ip_address',
  beginnings: readonly string[] | undefined,
) {
  if (beginnings === undefined) return undefined;
  const value = column === 'user_email' ? sql`lower(${sql.ref(column)})` : sql.ref(column);
  const matches = beginnings.map((text) => {
    const beginning = column === 'user_email' ? emailKey(text) : text;
    return sql<boolean>`substr(${value}, 1, ${sql.lit([...beginning].length)}) = ${beginning}`;
  });
  return sql<boolean>`(${sql.join(matches, sql` or `)})`;
}
