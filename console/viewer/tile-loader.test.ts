import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Facts } from './file-facts.ts';
import type { Tile } from './tile-grid.ts';
import { createTileLoader, type LoaderEvents } from './tile-loader.ts';
import { createTileStore } from './tile-store.ts';

/** Requests that were made, and a way to answer each. */
interface Asked {
  readonly url: string;
  readonly signal: AbortSignal;
  answer(status: number, headers?: Record<string, string>): Promise<void>;
}

let asked: Asked[] = [];
let closed = 0;
const imageOf = (): ImageBitmap =>
  ({
    width: 512,
    close: () => {
      closed += 1;
    },
  }) as ImageBitmap;

beforeEach(() => {
  vi.useFakeTimers();
  [asked, closed] = [[], 0];
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('createImageBitmap', async () => imageOf());
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal.addEventListener('abort', () => reject(signal.reason));
    const answer = async (status: number, headers = {}) => {
      resolve(new Response(status === 200 ? 'png' : '', { status, headers }));
      await vi.advanceTimersByTimeAsync(0);
    };
    asked.push({ url, signal, answer });
    return promise;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const tile = (column: number): Tile => ({ page: '0:1', level: -1, column, row: 2 });
const tilesTo = (count: number): Tile[] => Array.from({ length: count }, (_, column) => tile(column));
const facts = (state = 'one'): Facts => ({
  name: 'File',
  key: 'key',
  state,
  pages: [],
  page_count: 0,
  tiles: '/tiles/{state}/{page}/{zoom}/{column}/{row}.png',
});

function open() {
  const store = createTileStore();
  const events = { loaded: vi.fn(), outdated: vi.fn(), givenUp: vi.fn() } satisfies LoaderEvents;
  return { store, events, loader: createTileLoader(store, events) };
}

describe('The loader of tiles', () => {
  it('requests the most urgent first, and no more at once than a server should bear', async () => {
    const { loader, store, events } = open();
    loader.want(tilesTo(20), facts());
    expect(asked.map(({ url }) => url)).toEqual(
      tilesTo(8).map(({ column }) => `/tiles/one/0%3A1/-1/${column}/2.png`),
    );
    await asked[0]!.answer(200);
    expect(events.loaded).toHaveBeenCalledOnce();
    expect(store.isCurrent(tile(0), 'one')).toBe(true);
    expect(asked.at(-1)!.url).toContain('/-1/8/2.png');
  });

  it('stops what is no longer wanted, and asks for nothing twice', async () => {
    const { loader } = open();
    loader.want(tilesTo(4), facts());
    loader.want([tile(1), tile(2), tile(9)], facts());
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false, false, true, false]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(5);
  });

  it('tries again after longer and longer pauses, then says what it gave up', async () => {
    const { loader, events } = open();
    loader.want([tile(0)], facts());
    for (const pauseMs of [500, 1000, 2000]) {
      const before = asked.length;
      await asked.at(-1)!.answer(500);
      await vi.advanceTimersByTimeAsync(pauseMs - 10);
      expect(asked).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(20);
      expect(asked).toHaveLength(before + 1);
      expect(events.givenUp).toHaveBeenLastCalledWith(0);
    }
    await asked.at(-1)!.answer(500);
    expect(events.givenUp).toHaveBeenLastCalledWith(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(4);
    loader.tryAgain();
    expect(asked).toHaveLength(5);
  });

  it('leaves a busy server alone for as long as it asks', async () => {
    const { loader } = open();
    loader.want([tile(0)], facts());
    await asked[0]!.answer(503, { 'retry-after': '7' });
    await vi.advanceTimersByTimeAsync(6900);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toHaveLength(2);
  });

  it('reports tiles that are out of date, and keeps them until those of the new state have arrived', async () => {
    const { loader, store, events } = open();
    loader.want([tile(0), tile(1)], facts());
    await asked[0]!.answer(200);
    await asked[1]!.answer(410);
    expect(events.outdated).toHaveBeenCalledOnce();
    loader.want([tile(0), tile(1)], facts('two'));
    expect(asked.slice(2).map(({ url }) => url)).toEqual([
      '/tiles/two/0%3A1/-1/0/2.png',
      '/tiles/two/0%3A1/-1/1/2.png',
    ]);
    expect(store.get(tile(0))).toBeDefined();
    await asked[2]!.answer(200);
    expect(store.isCurrent(tile(0), 'two')).toBe(true);
    expect(closed).toBe(1);
  });
});

describe('The store of tiles', () => {
  it('evicts what was unused for longest, and never what is wanted', () => {
    const { store } = open();
    for (const one of tilesTo(200)) store.put(one, { image: imageOf(), state: 'one' });
    store.keep([tile(0), tile(1)]);
    expect(store.size).toBe(96);
    expect(closed).toBe(104);
    expect([0, 1, 105, 106, 199].map((column) => store.get(tile(column)) !== undefined)).toEqual([
      true,
      true,
      false,
      true,
      true,
    ]);
  });
});
