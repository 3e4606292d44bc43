import { hashToken } from '../../access/token-hash.ts';
import type { OrganizationId } from '../../contract/branded-ids.ts';
import type { DeveloperLog } from '../../contract/contract.ts';
import { badRequest } from '../../errors.ts';
import { type CallQuery, findCalls, type LoggedCall } from '../../events/developer-log-pages-store.ts';
import { openCursor, sealCursor } from '../../events/position-cursor.ts';
import type { Call, Handler } from '../../operation.ts';
import { organizationOfCalls } from '../../places/organization-records.ts';

type Asked = NonNullable<Call<'getDeveloperLogs'>['body']>;

const dayMs = 24 * 3_600_000;
const rangesMs = { last_24h: dayMs, last_7d: 7 * dayMs, last_30d: 30 * dayMs } as const;
const kinds = { developer_token: 'personal', oauth_token: 'oauth', plan_access_token: 'plan' } as const;
const tokenTypes = { personal: 'developer_token', oauth: 'oauth_token', plan: 'plan_access_token' } as const;
const mostValues = 100;

/** The calls that tokens made of the interface, newest first; what happens meanwhile does not move the pages. */
export const getDeveloperLogs: Handler<'getDeveloperLogs'> = async ({ caller, body }, context) => {
  const asked: Asked = body ?? {};
  const { limit = 25, cursor, event_source, token_type } = asked;
  const filters = filtersOf(asked);
  const organizationId = organizationOfCalls(caller);
  const before = cursor == null ? undefined : placeOf(cursor, organizationId);
  await context.developerLog.flush();
  const from = context.clock.now() - rangesMs[asked.date_range ?? 'last_30d'];
  const tokenKind = token_type && kinds[token_type];
  const query = { organizationId, from, tokenKind, ...filters, before, limit: limit + 1 };
  // No other source than the interface itself is part of this server.
  const found = event_source === 'mcp_server' ? [] : await findCalls(context.database, query);
  const calls = found.slice(0, limit);
  const hasMore = found.length > limit;
  const last = calls.at(-1);
  return {
    json: {
      status: 200,
      error: false,
      meta: {
        items: calls.map(shownCall),
        cursor: hasMore && last !== undefined ? sealCursor([last.at, last.ordinal, organizationId]) : null,
        has_more: hasMore,
      },
    },
  };
};

type Filters = Pick<CallQuery, 'tokenHashes' | 'tokenNames' | 'userEmails' | 'ipAddresses'>;

function filtersOf(asked: Asked): Filters {
  return {
    tokenHashes: valuesOf(asked, 'token')?.map(hashToken),
    tokenNames: valuesOf(asked, 'token_name'),
    userEmails: valuesOf(asked, 'user_email'),
    ipAddresses: valuesOf(asked, 'ip_address'),
  };
}

/**
 * The values of a list separated by commas; undefined where there is none.
 * @throws ApiError 400
 */
function valuesOf(
  asked: Asked,
  name: 'token' | 'token_name' | 'user_email' | 'ip_address',
): string[] | undefined {
  const values = (asked[name] ?? '').split(',').map((value) => value.trim());
  const given = values.filter((value) => value !== '');
  if (given.length > mostValues) throw badRequest(`"${name}" names more than ${mostValues} values.`);
  return given.length === 0 ? undefined : given;
}

/** @throws ApiError 400 */
function placeOf(cursor: string, organizationId: OrganizationId): { at: number; ordinal: string } {
  const [at, ordinal, organization] = openCursor(cursor);
  if (Number.isSafeInteger(at) && typeof ordinal === 'string' && organization === organizationId) {
    return { at: at as number, ordinal };
  }
  throw badRequest('Invalid value for "cursor": it is not one that this log gave out.');
}

function shownCall(call: LoggedCall): DeveloperLog {
  return {
    uuid: call.id,
    timestamp: new Date(call.at).toISOString(),
    action: { event_name: call.path, event_source: 'rest_api' },
    actor: {
      user_id: call.userId,
      user_name: call.userName,
      user_email: call.userEmail,
      token_name: call.tokenName,
      token_type: tokenTypes[call.tokenKind],
    },
    resource: {
      id_or_key: call.resourceId,
      name: call.resourceName,
      type: call.resourceType,
      org_id: call.organizationId,
    },
    context: { ip_address: call.ipAddress, city: null, country_region: null, country: null },
  };
}
