/** A stored payload as one webhook gets it. @see A32 */
export function payloadFor(
  payload: string,
  webhook: { readonly id: string; readonly passcode: string },
): Record<string, unknown> {
  return { ...JSON.parse(payload), passcode: webhook.passcode, webhook_id: webhook.id };
}
