import type { OrganizationId } from '../../contract/branded-ids.ts';
import type { ActivityLog } from '../../contract/contract.ts';
import { badRequest } from '../../errors.ts';
import { findActivity, type PlacedEvent } from '../../events/activity-pages-store.ts';
import { placeActivity } from '../../events/activity-store.ts';
import { isActivityType } from '../../events/activity-types.ts';
import { openCursor, sealCursor } from '../../events/position-cursor.ts';
import type { Call, Handler } from '../../operation.ts';
import { organizationOfActivity } from '../../places/organization-records.ts';

type Query = Call<'getActivityLogs'>['query'];
type Order = Query['order'];

const yearMs = 365 * 24 * 3_600_000;
/** @see LOG-09, LOG-10, ruling H15 */
const mostEvents = 1000;

/**
 * The changes in the caller's organization, a page at a time. Oldest first, the cursor of the last page goes on
 * with what happens later; newest first, it goes back in time from where the first page began.
 *
 * @see LOG-01…16
 */
export const getActivityLogs: Handler<'getActivityLogs'> = async ({ caller, query }, context) => {
  const { limit, order, cursor } = query;
  const range = rangeOf(query, context.clock.now());
  const organizationId = await organizationOfActivity(context.database, caller);
  const after = cursor === undefined ? undefined : placeOf(cursor, order, organizationId);
  await placeActivity(context.database, organizationId);
  const size = Math.min(limit, mostEvents);
  const types = namesOf(query.events)?.filter(isActivityType);
  const asked = { organizationId, types, ...range, order, after, limit: size + 1 };
  const found = types?.length === 0 ? [] : await findActivity(context.database, asked);
  const events = found.slice(0, size);
  const place = events.at(-1)?.sequence ?? after ?? (order === 'asc' ? 0 : Number.MAX_SAFE_INTEGER);
  const meta = {
    activity_logs: events.map(shownEvent),
    cursor: sealCursor([order, place, organizationId]),
    next_page: found.length > size,
  };
  return { json: { status: 200, error: false, i18n: null, meta } };
};

/** Names of events, separated by commas; undefined where none is named. A name that is not known finds nothing. */
function namesOf(events: string | undefined): string[] | undefined {
  const names = (events ?? '').split(',').map((name) => name.trim());
  const named = names.filter((name) => name !== '');
  return named.length === 0 ? undefined : [...new Set(named)];
}

/**
 * Both bounds in milliseconds; events have whole seconds, and one of the last second is still part of it.
 * @throws ApiError 400
 * @see LOG-07, LOG-08, A23
 */
function rangeOf({ start_time, end_time }: Query, now: number): { from: number; until: number } {
  if (start_time !== undefined && end_time !== undefined && start_time > end_time) {
    throw badRequest('"start_time" is later than "end_time".');
  }
  return {
    from: start_time === undefined ? now - yearMs : timeMs(Math.ceil(start_time)),
    until: end_time === undefined ? latestTime : timeMs(Math.floor(end_time) + 1),
  };
}

/** As far as times go. */
const latestTime = 8.64e15;

const timeMs = (seconds: number): number => Math.min(Math.max(seconds * 1000, 0), latestTime);

/** @throws ApiError 400 for what is no cursor, and for one of another order or organization */
function placeOf(cursor: string, order: Order, organizationId: OrganizationId): number {
  const [cursorOrder, place, organization] = openCursor(cursor);
  if (!Number.isSafeInteger(place) || organization !== organizationId) {
    throw badRequest('Invalid value for "cursor": it is not one that this log gave out.');
  }
  if (cursorOrder !== order)
    throw badRequest(`This cursor goes on with "order=${order === 'asc' ? 'desc' : 'asc'}".`);
  return place as number;
}

function shownEvent(event: PlacedEvent): ActivityLog {
  return {
    id: event.id,
    timestamp: Math.floor(event.at / 1000),
    actor: JSON.parse(event.actor),
    action: { type: event.type, details: event.details === null ? null : JSON.parse(event.details) },
    entity: JSON.parse(event.entity),
    context: {
      client_name: event.clientName,
      ip_address: event.ipAddress,
      is_figma_support_team_action: false,
      org_id: event.organizationId,
      team_id: event.teamId,
    },
  };
}
