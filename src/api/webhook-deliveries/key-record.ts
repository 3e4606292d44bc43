import type { WebhookKey } from '../../contract/contract.ts';
import { type KeyedWebhook, oldKeyMs, type SigningKeys } from '../../delivery/signing-keys.ts';

/** A webhook's key as those see it who may manage the webhook. */
export function keyRecord(signingKeys: SigningKeys, webhook: KeyedWebhook, now: number): WebhookKey {
  const endsAt = (webhook.keyRotatedAt ?? 0) + oldKeyMs;
  return {
    webhook_id: webhook.id,
    key: signingKeys.current(webhook),
    previous_key_ends_at:
      webhook.keyRotatedAt === null || endsAt <= now ? null : new Date(endsAt).toISOString(),
  };
}
