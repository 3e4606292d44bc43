import { hashToken } from '../../access/token-hash.ts';
import { badRequest } from '../../errors.ts';
import { type CallQuery, findCalls } from '../../events/developer-log-pages-store.ts';
import type { Call, Handler } from '../../operation.ts';
import { organizationOfCalls } from '../../places/organization-records.ts';
import { callPage, placeOf } from './call-page.ts';

type Asked = NonNullable<Call<'getDeveloperLogs'>['body']>;

const dayMs = 24 * 3_600_000;
const rangesMs = { last_24h: dayMs, last_7d: 7 * dayMs, last_30d: 30 * dayMs } as const;
const kinds = { developer_token: 'personal', oauth_token: 'oauth', plan_access_token: 'plan' } as const;
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
  return { json: { status: 200, error: false, meta: callPage(found, limit, organizationId) } };
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
