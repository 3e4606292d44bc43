import type { Kysely } from 'kysely';
import type { OrganizationId, UserId } from '../../contract/branded-ids.ts';
import type { AiUsageDailyRow } from '../../contract/contract.ts';
import type { Tables } from '../../database/tables.ts';
import { badRequest } from '../../errors.ts';
import { openCursor, sealCursor } from '../../events/position-cursor.ts';
import { dayOf, isoTime, startOfDay } from '../../iso-time.ts';
import type { Call, Handler } from '../../operation.ts';
import { findUsage, findUserIds, type ListedUsage, type UsagePlace } from '../../people/ai-usage-store.ts';
import { organizationOfAiUsage } from '../../places/organization-records.ts';

type Query = Call<'getAiUsageDaily'>['query'];

const dayMs = 24 * 3_600_000;
const earliestDay = '2025-12-01';
const mostDaysBack = 366;

/** The credits for AI that people of the caller's organization used, by day, person and editor. */
export const getAiUsageDaily: Handler<'getAiUsageDaily'> = async ({ caller, query }, context) => {
  const { limit, user_email: email, cursor } = query;
  const days = daysOf(query, context.clock.now());
  const organizationId = organizationOfAiUsage(caller);
  const after = cursor === undefined ? undefined : placeOf(cursor, organizationId);
  const userIds = email === undefined ? undefined : await usersOf(context.database, organizationId, email);
  const found = await findUsage(context.database, {
    organizationId,
    ...days,
    userIds,
    after,
    limit: limit + 1,
  });
  const rows = found.slice(0, limit);
  const hasNext = found.length > limit;
  const last = rows.at(-1);
  return {
    json: {
      rows: rows.map(usageRecord),
      next_cursor: hasNext && last !== undefined ? cursorOf(last) : '',
      has_next_page: hasNext,
    },
  };
};

/** @throws ApiError 400 for what is no day, and for a range that is too old, turned round or in the future */
function daysOf({ start_date, end_date }: Query, now: number): { firstDay: string; lastDay: string } {
  for (const [name, day] of Object.entries({ start_date, end_date })) {
    if (startOfDay(day) === undefined) throw badRequest(`"${name}" is no day of the form YYYY-MM-DD.`);
  }
  const oldest = [earliestDay, dayOf(now - mostDaysBack * dayMs)].sort().at(-1) as string;
  if (start_date < oldest) throw badRequest(`"start_date" is before ${oldest}.`);
  if (end_date < start_date) throw badRequest('"end_date" is before "start_date".');
  if (end_date > dayOf(now)) throw badRequest('"end_date" is in the future.');
  return { firstDay: start_date, lastDay: end_date };
}

/** @throws ApiError 400 where nobody has that address */
async function usersOf(
  database: Kysely<Tables>,
  organizationId: OrganizationId,
  email: string,
): Promise<UserId[]> {
  const ids = await findUserIds(database, organizationId, email);
  if (ids.length === 0) throw badRequest('"user_email" is nobody\'s of this organization.');
  return ids;
}

const cursorOf = ({ day, userId, editorType, organizationId }: ListedUsage): string =>
  sealCursor([day, userId, editorType, organizationId]);

/** @throws ApiError 400 for what is no cursor, and for one of another organization */
function placeOf(cursor: string, organizationId: OrganizationId): UsagePlace {
  const [day, userId, editorType, organization] = openCursor(cursor);
  const isPlace = [day, userId, editorType].every((part) => typeof part === 'string');
  if (isPlace && organization === organizationId) return { day, userId, editorType } as UsagePlace;
  throw badRequest('Invalid value for "cursor": it is not one that an earlier page gave.');
}

/** Credits are metered by the month of the calendar; nothing here is attributed to less than the organization. */
function usageRecord(row: ListedUsage): AiUsageDailyRow {
  const [year, month] = row.day.split('-').map(Number) as [number, number];
  return {
    plan_id: row.organizationId,
    user_id: row.userId,
    user_email: row.email || null,
    day: row.day,
    editor_type: row.editorType,
    seat_credits_sum: row.seatMillicredits / 1000,
    plan_credits_sum: row.planMillicredits / 1000,
    workspace_id: null,
    workspace_name: null,
    team_id: null,
    team_name: null,
    license_group_id: null,
    license_group_name: null,
    metering_period_start: isoTime(Date.UTC(year, month - 1)),
    metering_period_end: isoTime(Date.UTC(year, month)),
  };
}
