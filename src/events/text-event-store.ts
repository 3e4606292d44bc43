import type { Insertable, Kysely, Selectable } from 'kysely';
import type { OrganizationId } from '../contract/branded-ids.ts';
import { inStatements } from '../database/in-statements.ts';
import { afterPlace } from '../database/keyset-page.ts';
import type { Tables, TextEventsTable } from '../database/tables.ts';

export type TextEventRow = Selectable<TextEventsTable>;

export async function insertTextEvents(
  transaction: Kysely<Tables>,
  rows: readonly Insertable<TextEventsTable>[],
): Promise<void> {
  for (const some of inStatements(rows)) await transaction.insertInto('text_events').values(some).execute();
}

const rowsPerRead = 1000;

/** The text events of an organization from a moment up to another, oldest first, read as they are taken. */
export async function* textEventsBetween(
  database: Kysely<Tables>,
  organizationId: OrganizationId,
  from: number,
  until: number,
): AsyncGenerator<TextEventRow> {
  const events = database
    .selectFrom('text_events')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('at', '<', until);
  let after = { at: from, id: '' };
  for (;;) {
    const place = { by: after.at, id: after.id };
    const rows = await afterPlace(events, ['at', 'id'], { place, count: rowsPerRead }).execute();
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerRead) return;
    after = last;
  }
}

export async function deleteTextEventsBefore(database: Kysely<Tables>, time: number): Promise<void> {
  await database.deleteFrom('text_events').where('at', '<', time).execute();
}
