import type { Context } from '../context.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { isoTime } from '../iso-time.ts';
import { type Freshness, freshnessOf } from './mirrored-files-store.ts';
import { anyMirror } from './mirrors-store.ts';

type ShownFreshness = 'current' | 'stale' | 'paused' | 'gone';

/** Whether there is any mirror, by the context: where there is none nothing is asked about files. */
const known = new WeakMap<Context, { readonly isAny: boolean; readonly until: number }>();
const holdsMs = 1000;

/** How fresh a mirrored file is; undefined of all others. */
export async function freshnessShown(
  context: Context,
  key: FileKey,
): Promise<(Freshness & { readonly shown: ShownFreshness }) | undefined> {
  if (!(await isAnyMirrored(context))) return undefined;
  const freshness = await freshnessOf(context.database, key);
  return freshness && { ...freshness, shown: stateOf(freshness, context.clock.now()) };
}

/** In an answer about a mirrored file: when it was last compared with its upstream, and whether it is what is there. */
export async function mirrorHeader(context: Context, key: FileKey): Promise<string | undefined> {
  const freshness = await freshnessShown(context, key);
  if (freshness === undefined) return undefined;
  const { checkedAt, shown } = freshness;
  return `checked=${checkedAt === null ? 'never' : isoTime(checkedAt)}; state=${shown}`;
}

function stateOf({ state, isPaused, failure, pausedUntil }: Freshness, now: number): ShownFreshness {
  if (state === 'gone') return 'gone';
  if (isPaused === 1 || (pausedUntil ?? 0) > now) return 'paused';
  return state === 'current' && failure === null ? 'current' : 'stale';
}

async function isAnyMirrored(context: Context): Promise<boolean> {
  const held = known.get(context);
  if (held !== undefined && performance.now() < held.until) return held.isAny;
  const isAny = (await anyMirror(context.database)) !== undefined;
  known.set(context, { isAny, until: performance.now() + (isAny ? Infinity : holdsMs) });
  return isAny;
}

/** The first mirror of a server that has none is shown at once. */
export const forgetThatNoneIs = (context: Context): void => void known.delete(context);
