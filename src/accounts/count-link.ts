import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';

declare const counted: unique symbol;

/** An address to which links may go, from `countLink` alone: who mails them asks for it. */
export type CountedAddress = string & { readonly [counted]: true };

/**
 * Counts that a link for a password was asked for, by the address that it is for and by who asks.
 * @throws ApiError 429
 */
export async function countLink(
  { resetRequests }: Pick<Context, 'resetRequests'>,
  asked: { readonly email: string; readonly ipAddress: string },
): Promise<CountedAddress> {
  const waitSeconds = await resetRequests.take(asked);
  if (waitSeconds === undefined) return asked.email as CountedAddress;
  const headers = { 'retry-after': String(waitSeconds) };
  throw new ApiError(429, `Too many links were asked for. Wait ${waitSeconds} seconds and try again.`, {
    headers,
  });
}
