import { keptBytes } from '../../content/kept-bytes.ts';
import type { Context } from '../../context.ts';
import type { PublishedBy } from '../../contract/published-document.ts';
import type { BytesAnswer } from '../../operation.ts';
import { servedBy, type TestParts } from '../../served-operations.ts';

/** The server that publishes something, as far as it shows there. */
export type Publisher = Pick<Context, 'addresses'> &
  TestParts & {
    readonly config: Pick<Context['config'], 'importMaxBytes'>;
  };

/**
 * An answer that is made at the first call for a server, and from then on only sent: making it takes some
 * milliseconds, and anybody may ask for it as often as they like.
 */
export function madeOnce<By extends Publisher>(
  contentType: string,
  make: (by: PublishedBy, publisher: By) => string,
): (publisher: By) => BytesAnswer {
  const made = new WeakMap<Context['addresses'], BytesAnswer>();
  return (publisher) => {
    const { addresses, config } = publisher;
    const known = made.get(addresses);
    if (known !== undefined) return known;
    const by = { ...addresses, importMaxBytes: config.importMaxBytes, isServed: servedBy(publisher) };
    const answer = answerOf(contentType, Buffer.from(make(by, publisher)));
    made.set(addresses, answer);
    return answer;
  };
}

const answerOf = (contentType: string, bytes: Buffer): BytesAnswer => ({ contentType, ...keptBytes(bytes) });
