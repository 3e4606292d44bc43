import type { WebhookId } from '../contract/branded-ids.ts';

/**
 * A stored payload as one webhook gets it, as JSON. It is not read for that: the event of a large library has
 * megabytes, and each webhook gets its own.
 * @see A32
 */
export function payloadFor(
  payload: string,
  webhook: { readonly id: WebhookId; readonly passcode: string },
): string {
  const own = JSON.stringify({ passcode: webhook.passcode, webhook_id: webhook.id });
  return `${payload.slice(0, -1)},${own.slice(1)}`;
}
