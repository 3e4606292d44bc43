import type { Kysely } from 'kysely';
import { fileColumns } from '../access/file-row.ts';
import type { Change } from '../change.ts';
import { fileKeyOf, projectIdOf, teamIdOf } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { recordActivity } from '../events/activity.ts';
import { fileEntity, projectEntity, teamEntity } from '../events/activity-entities.ts';
import type { Webhook, WebhookContext } from './webhooks-store.ts';

/** Records a change of a webhook as one of the thing it is attached to, which is there. */
export async function recordWebhook(
  change: Change,
  type: 'webhook_create' | 'webhook_update' | 'webhook_delete',
  webhook: Pick<Webhook, 'id' | 'eventType' | 'context' | 'contextId' | 'teamId' | 'organizationId'>,
): Promise<void> {
  await recordActivity(change, {
    type,
    entity: await entityOf[webhook.context](change.transaction, webhook.contextId),
    organizationId: webhook.organizationId,
    teamId: webhook.teamId,
    details: { webhook_id: webhook.id, event_type: webhook.eventType },
  });
}

type WebhookEntity = ReturnType<typeof fileEntity | typeof projectEntity | typeof teamEntity>;

const entityOf: Readonly<
  Record<WebhookContext, (database: Kysely<Tables>, id: string) => Promise<WebhookEntity>>
> = {
  file: async (database, id) => {
    const file = database.selectFrom('files').select(fileColumns.selected).where('key', '=', fileKeyOf(id));
    return fileEntity(await file.executeTakeFirstOrThrow());
  },
  project: async (database, id) =>
    projectEntity(
      await database
        .selectFrom('projects')
        .select(['id', 'name'])
        .where('id', '=', projectIdOf(id))
        .executeTakeFirstOrThrow(),
    ),
  team: async (database, id) =>
    teamEntity(
      await database
        .selectFrom('teams')
        .select(['id', 'name'])
        .where('id', '=', teamIdOf(id))
        .executeTakeFirstOrThrow(),
    ),
};
