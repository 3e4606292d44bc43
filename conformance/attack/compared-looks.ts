import type { StoredState } from './stored-state.ts';
import { changesOf, type Digests } from './watched-tables.ts';

type MaybeLater<T> = T | Promise<T>;

/** A connection that keeps seeing what was stored before, and another one that sees what is stored now. */
export interface Looks {
  /** Another value whenever something was written since. */
  readonly stamp: () => MaybeLater<unknown>;
  readonly before: () => MaybeLater<Digests>;
  readonly now: () => MaybeLater<Digests>;
  /** From now on what is stored now is what was stored before. */
  readonly moveBefore: () => MaybeLater<void>;
  readonly close: () => Promise<void>;
}

/** What is stored, told by comparing both looks, and only where something was written. */
export function comparedLooks({ stamp, before, now, moveBefore, close }: Looks): StoredState {
  let seen: unknown;
  const moveOn = async (isCompared: boolean): Promise<readonly string[]> => {
    const stored = await stamp();
    if (stored === seen) return [];
    const changes = isCompared ? changesOf(await before(), await now()) : [];
    await moveBefore();
    seen = stored;
    return changes;
  };
  return { moveOn: async () => void (await moveOn(false)), changes: () => moveOn(true), close };
}
