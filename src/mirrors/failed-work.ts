import type { Tier } from '../access/rate-limits/limits.ts';
import type { Context } from '../context.ts';
import { waitsForRestore } from '../database/waits-for-restore.ts';
import { ApiError, messageOf } from '../errors.ts';
import { UpstreamFailed } from '../upstreams/upstream-failed.ts';
import type { Bringing } from './bringing.ts';
import { nextSeldomLook, nextTry } from './freshness.ts';
import { LeaseLost } from './leases.ts';
import { failMirrors } from './mirrors-store.ts';

/** What becomes of work that did not come to its end. */
export interface Outcome {
  readonly kind: 'lost' | 'later' | 'gone' | 'closed' | 'failed';
  readonly sentence: string;
  readonly nextAt: number;
  readonly tries: number;
  /** Of which calls there were too many. */
  readonly waitsFor?: Tier | undefined;
}

const unexpected = 'Something unexpected happened on this server; its log says what.';

/** Says when to go on after a failure. One of the token stops all mirrors of the upstream. */
export async function outcomeOf(
  context: Context,
  error: unknown,
  { upstream }: Pick<Bringing, 'upstream'>,
  tries: number,
): Promise<Outcome> {
  const now = context.clock.now();
  if (error instanceof LeaseLost) return { kind: 'lost', sentence: '', nextAt: now, tries };
  if (error instanceof ApiError)
    return { kind: 'closed', sentence: error.message, nextAt: nextSeldomLook(now), tries: tries + 1 };
  if (waitsForRestore(error, context.log))
    return { kind: 'later', sentence: messageOf(error), nextAt: now, tries };
  if (!(error instanceof UpstreamFailed)) {
    context.log.error({ error: messageOf(error) }, 'a mirror could not be brought up to date');
    return { kind: 'failed', sentence: unexpected, nextAt: nextTry(now, tries), tries: tries + 1 };
  }
  const { kind, message: sentence, retryAt, tier: waitsFor } = error;
  if (kind === 'limited')
    return { kind: 'later', sentence, nextAt: retryAt ?? nextTry(now, 0), tries, waitsFor };
  if (kind === 'token') await failMirrors(context.database, upstream.id, sentence);
  if (kind === 'token') return { kind: 'later', sentence, nextAt: now, tries };
  if (kind === 'not found') return { kind: 'gone', sentence, nextAt: nextSeldomLook(now), tries: 0 };
  if (kind === 'forbidden') return { kind: 'closed', sentence, nextAt: nextSeldomLook(now), tries: 0 };
  return { kind: 'failed', sentence, nextAt: nextTry(now, tries), tries: tries + 1 };
}
