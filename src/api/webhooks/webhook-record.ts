import type { WebhookV2, WebhookV2Event } from '../../contract/contract.ts';
import type { WebhookRow } from './store.ts';

/** A webhook as those see it who make or change it. */
export function webhookRecord(webhook: WebhookRow): WebhookV2 {
  return {
    id: webhook.id,
    event_type: webhook.event_type as WebhookV2Event,
    team_id: webhook.context === 'team' ? webhook.context_id : '',
    context: webhook.context,
    context_id: webhook.context_id,
    plan_api_id: planApiId(webhook),
    status: webhook.status,
    client_id: webhook.client_id,
    passcode: webhook.passcode,
    endpoint: webhook.endpoint,
    description: webhook.description,
  };
}

/** As reading gives it: the passcode is not shown. @see A32 */
export const readRecord = (webhook: WebhookRow): WebhookV2 => ({ ...webhookRecord(webhook), passcode: '' });

/** Smaller plans are those of a team, larger ones of an organization. @see HOOK-10 */
function planApiId({ plan, team_id, organizationId }: WebhookRow): string {
  const isOfTeam = plan === 'starter' || plan === 'professional';
  return isOfTeam ? `team-${team_id}` : `organization-${organizationId}`;
}
