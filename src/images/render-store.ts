import type { Kysely } from 'kysely';
import type { FileKey, NodeId } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import { writeRows } from '../database/compiled-query.ts';
import { among } from '../database/in-list.ts';
import type { Tables } from '../database/tables.ts';
import { inReadCommitted } from '../database/transaction.ts';

/** What became of a rendering. */
export type RenderRow = CamelRow<'renders'>;

const { selected, columnsOf } = camelColumns('renders', [
  ...(['id', 'file_key', 'snapshot', 'node_id', 'options', 'outcome', 'rendered_at', 'expires_at'] as const),
]);

export const findRenders = (database: Kysely<Tables>, ids: readonly string[]): Promise<RenderRow[]> =>
  database
    .selectFrom('renders')
    .select(selected)
    .where(among(database, 'id', ids))
    .execute();

/** Rows of one statement. */
const mostAtOnce = 500;

const upsertRenders = writeRows<RenderRow>(
  {
    rowCount: mostAtOnce,
    columns: ['id', 'fileKey', 'snapshot', 'nodeId', 'options', 'outcome', 'renderedAt', 'expiresAt'],
  },
  (database, rows) =>
    database
      .insertInto('renders')
      .values(rows.map((row) => columnsOf(row)))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((update) => ({
          outcome: update.ref('excluded.outcome'),
          rendered_at: update.ref('excluded.rendered_at'),
          expires_at: update.ref('excluded.expires_at'),
        })),
      ),
);

/** Keeps what became of renderings; the row of one that was kept before takes the newer outcome and end. */
export async function keepRenders(database: Kysely<Tables>, rows: readonly RenderRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += mostAtOnce)
    await inReadCommitted(database, (transaction) =>
      upsertRenders(transaction, rows.slice(from, from + mostAtOnce)),
    );
}

/** The newest renderings of a file or of one of its nodes, newest first. */
export async function newestRenders(
  database: Kysely<Tables>,
  fileKey: FileKey,
  nodeId: NodeId | undefined,
  most: number,
): Promise<RenderRow[]> {
  let query = database.selectFrom('renders').select(selected).where('file_key', '=', fileKey);
  if (nodeId !== undefined) query = query.where('node_id', '=', nodeId);
  return query.orderBy('rendered_at', 'desc').orderBy('id').limit(most).execute();
}

/** Forgets what no address leads to any more. */
export async function deleteExpiredRenders(database: Kysely<Tables>, now: number): Promise<void> {
  await database.deleteFrom('renders').where('expires_at', '<', now).execute();
}
