import type { Addresses } from '../access/public-addresses.ts';
import type { Context } from '../context.ts';
import { sendsStrictTransport, strictTransport } from './strict-transport.ts';

/** Headers of every answer, whoever writes it; `isSecure` where its client came by TLS. */
export type EveryAnswer = (answer: {
  readonly isSecure: boolean;
  readonly requestId?: string;
}) => Readonly<Record<string, string>>;

/** @see RFC 6797, 7.2: strict transport is not asked for in plain text */
export function everyAnswer(
  addresses: Pick<Addresses, 'base'>,
  ids: Pick<Context['ids'], 'uuid'>,
): EveryAnswer {
  const isStrict = sendsStrictTransport(addresses);
  return ({ isSecure, requestId = ids.uuid() }) => ({
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    ...(isStrict && isSecure ? { 'strict-transport-security': strictTransport } : {}),
  });
}
