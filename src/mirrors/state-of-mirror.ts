import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { type TierUse, tierUses } from '../upstreams/tier-uses.ts';
import { findUpstreamRow } from '../upstreams/upstreams-store.ts';
import { isToCome, nextWaitingOf } from './due-store.ts';
import { type HeldByOther, heldByOthers } from './held-by-others.ts';
import { listsOfMirror } from './mirror-lists-store.ts';
import { countIncomplete, type LackingPart, lackingParts } from './mirror-steps-store.ts';
import { countsOfMirror, filesOfMirror, type MirroredFile } from './mirrored-files-store.ts';
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
  database: Kysely<Tables>,
  mirror: Mirror,
  now: number,
): Promise<ShownMirror> {
  const upstream = await findUpstreamRow(database, mirror.upstreamId);
  const uses = upstream === undefined ? [] : await tierUses(database, upstream, now);
  const paused = uses.map(({ pausedUntil }) => pausedUntil ?? 0);
  const pausedUntil = Math.max(0, ...paused) || undefined;
  const files = await filesOfMirror(database, mirror.id, mostFiles);
  const counts = await countsOfMirror(database, mirror.id);
  const lacking = await lackingParts(database, mirror.id, mostParts);
  const incompleteCount = lacking.length === 0 ? 0 : await countIncomplete(database, mirror.id);
  const lists = await listsOfMirror(database, mirror.id);
  const has = (state: MirroredFile['state']) => (counts.get(state) ?? 0) > 0;
  const failed = lists.find((list) => list.failure !== null && list.waitsFor === null);
  const failure = mirror.failure ?? failed?.failure ?? undefined;
  const isHeldUp = lists.some((list) => list.checkedAt === null || list.waitsFor !== null);
  const isWaiting = has('waiting') || has('stale') || isHeldUp;
  const isWhole = !has('current') && !isWaiting;
  const lacks = { lacking, incompleteCount };
  const found = {
    mirror,
    files,
    counts,
    uses,
    pausedUntil,
    ...lacks,
    heldByOthers: await heldByOthers(database, [mirror, ...lists]),
    ...(await toCome(database, mirror, now)),
  };
  const said = (state: ShownMirror['state'], reason?: string): ShownMirror => ({ ...found, state, reason });
  const ofFiles = files.find((file) => file.failure !== null)?.failure ?? undefined;
  if (mirror.isPaused === 1) return { ...said('paused'), pausedUntil: undefined };
  if (mirror.failure !== null) return said('failed', failure);
  if (isWhole && has('gone')) return said('gone', ofFiles);
  if (pausedUntil !== undefined) return said('paused', failure ?? ofFiles);
  if (failure !== undefined || (isWhole && has('failed'))) return said('failed', failure ?? ofFiles);
  return isWaiting ? said('pulling', ofFiles) : said('current', ofFiles);
}

async function toCome(
  database: Kysely<Tables>,
  { id }: Mirror,
  now: number,
): Promise<Pick<ShownMirror, 'isSettled' | 'waitsUntil'>> {
  const isUnsettled =
    (await isToCome(database, 'mirror_lists', now, id)) ||
    (await isToCome(database, 'mirrored_files', now, id));
  if (!isUnsettled) return { isSettled: true, waitsUntil: undefined };
  const list = await nextWaitingOf(database, 'mirror_lists', id);
  const file = await nextWaitingOf(database, 'mirrored_files', id);
  const first = Math.min(list ?? Infinity, file ?? Infinity);
  return { isSettled: false, waitsUntil: first === Infinity ? undefined : first };
}
