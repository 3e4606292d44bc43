import { AsyncLocalStorage } from 'node:async_hooks';
import { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a request is told as whose client did not wait for its answer; nobody is sent it. */
export const hungUpStatus = 499;

/** Until when somebody waits for what is asked from inside, where there is no connection to be closed. */
const waiting = new AsyncLocalStorage<AbortSignal>();

/** Has what is asked from inside be hung up when the signal fires, also once its body was read. */
export const askedUntil = <T>(signal: AbortSignal, ask: () => PromiseLike<T>): Promise<T> =>
  waiting.run(signal, async () => await ask());

/** A signal that fires when the client hangs up; it is made when it is first asked for, which few operations do. */
export function hangUpOf(raw: FastifyReply['raw']): () => AbortSignal {
  let controller: AbortController | undefined;
  let hasHungUp = raw.destroyed;
  onceClosed(raw, (isBroken) => {
    hasHungUp = isBroken;
    if (hasHungUp) controller?.abort();
  });
  return () => {
    if (controller === undefined) {
      controller = new AbortController();
      waiting.getStore()?.addEventListener('abort', () => raw.destroy(), { once: true });
    }
    if (hasHungUp) controller.abort();
    return controller.signal;
  };
}

/** Hears that an answer is closed, and whether it did not go out whole. */
export function onceClosed(raw: FastifyReply['raw'], closed: (isBroken: boolean) => void): void {
  let isFinished = false;
  raw.once('finish', () => {
    // Over HTTP/2 that is said of what was broken off as well; an answer to the server itself has no other sign of it.
    isFinished = !(raw instanceof Http2ServerResponse);
  });
  raw.once('close', () => closed(!isFinished && isBrokenOff(raw)));
}

/** Whether an answer that is closed did not go out whole: over HTTP/2 it counts as finished then, but not as ended. */
export const isBrokenOff = ({
  writableEnded,
  writableFinished,
}: Pick<FastifyReply['raw'], 'writableEnded' | 'writableFinished'>): boolean =>
  !writableEnded || !writableFinished;

/**
 * Whether who asked is there no more. A request that was read to its end is destroyed with that; the connection, or the
 * stream of HTTP/2, is not. What is asked from inside has no connection, but an answer that is taken no more.
 */
export function hasHungUp({ raw }: FastifyRequest, reply: FastifyReply): boolean {
  const { destroyed } = raw instanceof Http2ServerRequest ? raw.stream : raw.socket;
  return raw.aborted || destroyed || reply.raw.destroyed;
}
