import type { Kysely } from 'kysely';
import type { DeliveryId, FileKey, ProjectId, WebhookId } from '../contract/branded-ids.ts';
import type { WebhookV2Event } from '../contract/contract.ts';
import { camelColumns, type NewCamelRow } from '../database/camel-columns.ts';
import { isPostgres } from '../database/column-kinds.ts';
import { allRows } from '../database/compiled-query.ts';
import type { Tables } from '../database/tables.ts';
import type { EventFile } from './event-parts.ts';
import { lapsesOf } from './lapse-store.ts';
import type { PublishingChange } from './published-change.ts';

/**
 * The webhooks that an event of a file goes to: of those attached to it the ones whose makers may still see it.
 * @see ruling H36
 */
export async function subscribersOf(
  transaction: Kysely<Tables>,
  type: WebhookV2Event,
  file: EventFile,
): Promise<WebhookId[]> {
  const ids = await attachedTo(transaction, type, file);
  const tellings = ids.map((webhookId) => ({ webhookId, fileKey: file.key, projectId: file.projectId }));
  const lapses = await lapsesOf(transaction, tellings);
  return ids.filter((_id, place) => lapses[place] === undefined);
}

/**
 * The active webhooks on the file, on its project, and on its team where the project is open to the team. None for a
 * file that was read before its project went.
 * @see DLV-11, DLV-12, DLV-13
 */
async function attachedTo(
  transaction: Kysely<Tables>,
  type: WebhookV2Event,
  file: EventFile,
): Promise<WebhookId[]> {
  const also = alsoSubscribed[type] ?? type;
  const rows = await activeWebhooks(transaction, type, also, file.key, file.projectId);
  return rows.map(({ id }) => id);
}

const activeWebhooks = allRows(
  (database, type: WebhookV2Event, also: WebhookV2Event, fileKey: FileKey, projectId: ProjectId) =>
    database
      .selectFrom('projects')
      .innerJoin('webhooks', (join) =>
        join.on((term) =>
          term.or([
            term.and({ context: 'file', context_id: fileKey }),
            term.and({ context: 'project', context_id: projectId }),
            term.and([
              term('context', '=', 'team'),
              term('context_id', '=', term.ref('projects.team_id')),
              term('access', '<>', 'invite_only'),
            ]),
          ]),
        ),
      )
      .select('webhooks.id')
      .where('projects.id', '=', projectId)
      .where('status', '=', 'ACTIVE')
      .where('event_type', 'in', [type, also])
      .orderBy('webhooks.id'),
);

/** Who is told of changes is told of the end as well. @see A30 */
const alsoSubscribed: Partial<Record<WebhookV2Event, WebhookV2Event>> = { FILE_DELETE: 'FILE_UPDATE' };

const { rowOf, columnsOf } = camelColumns('events', [
  ...(['id', 'type', 'payload', 'file_key', 'project_id', 'occurred_at'] as const),
]);

export async function insertDeliveries(
  transaction: Kysely<Tables>,
  event: NewCamelRow<'events'>,
  deliveries: readonly { readonly id: DeliveryId; readonly webhookId: WebhookId }[],
): Promise<void> {
  await transaction
    .insertInto('events')
    .values(columnsOf(rowOf(event)))
    .execute();
  await transaction
    .insertInto('deliveries')
    .values(
      deliveries.map(({ id, webhookId }) => ({
        id,
        event_id: event.id,
        webhook_id: webhookId,
        state: 'waiting' as const,
        next_attempt_at: event.occurredAt,
        lease: null,
        created_at: event.occurredAt,
        finished_at: null,
      })),
    )
    .execute();
}

/** The file was changed: its quiet time begins anew. */
export async function keepQuietFile(transaction: Kysely<Tables>, key: FileKey, dueAt: number): Promise<void> {
  await transaction
    .insertInto('quiet_files')
    .values({ file_key: key, due_at: dueAt })
    .onConflict((conflict) => conflict.column('file_key').doUpdateSet({ due_at: dueAt }))
    .execute();
}

const filesPerTake = 100;

/** Takes some files off whose quiet time is over, longest first. */
export async function takeQuietFiles({ transaction, at }: PublishingChange): Promise<EventFile[]> {
  let due = transaction
    .selectFrom('quiet_files')
    .innerJoin('files', 'files.key', 'quiet_files.file_key')
    .select(['files.key', 'files.name', 'files.project_id as projectId'])
    .where('due_at', '<=', at)
    .orderBy('due_at')
    .limit(filesPerTake);
  // Others take others at the same moment, in place of meeting this one in the end.
  if (isPostgres(transaction)) due = due.forUpdate('quiet_files').skipLocked();
  const files = await due.execute();
  if (files.length > 0) {
    const keys = files.map(({ key }) => key);
    await transaction.deleteFrom('quiet_files').where('file_key', 'in', keys).execute();
  }
  return files;
}

/** When the next file's quiet time is over. */
export async function nextQuietEnd(database: Kysely<Tables>): Promise<number | undefined> {
  const row = await database.selectFrom('quiet_files').select('due_at').orderBy('due_at').executeTakeFirst();
  return row?.due_at;
}
