import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { findManagedWebhook } from '../../webhooks/managed-webhooks-store.ts';
import { recordWebhook } from '../../webhooks/webhook-activity-store.ts';
import { changeWebhook } from '../../webhooks/webhooks-store.ts';
import { keyRecord } from './key-record.ts';

/** Gives the webhook another key; the one before stays good for a day. */
export const rotateWebhookKey: Handler<'rotateWebhookKey'> = ({ caller, path }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const webhook = await findManagedWebhook(transaction, caller, path.webhook_id);
    const now = context.clock.now();
    const rotated = { key_rotations: webhook.key_rotations + 1, key_rotated_at: now };
    await changeWebhook(transaction, webhook.id, rotated);
    await recordWebhook(change, 'webhook_update', webhook);
    return { json: keyRecord(context.signingKeys, { ...webhook, ...rotated }, now) };
  });
