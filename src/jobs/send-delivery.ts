import type { GuardedClient } from '../delivery/guarded-client.ts';
import { isSuccess, nextAttempt } from '../delivery/retry-plan.ts';
import { signMessage } from '../delivery/signature.ts';
import type { SigningKeys } from '../delivery/signing-keys.ts';
import type { Claimed, Outcome } from '../events/deliveries-store.ts';
import { payloadFor } from '../events/webhook-payload.ts';

export interface SendParts {
  readonly receivers: Pick<GuardedClient, 'post'>;
  readonly signingKeys: SigningKeys;
  readonly clock: { now(): number };
}

/** Sends a claimed delivery, signed beside its passcode, and says how it ended. Never rejects. */
export async function sendDelivery(
  parts: SendParts,
  claimed: Claimed,
): Promise<Outcome & { answered: boolean }> {
  const { webhook, sentAt } = claimed;
  const body = payloadFor(claimed.payload, webhook);
  const message = { id: claimed.id, timestampSeconds: Math.floor(sentAt / 1000), body };
  const result = await parts.receivers.post({
    url: claimed.endpoint,
    owner: webhook.id,
    headers: {
      'content-type': 'application/json',
      ...signMessage(message, parts.signingKeys.valid(webhook, sentAt)),
    },
    body,
  });
  const at = parts.clock.now();
  const answered = result.kind === 'answer';
  const error = answered ? errorOf(result.status) : result.sentence;
  return {
    claimed,
    status: answered ? result.status : null,
    error,
    at,
    retryAt: error === null ? undefined : nextAttempt(claimed.attemptsMade + 1, at),
    answered,
  };
}

const errorOf = (status: number): string | null =>
  isSuccess(status) ? null : `The receiver answered ${status}; only 200 counts as received.`;
