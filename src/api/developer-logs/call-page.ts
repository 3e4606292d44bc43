import type { OrganizationId } from '../../contract/branded-ids.ts';
import type { DeveloperLog } from '../../contract/contract.ts';
import { badRequest } from '../../errors.ts';
import type { LoggedCall } from '../../events/developer-log-pages-store.ts';
import { openCursor, sealCursor } from '../../events/position-cursor.ts';

const tokenTypes = { personal: 'developer_token', oauth: 'oauth_token', plan: 'plan_access_token' } as const;

/** A page of calls, of which one more than fits was asked for. */
export function callPage(found: readonly LoggedCall[], limit: number, organizationId: OrganizationId) {
  const calls = found.slice(0, limit);
  const hasMore = found.length > limit;
  const last = calls.at(-1);
  return {
    items: calls.map(shownCall),
    cursor: hasMore && last !== undefined ? sealCursor([last.at, last.ordinal, organizationId]) : null,
    has_more: hasMore,
  };
}

/** @throws ApiError 400 */
export function placeOf(cursor: string, organizationId: OrganizationId): { at: number; ordinal: string } {
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
