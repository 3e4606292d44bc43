import { Readable } from 'node:stream';
import type { WebhookV2Request } from '../../contract/contract.ts';
import { payloadFor } from '../../events/webhook-payload.ts';
import type { Handler } from '../../operation.ts';
import { type Attempt, attemptsOf } from '../../webhooks/attempts-store.ts';
import { findManagedWebhook } from '../../webhooks/managed-webhooks-store.ts';
import { sightOf } from '../../webhooks/visible-events-store.ts';

/** @see HOOK-20 */
const listedMs = 7 * 24 * 3_600_000;

/**
 * Lists every request of the last week, newest first, but for what is about files that the caller may not see. It is
 * written as it is read: there can be very many.
 */
export const getWebhookRequests: Handler<'getWebhookRequests'> = async ({ caller, path }, context) => {
  const webhook = await findManagedWebhook(context.database, caller, path.webhook_id);
  const attempts = attemptsOf(context.database, webhook.id, context.clock.now() - listedMs);
  return {
    stream: Readable.from(listText(webhook.id, seenOf(attempts, sightOf(context.database, caller))), {
      highWaterMark: 1,
    }),
    contentType: 'application/json; charset=utf-8',
  };
};

async function* seenOf(
  attempts: AsyncIterable<Attempt>,
  sees: ReturnType<typeof sightOf>,
): AsyncGenerator<Attempt> {
  for await (const attempt of attempts) if (await sees(attempt)) yield attempt;
}

async function* listText(webhookId: string, attempts: AsyncIterable<Attempt>): AsyncGenerator<string> {
  let before = '{"requests":[';
  for await (const attempt of attempts) {
    yield before + requestText(webhookId, attempt);
    before = ',';
  }
  yield before === ',' ? ']}' : `${before}]}`;
}

/**
 * An attempt as the interface shows it, as JSON: its payload goes in as it is stored. The passcode is not shown, as in
 * every other reading.
 */
function requestText(webhookId: string, attempt: Attempt): string {
  const id = JSON.stringify(webhookId);
  const payload = payloadFor(attempt.payload, { id: webhookId, passcode: '' });
  const sentAt = JSON.stringify(new Date(attempt.sentAt));
  const info = `{"id":${id},"endpoint":${JSON.stringify(attempt.endpoint)},"payload":${payload},"sent_at":${sentAt}}`;
  const outcome: Pick<WebhookV2Request, 'response_info' | 'error_msg'> = {
    response_info:
      attempt.status === null
        ? null
        : { status: String(attempt.status), received_at: new Date(attempt.receivedAt ?? 0).toISOString() },
    error_msg: attempt.error,
  };
  return `{"webhook_id":${id},"request_info":${info},${JSON.stringify(outcome).slice(1)}`;
}
