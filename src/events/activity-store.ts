import { type Kysely, type Selectable, sql } from 'kysely';
import type { OrganizationId } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import { writeRows } from '../database/compiled-query.ts';
import type { Tables } from '../database/tables.ts';
import { inReadCommitted } from '../database/transaction.ts';

export type ActivityRow = CamelRow<'activity_events'>;

export const activityColumns = camelColumns('activity_events', [
  ...(['id', 'organization_id', 'sequence', 'at', 'type', 'actor', 'entity', 'details'] as const),
  ...(['client_name', 'ip_address', 'team_id'] as const),
]);

const insertEvents = writeRows<Selectable<Tables['activity_events']>>(
  { rowCount: 1, columns: activityColumns.columns },
  (transaction, rows) => transaction.insertInto('activity_events').values([...rows]),
);

export const insertActivity = (transaction: Kysely<Tables>, event: ActivityRow): Promise<void> =>
  insertEvents(transaction, [activityColumns.columnsOf(event)]);

/** Events that get their places in one transaction. */
const mostAtOnce = 2_000;

/**
 * Gives the committed events of an organization that have no place yet the next ones, in the order of their
 * times, and those of one millisecond in that of their ids. Who makes a change waits for nobody: a place is
 * given only to what can be seen already, by one transaction after the other, so no event turns up before one
 * that was read. Times never run backwards along the places: an event that was committed late is told with the
 * time of the one before it.
 */
export async function placeActivity(database: Kysely<Tables>, organizationId: OrganizationId): Promise<void> {
  while (await hasUnplaced(database, organizationId)) {
    await inReadCommitted(database, (transaction) => placeNext(transaction, organizationId));
  }
}

/** The organizations with events that have no place yet. */
export async function unplacedOrganizations(database: Kysely<Tables>): Promise<OrganizationId[]> {
  const rows = await database
    .selectFrom('activity_events')
    .select('organization_id')
    .distinct()
    .where('sequence', 'is', null)
    .execute();
  return rows.map((row) => row.organization_id);
}

async function hasUnplaced(database: Kysely<Tables>, organizationId: OrganizationId): Promise<boolean> {
  const row = await unplaced(database, organizationId).select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

function unplaced(database: Kysely<Tables>, organizationId: OrganizationId) {
  return database
    .selectFrom('activity_events')
    .where('organization_id', '=', organizationId)
    .where('sequence', 'is', null);
}

async function placeNext(transaction: Kysely<Tables>, organizationId: OrganizationId): Promise<void> {
  const newest = await takeNewestPlace(transaction, organizationId);
  const placed = await sql<{ at: number }>`
    with next as (
      select id, row_number() over (order by at, id) as number from activity_events
      where organization_id = ${organizationId} and sequence is null
      order by at, id limit ${sql.lit(mostAtOnce)}
    )
    update activity_events
    set sequence = ${newest.sequence} + next.number, at = case when at < ${newest.at} then ${newest.at} else at end
    from next where activity_events.id = next.id
    returning at
  `.execute(transaction);
  await transaction
    .updateTable('activity_counters')
    .set({
      newest_sequence: newest.sequence + placed.rows.length,
      newest_at: Math.max(newest.at, ...placed.rows.map((row) => row.at)),
    })
    .where('organization_id', '=', organizationId)
    .execute();
}

/**
 * The newest place that was given, in a row that is written even so: whoever else gives places waits here, and
 * sees then what this transaction has done. A stricter isolation would only make those who change things repeat
 * their work.
 */
async function takeNewestPlace(transaction: Kysely<Tables>, organizationId: OrganizationId) {
  return transaction
    .insertInto('activity_counters')
    .values({ organization_id: organizationId, newest_sequence: 0, newest_at: 0 })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({ organization_id: organizationId }),
    )
    .returning(['newest_sequence as sequence', 'newest_at as at'])
    .executeTakeFirstOrThrow();
}

/** Forgets what happened before a moment. Places that were given are not given again. */
export async function deleteActivityBefore(database: Kysely<Tables>, time: number): Promise<void> {
  await database.deleteFrom('activity_events').where('at', '<', time).execute();
}
