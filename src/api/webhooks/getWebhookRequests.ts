import { Readable } from 'node:stream';
import type { WebhookId } from '../../contract/branded-ids.ts';
import type { WebhookV2Request } from '../../contract/contract.ts';
import { payloadFor } from '../../events/webhook-payload.ts';
import type { Handler } from '../../operation.ts';
import type { Attempt } from '../../webhooks/attempts-store.ts';
import { shownEndpoint } from '../../webhooks/shown-endpoint.ts';
import { visibleAttempts } from '../../webhooks/visible-attempts.ts';

/** @see HOOK-20 */
const listedMs = 7 * 24 * 3_600_000;

/**
 * Lists every request of the last week, newest first, but for what is about files that the caller may not see. It is
 * written as it is read: there can be very many.
 */
export const getWebhookRequests: Handler<'getWebhookRequests'> = async ({ caller, path }, context) => {
  const since = context.clock.now() - listedMs;
  const attempts = await visibleAttempts(context.database, caller, { webhookId: path.webhook_id, since });
  return {
    stream: Readable.from(listText(path.webhook_id, attempts), { highWaterMark: 1 }),
    contentType: 'application/json; charset=utf-8',
  };
};

async function* listText(webhookId: WebhookId, attempts: AsyncIterable<Attempt>): AsyncGenerator<string> {
  let before = '{"requests":[';
  for await (const attempt of attempts) {
    yield before + requestText(webhookId, attempt);
    before = ',';
  }
  yield before === ',' ? ']}' : `${before}]}`;
}

/**
 * An attempt as the interface shows it, as JSON: its payload goes in as it is stored. The passcode and a password
 * in the endpoint are not shown, as in every other reading.
 */
function requestText(webhookId: WebhookId, attempt: Attempt): string {
  const id = JSON.stringify(webhookId);
  const payload = payloadFor(attempt.payload, { id: webhookId, passcode: '' });
  const sentAt = JSON.stringify(new Date(attempt.sentAt));
  const info = `{"id":${id},"endpoint":${JSON.stringify(shownEndpoint(attempt.endpoint))},"payload":${payload},"sent_at":${sentAt}}`;
  const outcome: Pick<WebhookV2Request, 'response_info' | 'error_msg'> = {
    response_info:
      attempt.status === null
        ? null
        : { status: String(attempt.status), received_at: new Date(attempt.receivedAt ?? 0).toISOString() },
    error_msg: attempt.error,
  };
  return `{"webhook_id":${id},"request_info":${info},${JSON.stringify(outcome).slice(1)}`;
}
