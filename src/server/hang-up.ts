import { Http2ServerRequest } from 'node:http2';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A signal that fires when the client hangs up; it is made when it is first asked for, which few operations do. */
export function hangUpOf(raw: FastifyReply['raw']): () => AbortSignal {
  let controller: AbortController | undefined;
  let hasHungUp = false;
  raw.once('close', () => {
    // Over HTTP/2 an answer that was broken off counts as finished, but not as ended.
    hasHungUp = !raw.writableEnded || !raw.writableFinished;
    if (hasHungUp) controller?.abort();
  });
  return () => {
    controller ??= new AbortController();
    if (hasHungUp) controller.abort();
    return controller.signal;
  };
}

/**
 * Whether who asked is there no more. A request that was read to its end is destroyed with that; the connection, or the
 * stream of HTTP/2, is not. What is asked from inside has no connection, but an answer that is taken no more.
 */
export function hasHungUp({ raw }: FastifyRequest, reply: FastifyReply): boolean {
  const { destroyed } = raw instanceof Http2ServerRequest ? raw.stream : raw.socket;
  return raw.aborted || destroyed || reply.raw.destroyed;
}
