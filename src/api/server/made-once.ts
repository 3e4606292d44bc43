import { keptBytes } from '../../content/kept-bytes.ts';
import type { PublishedAddresses } from '../../contract/published-document.ts';
import type { BytesAnswer } from '../../operation.ts';

/**
 * An answer that is made at the first call for the addresses of a server, and from then on only sent: making it
 * takes some milliseconds, and anybody may ask for it as often as they like.
 */
export function madeOnce(
  contentType: string,
  make: (addresses: PublishedAddresses) => string,
): (addresses: PublishedAddresses) => BytesAnswer {
  const made = new WeakMap<PublishedAddresses, BytesAnswer>();
  return (addresses) => {
    const known = made.get(addresses) ?? answerOf(contentType, Buffer.from(make(addresses)));
    made.set(addresses, known);
    return known;
  };
}

const answerOf = (contentType: string, bytes: Buffer): BytesAnswer => ({ contentType, ...keptBytes(bytes) });
