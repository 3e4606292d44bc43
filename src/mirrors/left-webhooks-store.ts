import type { Kysely } from 'kysely';
import type { WritingChange } from '../change.ts';
import type { MirrorId, OrganizationId, UpstreamId } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import { inStatements } from '../database/statement-batches.ts';
import type { Tables } from '../database/tables.ts';
import { notOf, takeFirst } from './due-store.ts';
import { leaseMs } from './leases.ts';

/** A webhook of an upstream whose mirror is gone, which is to be taken back; or those of a mirror, which are sought. */
export type LeftWebhook = CamelRow<'left_webhooks'>;

/** Webhooks that may be at an upstream, for a mirror of what is there; only who made them would have known their ids. */
export interface Sought {
  readonly mirrorId: MirrorId;
  readonly context: 'file' | 'project' | 'team';
  readonly elsewhere: string;
}

const { selected, columnsOf } = camelColumns('left_webhooks', [
  ...(['upstream_id', 'webhook_id', 'next_at', 'tries', 'mirror_id', 'context', 'elsewhere'] as const),
]);

/** Has webhooks taken back from now on. */
export async function leaveWebhooks(
  { transaction, at: nextAt }: WritingChange,
  upstreamId: UpstreamId,
  webhooks: readonly string[],
): Promise<void> {
  const rows = webhooks.map((webhookId) => columnsOf({ upstreamId, webhookId, nextAt, tries: 0, ...known }));
  for (const some of inStatements(rows))
    await transaction
      .insertInto('left_webhooks')
      .values(some)
      .onConflict((conflict) => conflict.columns(['upstream_id', 'webhook_id']).doNothing())
      .execute();
}

const known = { mirrorId: null, context: null, elsewhere: null } as const;

/** Has webhooks sought from then on that are being made, unless who makes them says which they are. */
export async function seekWebhooks(
  { transaction, at: nextAt }: WritingChange,
  upstreamId: UpstreamId,
  { mirrorId, context, elsewhere }: Sought,
): Promise<void> {
  const webhookId = soughtId(mirrorId);
  await transaction
    .insertInto('left_webhooks')
    .values(columnsOf({ upstreamId, webhookId, nextAt, tries: 0, mirrorId, context, elsewhere }))
    .onConflict((conflict) =>
      conflict.columns(['upstream_id', 'webhook_id']).doUpdateSet({ next_at: nextAt }),
    )
    .execute();
}

/** What stands for the ids of those that are sought. */
const soughtId = (mirrorId: MirrorId): string => `of mirror ${mirrorId}`;

export function soughtBy({ mirrorId, context, elsewhere }: LeftWebhook): Sought | undefined {
  if (mirrorId === null || context === null || elsewhere === null) return undefined;
  return { mirrorId, context, elsewhere };
}

/** They are known; answers whether they were sought still. */
export async function endSeeking(
  transaction: Kysely<Tables>,
  upstreamId: UpstreamId,
  mirrorId: MirrorId,
): Promise<boolean> {
  const webhookId = soughtId(mirrorId);
  return (await forgetLeftWebhook(transaction, { upstreamId, webhookId })) > 0n;
}

export async function leftWebhooksOf(
  database: Kysely<Tables>,
  upstreamId: UpstreamId,
): Promise<LeftWebhook[]> {
  return database
    .selectFrom('left_webhooks')
    .select(selected)
    .where('upstream_id', '=', upstreamId)
    .execute();
}

/** When the next of them is to be taken back. */
export async function nextLeftWebhookAt(database: Kysely<Tables>): Promise<number | undefined> {
  const row = await database
    .selectFrom('left_webhooks')
    .select('next_at')
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_at;
}

/** Takes one that is due: nobody else does for as long as a lease holds. Where two do, the second finds it gone. */
export function claimLeftWebhook(
  database: Kysely<Tables>,
  now: number,
  except: readonly OrganizationId[] = [],
): Promise<LeftWebhook | undefined> {
  const due = database
    .selectFrom('left_webhooks')
    .select(selected)
    .where('next_at', '<=', now)
    .$if(except.length > 0, (webhooks) => webhooks.where(notOf('left_webhooks', except)))
    .orderBy('next_at')
    .limit(1);
  const take = ({ upstreamId, webhookId, nextAt }: LeftWebhook) =>
    database
      .updateTable('left_webhooks')
      .set({ next_at: now + leaseMs })
      .where('upstream_id', '=', upstreamId)
      .where('webhook_id', '=', webhookId)
      .where('next_at', '=', nextAt)
      .returning(selected);
  return takeFirst(
    () => due.executeTakeFirst(),
    (webhook) => take(webhook).executeTakeFirst(),
  );
}

type Named = Pick<LeftWebhook, 'upstreamId' | 'webhookId'>;

export async function forgetLeftWebhook(
  database: Kysely<Tables>,
  { upstreamId, webhookId }: Named,
): Promise<bigint> {
  const { numDeletedRows } = await database
    .deleteFrom('left_webhooks')
    .where('upstream_id', '=', upstreamId)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
  return numDeletedRows;
}

export async function putOffLeftWebhook(
  database: Kysely<Tables>,
  { upstreamId, webhookId }: Named,
  changes: Pick<LeftWebhook, 'nextAt' | 'tries'>,
): Promise<void> {
  await database
    .updateTable('left_webhooks')
    .set(columnsOf(changes))
    .where('upstream_id', '=', upstreamId)
    .where('webhook_id', '=', webhookId)
    .execute();
}

/** All of an upstream that wait for its limits wait until then. */
export async function putOffLeftWebhooks(
  database: Kysely<Tables>,
  upstreamId: UpstreamId,
  until: number,
): Promise<void> {
  await database
    .updateTable('left_webhooks')
    .set({ next_at: until })
    .where('upstream_id', '=', upstreamId)
    .where('next_at', '<', until)
    .execute();
}
