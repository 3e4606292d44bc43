import { type Kysely, sql } from 'kysely';
import type { OrganizationId } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import { afterPlace } from '../database/keyset-page.ts';
import { countAtOnce } from '../database/rows-at-once.ts';
import { inStatements } from '../database/statement-batches.ts';
import type { Tables } from '../database/tables.ts';

/** A text event as it is kept. */
export type KeptTextEvent = CamelRow<'text_events'>;

const { selected, columnsOf } = camelColumns('text_events', [
  ...(['id', 'organization_id', 'at', 'text_type', 'action_type', 'text', 'file_key', 'file_name'] as const),
  ...(['node_id', 'resource_id', 'parent_comment_id', 'user_id', 'user_email'] as const),
]);

export async function insertTextEvents(
  transaction: Kysely<Tables>,
  events: readonly KeptTextEvent[],
): Promise<void> {
  const rows = events.map((event) => columnsOf(event));
  for (const some of inStatements(rows)) await transaction.insertInto('text_events').values(some).execute();
}

const rowsPerRead = 1000;

/** The text events of an organization from a moment up to another, oldest first, read as they are taken. */
export async function* textEventsBetween(
  database: Kysely<Tables>,
  organizationId: OrganizationId,
  from: number,
  until: number,
): AsyncGenerator<KeptTextEvent> {
  const events = database
    .selectFrom('text_events')
    .where('organization_id', '=', organizationId)
    .where('at', '<', until);
  let place = { by: from, id: '' };
  for (;;) {
    const sizes = events.select(sql<number>`octet_length(text)`.as('bytes'));
    const found = await afterPlace(sizes, ['at', 'id'], { place, count: rowsPerRead }).execute();
    const count = countAtOnce(found.map(({ bytes }) => bytes));
    if (count === 0) return;
    const rows = await afterPlace(events.select(selected), ['at', 'id'], { place, count }).execute();
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    place = { by: last.at, id: last.id };
  }
}

export async function deleteTextEventsBefore(database: Kysely<Tables>, time: number): Promise<void> {
  await database.deleteFrom('text_events').where('at', '<', time).execute();
}
