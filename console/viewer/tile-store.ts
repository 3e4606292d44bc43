import { type Tile, tileName } from './tile-grid.ts';

/** A decoded picture, and of which state of the file it is. */
interface KeptTile {
  readonly image: ImageBitmap;
  readonly state: string;
}

/** The decoded tiles. One of an older state stays until its successor is there. */
export interface TileStore {
  /** Looks a picture up without counting that as a use. */
  get(tile: Tile): ImageBitmap | undefined;
  isCurrent(tile: Tile, state: string): boolean;
  put(tile: Tile, kept: KeptTile): void;
  /** Counts a use of these, the most urgent first, and gives up those unused for longest beyond the budget. */
  keep(tiles: readonly Tile[]): void;
  clear(): void;
  readonly size: number;
}

/** A tile takes 1 MiB; so many are kept at least, and half as many again as are wanted at once. */
const leastBudget = 96;

export function createTileStore(): TileStore {
  /** The least recently used first. */
  const kept = new Map<string, KeptTile>();
  const drop = (name: string): void => {
    kept.get(name)?.image.close();
    kept.delete(name);
  };
  return {
    get: (tile) => kept.get(tileName(tile))?.image,
    isCurrent: (tile, state) => kept.get(tileName(tile))?.state === state,
    put: (tile, one) => {
      drop(tileName(tile));
      kept.set(tileName(tile), one);
    },
    keep: (tiles) => {
      for (const name of tiles.map(tileName).reverse()) touch(kept, name);
      const budget = Math.max(leastBudget, Math.ceil(tiles.length * 1.5));
      for (const name of [...kept.keys()].slice(0, Math.max(0, kept.size - budget))) drop(name);
    },
    clear: () => [...kept.keys()].forEach(drop),
    get size() {
      return kept.size;
    },
  };
}

function touch(kept: Map<string, KeptTile>, name: string): void {
  const one = kept.get(name);
  if (one === undefined) return;
  kept.delete(name);
  kept.set(name, one);
}
