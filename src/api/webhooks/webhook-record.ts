import type { Kysely } from 'kysely';
import type { WebhookV2, WebhookV2Event } from '../../contract/contract.ts';
import type { Tables } from '../../database/tables.ts';
import { lapsesOf } from '../../events/lapse-store.ts';
import { shownEndpoint } from '../../webhooks/shown-endpoint.ts';
import type { Webhook } from '../../webhooks/webhooks-store.ts';

/**
 * A webhook as those see it who make or change it, but for user name and password of its endpoint. One whose maker may not see what it would tell is paused,
 * whatever it was set to.
 * @see ruling H36
 */
export function webhookRecord(webhook: Webhook, lapse: string | undefined): WebhookV2 {
  return {
    id: webhook.id,
    event_type: webhook.eventType as WebhookV2Event,
    team_id: webhook.context === 'team' ? webhook.contextId : '',
    context: webhook.context,
    context_id: webhook.contextId,
    plan_api_id: planApiId(webhook),
    status: lapse === undefined ? webhook.status : 'PAUSED',
    client_id: webhook.clientId,
    passcode: webhook.passcode,
    endpoint: shownEndpoint(webhook.endpoint),
    description: webhook.description,
  };
}

/** As reading gives them: the passcode is not shown. @see A32 */
export async function readRecords(
  database: Kysely<Tables>,
  webhooks: readonly Webhook[],
): Promise<WebhookV2[]> {
  const lapses = await lapsesOf(
    database,
    webhooks.map(({ id }) => ({ webhookId: id })),
  );
  return webhooks.map((webhook, place) => ({ ...webhookRecord(webhook, lapses[place]), passcode: '' }));
}

/** Smaller plans are those of a team, larger ones of an organization. @see HOOK-10 */
function planApiId({ plan, teamId, organizationId }: Webhook): string {
  const isOfTeam = plan === 'starter' || plan === 'professional';
  return isOfTeam ? `team-${teamId}` : `organization-${organizationId}`;
}
