import type { FastifyReply } from 'fastify';

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
