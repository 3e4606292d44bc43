import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { BeingRestored } from './being-restored.ts';

type Log = Pick<Logger, 'info'>;

/** What is refused within this time of the refusal before it is so by the same restore. */
const quietMs = 60_000;
const refusedAt = new WeakMap<Log, number>();

/**
 * Whether work that nobody asked for was refused since a backup is put in place: it is no failure, and comes again
 * afterwards. The log tells of it once, however much waits.
 */
export function waitsForRestore(error: unknown, log: Log): boolean {
  if (!(error instanceof BeingRestored)) return false;
  const now = performance.now();
  if (now - (refusedAt.get(log) ?? Number.NEGATIVE_INFINITY) > quietMs)
    log.info('a backup is put in place; what the server does by itself waits for that');
  refusedAt.set(log, now);
  return true;
}

/** Each try waits for a moment by itself. */
const pauseMs = 200;

/** Does something as often as it is refused since a backup is put in place, until the server stops. */
export async function onceRestored<T>(
  work: () => Promise<T>,
  { log, isStopped }: { readonly log: Log; readonly isStopped: () => boolean },
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!waitsForRestore(error, log) || isStopped()) throw error;
    }
    await sleep(pauseMs, undefined, { ref: false });
  }
}
