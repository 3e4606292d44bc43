import type { Kysely } from 'kysely';
import type { OrganizationId } from '../contract/branded-ids.ts';
import { among } from '../database/in-list.ts';
import type { Tables } from '../database/tables.ts';
import { type ActivityRow, activityColumns } from './activity-store.ts';

/** An event that has its place in the log. */
export type PlacedEvent = ActivityRow & { readonly sequence: number };

export interface ActivityQuery {
  readonly organizationId: OrganizationId;
  /** Undefined for all. */
  readonly types: readonly string[] | undefined;
  /** Milliseconds since 1970; the end is not part of it. */
  readonly from: number;
  readonly until: number;
  readonly order: 'asc' | 'desc';
  /** Only what comes after this place, in the order asked for. */
  readonly after: number | undefined;
  readonly limit: number;
}

export async function findActivity(database: Kysely<Tables>, asked: ActivityQuery): Promise<PlacedEvent[]> {
  let query = database
    .selectFrom('activity_events')
    .select(activityColumns.selected)
    .where('organization_id', '=', asked.organizationId)
    .where('sequence', 'is not', null)
    .where('at', '>=', asked.from)
    .where('at', '<', asked.until);
  if (asked.types !== undefined) query = query.where(among(database, 'type', asked.types));
  if (asked.after !== undefined) {
    query = query.where('sequence', asked.order === 'asc' ? '>' : '<', asked.after);
  }
  return query
    .orderBy('sequence', asked.order)
    .limit(asked.limit)
    .$narrowType<{ sequence: number }>()
    .execute();
}
