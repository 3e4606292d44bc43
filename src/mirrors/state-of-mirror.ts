import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../context.ts';
import { type TierUse, tierUses } from '../upstreams/tier-uses.ts';
import { findUpstreamRow } from '../upstreams/upstreams-store.ts';
import type { ToCome } from './due-store.ts';
import { type HeldByOther, heldByOthers } from './held-by-others.ts';
import { listsOfMirror, type MirrorList } from './mirror-lists-store.ts';
import { countIncomplete, type LackingPart, lackingParts } from './mirror-steps-store.ts';
import { filesOfMirror, type MirroredFile, totalsOfMirror } from './mirrored-files-store.ts';
import type { Mirror } from './mirrors-store.ts';

/** A mirror as it is shown. */
export interface ShownMirror {
  readonly mirror: Mirror;
  readonly state: 'current' | 'pulling' | 'paused' | 'gone' | 'failed';
  /** Until when the upstream takes no calls of a kind. */
  readonly pausedUntil: number | undefined;
  readonly reason: string | undefined;
  /** Nothing of it is due, or waits for the limits of the upstream. */
  readonly isSettled: boolean;
  /** When the first of what waits for these goes on. */
  readonly waitsUntil: number | undefined;
  readonly files: readonly MirroredFile[];
  readonly counts: ReadonlyMap<MirroredFile['state'], number>;
  /** Parts of the files that are here which could not be had, and of how many files there are such. */
  readonly lacking: readonly LackingPart[];
  readonly incompleteCount: number;
  /** Other mirrors that hold files of its lists, or branches of its file. */
  readonly heldByOthers: readonly HeldByOther[];
  readonly uses: readonly TierUse[];
}

const mostFiles = 1000;
/** Of these: as many as a file has. */
const mostParts = 9 * mostFiles;

/** How far a mirror is, and how much of the upstream's limits is used. */
export async function stateOfMirror(
  parts: Pick<Context, 'database' | 'clock'>,
  mirror: Mirror,
): Promise<ShownMirror> {
  const { lists, ...found } = await readMirror(parts, mirror);
  const { counts, files, pausedUntil } = found;
  const has = (state: MirroredFile['state']) => (counts.get(state) ?? 0) > 0;
  const failed = lists.find((list) => list.failure !== null && list.waitsFor === null);
  const failure = mirror.failure ?? failed?.failure ?? undefined;
  const isHeldUp = lists.some((list) => list.checkedAt === null || list.waitsFor !== null);
  const isWaiting = has('waiting') || has('stale') || isHeldUp;
  const isWhole = !has('current') && !isWaiting;
  const said = (state: ShownMirror['state'], reason?: string): ShownMirror => ({ ...found, state, reason });
  const ofFiles = files.find((file) => file.failure !== null)?.failure ?? undefined;
  if (mirror.isPaused === 1) return { ...said('paused'), pausedUntil: undefined };
  if (mirror.failure !== null) return said('failed', failure);
  if (isWhole && has('gone')) return said('gone', ofFiles);
  if (pausedUntil !== undefined) return said('paused', failure ?? ofFiles);
  if (failure !== undefined || (isWhole && has('failed'))) return said('failed', failure ?? ofFiles);
  return isWaiting ? said('pulling', ofFiles) : said('current', ofFiles);
}

type ReadMirror = Omit<ShownMirror, 'state' | 'reason'> & { readonly lists: readonly MirrorList[] };

/**
 * What there is of a mirror, which goes on meanwhile: lists are read before the files that they bring, and where these
 * are others in the end, something is to come.
 */
async function readMirror(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  mirror: Mirror,
): Promise<ReadMirror> {
  const lists = await listsOfMirror(database, mirror.id);
  const totals = await totalsOfMirror(database, mirror.id);
  const now = clock.now();
  const upstream = await findUpstreamRow(database, mirror.upstreamId);
  const uses = upstream === undefined ? [] : await tierUses(database, upstream, now);
  const files = await filesOfMirror(database, mirror.id, mostFiles);
  const lacking = await lackingParts(database, mirror.id, mostParts);
  const found = {
    mirror,
    lists,
    files,
    lacking,
    uses,
    counts: new Map(totals.map(({ state, count }) => [state, count])),
    pausedUntil: Math.max(0, ...uses.map(({ pausedUntil }) => pausedUntil ?? 0)) || undefined,
    incompleteCount: lacking.length === 0 ? 0 : await countIncomplete(database, mirror.id),
    heldByOthers: await heldByOthers(database, [mirror, ...lists]),
  };
  const kept = totals.filter(({ state }) => state !== 'detached');
  const settled = settledOf(mirror, [...lists.map(toComeOfList), ...kept], now);
  const isSame = isDeepStrictEqual(await totalsOfMirror(database, mirror.id), totals);
  return { ...found, ...settled, isSettled: settled.isSettled && isSame };
}

const toComeOfList = ({ nextAt, tries, waitsFor }: MirrorList): ToCome => ({
  untriedAt: tries === 0 ? nextAt : null,
  waitsUntil: waitsFor === null ? null : nextAt,
});

/** More than the clocks of servers differ: what one of them made due a moment ago is to come for all. */
const soonMs = 1000;

/** Whether nothing is to come, and when the first goes on of what waits for the limits of the upstream. */
function settledOf(
  { isPaused, failure }: Mirror,
  rows: readonly ToCome[],
  now: number,
): Pick<ShownMirror, 'isSettled' | 'waitsUntil'> {
  const goesOn = isPaused === 0 && failure === null;
  const isToCome = ({ untriedAt, waitsUntil }: ToCome) =>
    waitsUntil !== null || (untriedAt !== null && untriedAt <= now + soonMs);
  if (!goesOn || !rows.some(isToCome)) return { isSettled: true, waitsUntil: undefined };
  const first = rows.reduce((least, { waitsUntil }) => Math.min(least, waitsUntil ?? Infinity), Infinity);
  return { isSettled: false, waitsUntil: first === Infinity ? undefined : first };
}
