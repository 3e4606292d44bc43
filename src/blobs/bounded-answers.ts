import { pipeline, Readable, Transform } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { pieceBytes } from './object-bytes.ts';

/** What answers is no store of objects, or not one that can be relied on. */
export class NoStoreAnswer extends Error {
  override readonly name = 'NoStoreAnswer';
}

/** More than this no store has to say at once, be it a piece of an object, a page of a list or an error. */
const mostBytes = 2 * pieceBytes;
/** Who brings less in such a time counts as silent. */
const usualPace = { leastBytes: 16 * 1024, withinMs: 10_000 };

/** Holds whatever the store answers to an end, in size and in time: the SDK reads errors and short answers whole. */
export function boundAnswers(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (asked) => {
      const result = await next(asked);
      const response = result.response as { body?: unknown };
      if (response.body instanceof Readable) response.body = boundedAnswer(response.body);
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'boundAnswers' },
  );
}

export function boundedAnswer(body: Readable, { leastBytes, withinMs } = usualPace): Readable {
  let sizeBytes = 0;
  let sizeBefore = 0;
  const bounded = new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      sizeBytes += chunk.length;
      if (sizeBytes > mostBytes) done(new NoStoreAnswer(`The answer goes on after ${mostBytes} bytes.`));
      else done(null, chunk);
    },
  });
  const timer = setInterval(() => {
    if (sizeBytes - sizeBefore < leastBytes) bounded.destroy(tooSlow());
    sizeBefore = sizeBytes;
  }, withinMs).unref();
  pipeline(body, bounded, () => clearInterval(timer));
  return bounded;
}

/** By this name the SDK knows that it may ask again. */
const tooSlow = (): Error =>
  Object.assign(new Error('The answer comes too slowly.'), { name: 'TimeoutError' });
