import { type Kysely, type Selectable, sql } from 'kysely';
import type { OrganizationId } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import { writeRows } from '../database/compiled-query.ts';
import { afterPlace } from '../database/keyset-page.ts';
import { partsOf } from '../database/rows-at-once.ts';
import { inStatements } from '../database/statement-batches.ts';
import type { Tables } from '../database/tables.ts';

/** A text event as it is kept. */
export type KeptTextEvent = CamelRow<'text_events'>;

const { columns, selected, columnsOf } = camelColumns('text_events', [
  ...(['id', 'organization_id', 'at', 'text_type', 'action_type', 'text', 'file_key', 'file_name'] as const),
  ...(['node_id', 'resource_id', 'parent_comment_id', 'user_id', 'user_email'] as const),
]);

export async function insertTextEvents(
  transaction: Kysely<Tables>,
  events: readonly KeptTextEvent[],
): Promise<void> {
  const rows = events.map((event) => columnsOf(event));
  for (const some of inStatements(rows)) await insertRows(transaction, some);
}

/** Most changes write one text. */
const insertRows = writeRows<Selectable<Tables['text_events']>>(
  { rowCount: 1, columns },
  (transaction, rows) => transaction.insertInto('text_events').values([...rows]),
);

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
  const after = (last: KeptTextEvent | undefined) =>
    last === undefined ? { by: from, id: '' } : { by: last.at, id: last.id };
  const sizes = events.select(sql<number>`octet_length(text)`.as('bytes'));
  const parts = partsOf<KeptTextEvent>({
    sizesAfter: (last) => afterPlace(sizes, order, { place: after(last), count: rowsPerRead }).execute(),
    rowsAfter: (last, count) =>
      afterPlace(events.select(selected), order, { place: after(last), count }).execute(),
  });
  for await (const rows of parts) yield* rows;
}

const order = ['at', 'id'] as const;

export async function deleteTextEventsBefore(database: Kysely<Tables>, time: number): Promise<void> {
  await database.deleteFrom('text_events').where('at', '<', time).execute();
}
