import type { WebhookId } from '../contract/branded-ids.ts';
import type { WebhookPingPayload } from '../contract/contract.ts';
import { isoTime } from '../iso-time.ts';
import type { SharedPayload } from './event-parts.ts';

/** A webhook was made. @see HOOK-22, DLV-14 */
export interface Ping {
  readonly webhookId: WebhookId;
}

export const ping = (_details: Ping, at: number): SharedPayload<WebhookPingPayload> => ({
  event_type: 'PING',
  timestamp: isoTime(at),
});
