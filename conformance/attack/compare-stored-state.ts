/** What is stored, seen from beside the server. */
export interface StoredState {
  /** Goes on to what is stored now. Costs next to nothing. */
  moveOn(): Promise<void>;
  /** The same, and says which tables changed on the way; costs next to nothing where nothing was written. */
  changes(): Promise<readonly string[]>;
  /** Gives room back that rows had which are gone; every look at a table passes over them. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

type MaybeLater<T> = T | Promise<T>;

/** A connection that keeps seeing what was stored before, and another one that sees what is stored now. */
export interface Looks {
  /** Another value whenever something was written since. */
  readonly stamp: () => MaybeLater<unknown>;
  /** The tables that both see otherwise. */
  readonly changes: () => MaybeLater<readonly string[]>;
  /** From now on what is stored now is what was stored before. */
  readonly moveBefore: () => MaybeLater<void>;
  /** Gives room back that rows had which are gone, where a database does not by itself. */
  readonly tidy: () => MaybeLater<void>;
  readonly close: () => Promise<void>;
}

/** What is stored, told by comparing both looks, and only where something was written. */
export function comparedLooks({ stamp, changes, moveBefore, tidy, close }: Looks): StoredState {
  let seen: unknown;
  const moveOn = async (isCompared: boolean): Promise<readonly string[]> => {
    const stored = await stamp();
    if (stored === seen) return [];
    const changed = isCompared ? await changes() : [];
    await moveBefore();
    seen = stored;
    return changed;
  };
  return {
    moveOn: async () => void (await moveOn(false)),
    changes: () => moveOn(true),
    tidy: async () => tidy(),
    close,
  };
}
