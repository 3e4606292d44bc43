import { pipeline, Readable, Transform } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { AnswerBody } from './answer-body.ts';
import { pieceBytes } from './object-bytes.ts';
import type { ObjectGets, SignedRequest } from './object-gets.ts';

/** What answers is no store of objects, or not one that can be relied on. */
export class NoStoreAnswer extends Error {
  override readonly name = 'NoStoreAnswer';
}

/** More than this no store has to say at once, be it a piece of an object, a page of a list or an error. */
const mostBytes = 2 * pieceBytes;
/** Who brings less in such a time counts as silent. */
const usualPace = { leastBytes: 16 * 1024, withinMs: 10_000 };

/**
 * Sends what gets objects by a way of our own, and holds whatever the store answers to an end, in size and in time: the
 * SDK reads errors and short answers whole. Of the bytes of an object, which it hands on as they come, only the pace is
 * held here; who takes them knows how many there are.
 */
export function boundAnswers(client: S3Client, gets: Pick<ObjectGets, 'send'>): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (asked) => {
        const isGet = commandName === 'GetObjectCommand';
        const result = isGet
          ? { response: await gets.send(asked.request as SignedRequest) }
          : await next(asked as never);
        const response = result.response as { body?: unknown; statusCode?: number };
        const { body, statusCode } = response;
        const isObject = statusCode === 200 || statusCode === 206;
        if (isObject && body instanceof AnswerBody) holdToPace(body, () => body.cameBytes);
        else if (body instanceof Readable) response.body = boundedAnswer(body);
        return result as never;
      },
    { step: 'deserialize', priority: 'low', name: 'boundAnswers' },
  );
}

export function boundedAnswer(body: Readable, pace = usualPace): Readable {
  let sizeBytes = 0;
  const bounded = new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      sizeBytes += chunk.length;
      if (sizeBytes > mostBytes) done(new NoStoreAnswer(`The answer goes on after ${mostBytes} bytes.`));
      else done(null, chunk);
    },
  });
  pipeline(body, bounded, () => {});
  holdToPace(bounded, () => sizeBytes, pace);
  return bounded;
}

/** @param cameBytes how many bytes have come so far */
export function holdToPace(
  body: Readable,
  cameBytes: () => number,
  { leastBytes, withinMs } = usualPace,
): void {
  let before = cameBytes();
  const timer = setInterval(() => {
    const came = cameBytes();
    if (came - before < leastBytes) body.destroy(tooSlow());
    before = came;
  }, withinMs).unref();
  body.once('close', () => clearInterval(timer));
}

/** By this name the SDK knows that it may ask again. */
const tooSlow = (): Error =>
  Object.assign(new Error('The answer comes too slowly.'), { name: 'TimeoutError' });
