import { type Kysely, type Selectable, sql } from 'kysely';
import { emailKey } from '../access/email-address.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';
import { afterPlace } from '../database/keyset-page.ts';
import type { RequestLogTable, Tables } from '../database/tables.ts';

export type CallRow = Selectable<RequestLogTable>;

/** What calls are asked for. Of each list that is given, a call has to match one; none of them is empty. */
export interface CallQuery {
  readonly organizationId: OrganizationId;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly tokenKind: CallRow['token_kind'] | undefined;
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
export async function findCalls(database: Kysely<Tables>, asked: CallQuery): Promise<CallRow[]> {
  const { tokenKind, tokenHashes, before } = asked;
  let query = database
    .selectFrom('request_log')
    .selectAll()
    .where('organization_id', '=', asked.organizationId)
    .where('at', '>=', asked.from);
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
  return afterPlace(query, ['at', 'ordinal'], { place, count: asked.limit, direction: 'desc' }).execute();
}

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
