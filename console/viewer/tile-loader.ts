import { type Facts, Refused } from './file-facts.ts';
import { type Tile, tileName } from './tile-grid.ts';
import type { TileStore } from './tile-store.ts';

export interface TileLoader {
  /** Loads these in this order, and stops loading all others. */
  want(tiles: readonly Tile[], facts: Facts): void;
  /** Tries those again that were given up. */
  tryAgain(): void;
}

export interface LoaderEvents {
  /** A tile came. */
  loaded(): void;
  /** The server no longer has tiles of this state. */
  outdated(): void;
  /** How many tiles were given up, of those that are wanted. */
  givenUp(count: number): void;
  /** How many tiles are still to come. */
  waiting?(count: number): void;
}

const mostAtOnce = 8;
const mostTries = 4;
const firstPauseMs = 500;

interface Failure {
  readonly tries: number;
  /** When to try again, as `performance.now()` counts. */
  readonly at: number;
}

export function createTileLoader(store: TileStore, events: LoaderEvents): TileLoader {
  const running = new Map<string, AbortController>();
  const failures = createFailures();
  let wanted: readonly Tile[] = [];
  let facts: Facts | undefined;
  let timer = 0;

  /** Of the state too: what failed or runs for an older one says nothing about this one. */
  const nameOf = (tile: Tile): string => `${facts?.state} ${tileName(tile)}`;
  const isGivenUp = (tile: Tile): boolean => failures.isGivenUp(nameOf(tile));
  const missing = (): Tile[] =>
    wanted.filter((tile) => facts !== undefined && !store.isCurrent(tile, facts.state));

  /** Starts as many as may run, and comes back when the pause of a failed one is over. */
  function pump(): void {
    clearTimeout(timer);
    const now = performance.now();
    const waiting = missing().filter((tile) => !running.has(nameOf(tile)) && !isGivenUp(tile));
    const due = waiting.filter((tile) => failures.pauseEnd(nameOf(tile)) <= now);
    for (const tile of due.slice(0, Math.max(0, mostAtOnce - running.size))) void load(tile);
    const times = waiting.map((tile) => failures.pauseEnd(nameOf(tile))).filter((at) => at > now);
    if (times.length > 0) timer = window.setTimeout(pump, Math.min(...times) - now + 1);
    const givenUp = missing().filter(isGivenUp).length;
    events.givenUp(givenUp);
    events.waiting?.(missing().length - givenUp);
  }

  async function load(tile: Tile): Promise<void> {
    const { tiles, state } = facts as Facts;
    const name = nameOf(tile);
    const controller = new AbortController();
    running.set(name, controller);
    try {
      const image = await fetchTile(addressOf(tiles, state, tile), controller.signal);
      failures.forget(name);
      store.put(tile, { image, state });
      events.loaded();
    } catch (error) {
      if (controller.signal.aborted) return;
      failures.add(name, error);
      if (isOutdated(error)) events.outdated();
    } finally {
      running.delete(name);
      pump();
    }
  }

  return {
    want: (tiles, current) => {
      if (facts?.state !== current.state) failures.clear();
      [wanted, facts] = [tiles, current];
      stopAllBut(new Set(tiles.map(nameOf)), running);
      pump();
    },
    tryAgain: () => {
      failures.clear();
      pump();
    },
  };
}

function stopAllBut(names: ReadonlySet<string>, running: ReadonlyMap<string, AbortController>): void {
  for (const [name, controller] of running) if (!names.has(name)) controller.abort();
}

const isOutdated = (error: unknown): boolean => error instanceof Refused && [404, 410].includes(error.status);

/** What failed, how often, and until when it is left alone. */
function createFailures() {
  const failures = new Map<string, Failure>();
  return {
    isGivenUp: (name: string): boolean => (failures.get(name)?.tries ?? 0) >= mostTries,
    pauseEnd: (name: string): number => failures.get(name)?.at ?? 0,
    add(name: string, error: unknown): void {
      const tries = (failures.get(name)?.tries ?? 0) + 1;
      const pause = firstPauseMs * 2 ** (tries - 1);
      const asked = error instanceof Refused ? error.pauseMs : 0;
      failures.set(name, { tries, at: performance.now() + Math.max(pause, asked) });
    },
    forget: (name: string): boolean => failures.delete(name),
    clear: (): void => failures.clear(),
  };
}

/** @throws Refused, and whatever `fetch` and the decoder throw */
async function fetchTile(address: string, signal: AbortSignal): Promise<ImageBitmap> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Refused(answer);
  const image = await createImageBitmap(await answer.blob());
  if (!signal.aborted) return image;
  image.close();
  throw new DOMException('No longer wanted.', 'AbortError');
}

function addressOf(template: string, state: string, { page, level, column, row }: Tile): string {
  const parts: Readonly<Record<string, string>> = {
    state,
    page,
    zoom: String(level),
    column: String(column),
    row: String(row),
  };
  return template.replace(/\{(\w+)\}/g, (_braces, name: string) => encodeURIComponent(parts[name] ?? ''));
}
