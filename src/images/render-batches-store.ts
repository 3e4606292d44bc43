import { type Kysely, sql } from 'kysely';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import type { Tables } from '../database/tables.ts';

/** Images that a server which does not draw asks of those that do. */
export type RenderBatchRow = CamelRow<'render_batches'>;

const { selected, columnsOf } = camelColumns('render_batches', [
  ...(['id', 'asker', 'organization_id', 'caller', 'file_key', 'snapshot', 'options', 'wanted'] as const),
  ...(['turn', 'asked_at', 'lease', 'outcomes'] as const),
]);

/** How many batches of a caller nobody has come to. */
export async function waitingOf(
  database: Kysely<Tables>,
  { organizationId, caller }: Pick<RenderBatchRow, 'organizationId' | 'caller'>,
): Promise<number> {
  const { count } = await database
    .selectFrom('render_batches')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('caller', '=', caller)
    .where('lease', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function addBatches(database: Kysely<Tables>, rows: readonly RenderBatchRow[]): Promise<void> {
  await database
    .insertInto('render_batches')
    .values(rows.map((row) => columnsOf(row)))
    .execute();
}

/** Takes the batch whose turn it is; of several processes one gets it. */
export async function claimBatch(
  database: Kysely<Tables>,
  lease: string,
): Promise<RenderBatchRow | undefined> {
  return database
    .updateTable('render_batches')
    .set({ lease })
    .where('id', 'in', (next) =>
      next
        .selectFrom('render_batches')
        .select('id')
        .where('lease', 'is', null)
        .orderBy('turn')
        .orderBy('asked_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(selected)
    .executeTakeFirst();
}

/** Answers false where the batch is another's by now, or nobody waits for it any more. */
export async function finishBatch(
  database: Kysely<Tables>,
  { id, lease }: { readonly id: string; readonly lease: string },
  outcomes: string,
): Promise<boolean> {
  const finished = await database
    .updateTable('render_batches')
    .set({ outcomes })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returning('id')
    .executeTakeFirst();
  return finished !== undefined;
}

/** Of some batches those that are still there, with what became of them. */
export async function batchesBy(
  database: Kysely<Tables>,
  ids: readonly string[],
): Promise<Pick<RenderBatchRow, 'id' | 'outcomes'>[]> {
  return database.selectFrom('render_batches').select(['id', 'outcomes']).where('id', 'in', ids).execute();
}

export async function deleteBatches(database: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  await database.deleteFrom('render_batches').where('id', 'in', ids).execute();
}

/** Who draws: all processes that live, and the leases of this one. */
interface Drawing {
  readonly living: readonly string[];
  readonly processId: string;
  readonly leases: readonly string[];
}

/**
 * Frees what processes that do not live were drawing, and deletes what they asked for. Of this one it frees what it had
 * claimed without hearing of it, or could not hand over, since the database was gone just then.
 */
export async function takeBackBatches(
  database: Kysely<Tables>,
  { living, processId, leases }: Drawing,
): Promise<void> {
  const others = living.filter((id) => id !== processId);
  await database.deleteFrom('render_batches').where('asker', 'not in', living).execute();
  await database
    .updateTable('render_batches')
    .set({ lease: null })
    .where('lease', 'is not', null)
    .where('outcomes', 'is', null)
    .where(sql<boolean>`split_part(lease, '.', 1) <> all(${others})`)
    .where(sql<boolean>`lease <> all(${leases})`)
    .execute();
}

/** Frees what one process is drawing. */
export async function giveBackBatches(database: Kysely<Tables>, processId: string): Promise<void> {
  await database
    .updateTable('render_batches')
    .set({ lease: null })
    .where('lease', 'like', `${processId}.%`)
    .where('outcomes', 'is', null)
    .execute();
}

/** How many wait for somebody who draws, and since when the first does. */
export async function waitingBatches(
  database: Kysely<Tables>,
): Promise<{ readonly count: number; readonly oldestAt: number | null }> {
  const { count, oldest } = await database
    .selectFrom('render_batches')
    .select((select) => [select.fn.countAll<number>().as('count'), select.fn.min('asked_at').as('oldest')])
    .where('lease', 'is', null)
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldestAt: oldest === null ? null : Number(oldest) };
}
