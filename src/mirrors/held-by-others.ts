import type { Kysely } from 'kysely';
import { type MirrorId, mirrorIdOf } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import type { MirrorList } from './mirror-lists-store.ts';
import { findMirrorRow, type Mirror } from './mirrors-store.ts';

/** Another mirror, and how many files it holds that are on the lists of one, or branches of its file. */
export interface HeldByOther {
  readonly mirror: Mirror;
  readonly count: number;
}

/** So many are kept of a list, and told of a mirror. */
const mostNamed = 20;

/** How many of some files other mirrors hold, as it is kept with a list or a mirror; null where they hold none. */
export const heldText = (counts: ReadonlyMap<MirrorId, number>): string | null =>
  counts.size === 0 ? null : JSON.stringify(Object.fromEntries(mostFirst(counts)));

/** The mirrors that hold what is kept so of one, but for those that are gone: they hold nothing. */
export async function heldByOthers(
  database: Kysely<Tables>,
  kept: readonly Pick<MirrorList, 'held'>[],
): Promise<HeldByOther[]> {
  const counts = new Map<MirrorId, number>();
  for (const { held } of kept)
    for (const [mirrorId, count] of Object.entries<number>(JSON.parse(held ?? '{}')))
      counts.set(mirrorIdOf(mirrorId), (counts.get(mirrorIdOf(mirrorId)) ?? 0) + count);
  const found: HeldByOther[] = [];
  for (const [mirrorId, count] of mostFirst(counts)) {
    const mirror = await findMirrorRow(database, mirrorId);
    if (mirror !== undefined) found.push({ mirror, count });
  }
  return found;
}

const mostFirst = (counts: ReadonlyMap<MirrorId, number>): [MirrorId, number][] =>
  [...counts].sort(([, one], [, other]) => other - one).slice(0, mostNamed);
