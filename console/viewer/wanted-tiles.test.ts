import { describe, expect, it } from 'vitest';
import type { Page } from './file-facts.ts';
import { boxOfTile, childrenOf, levelFor, levels, parentOf, tileName, tilesOver } from './tile-grid.ts';
import { type Box, fitted, overlapOf, seenBox } from './view.ts';
import { backdropOf, tilesWithin, wantedTiles } from './wanted-tiles.ts';

const size = { width: 1280, height: 752 };
const pageOf = (bounds: Box | null): Page => ({ id: '0:1', name: 'Home', background: '#ffffff', bounds });
const page = pageOf({ x: -1000, y: -700, width: 9000, height: 6000 });
const view = { x: 1200, y: 900, zoom: 1 };

describe('The grid of tiles', () => {
  it('covers a box without a gap, and with no tile that misses it', () => {
    const box = { x: -513, y: 1, width: 1026, height: 511 };
    const tiles = tilesOver('0:1', 0, box);
    expect(tiles.map(({ column, row }) => [column, row])).toEqual([
      [-2, 0],
      [-1, 0],
      [0, 0],
      [1, 0],
    ]);
    expect(tilesOver('0:1', 0, { x: 0, y: 0, width: 512, height: 512 })).toHaveLength(1);
  });

  it('uses the level that is at least as sharp as the screen, or the sharpest there is', () => {
    const scales = [0.3, 0.5, 0.51, 1, 1.05, 1.5, 2, 400, 1e-9];
    expect(scales.map(levelFor).join()).toBe(`-1,-1,-1,0,0,1,1,${levels.most},${levels.least}`);
  });

  it.each([
    [3, 5],
    [-3, -5],
    [0, -1],
  ])('knows which tiles of other levels cover tile %i, %i', (column, row) => {
    const tile = { page: '0:1', level: -2, column, row };
    for (const child of childrenOf(tile)) {
      expect(parentOf(child)).toEqual(tile);
      expect(overlapOf(boxOfTile(tile), boxOfTile(child))).toEqual(boxOfTile(child));
    }
  });
});

describe('The tiles to load', () => {
  const wanted = wantedTiles(page, view, size, 1);
  const seen = tilesWithin(page, 0, seenBox(view, size)).map(tileName);

  it('begin with the few that show the whole page, then those that are seen, the middle first', () => {
    const backdrop = backdropOf(page);
    expect(backdrop.length).toBeLessThanOrEqual(6);
    expect(wanted.slice(0, backdrop.length)).toEqual(backdrop);
    const next = wanted.slice(backdrop.length);
    expect(new Set(next.slice(0, seen.length).map(tileName))).toEqual(new Set(seen));
    expect(boxOfTile(next[0]!)).toEqual({ x: 1024, y: 512, width: 512, height: 512 });
  });

  it('end with one ring around what is seen', () => {
    const ring = wanted.slice(backdropOf(page).length + seen.length);
    expect(ring.length).toBeGreaterThan(0);
    for (const tile of ring) {
      const { x, y, width, height } = boxOfTile(tile);
      const wide = { x: x - 512.1, y: y - 512.1, width: width + 1024.2, height: height + 1024.2 };
      expect(overlapOf(wide, seenBox(view, size))).not.toBeNull();
    }
  });

  it('leave out what is beyond the page, and are none on an empty one', () => {
    const corner = wantedTiles(page, { x: -1000, y: -700, zoom: 1 }, size, 1);
    const { x, y, width, height } = page.bounds!;
    const reach = { x: x - 64, y: y - 64, width: width + 128, height: height + 128 };
    for (const tile of corner) expect(overlapOf(boxOfTile(tile), reach)).not.toBeNull();
    expect(wantedTiles(pageOf(null), view, size, 1)).toEqual([]);
  });

  it('include what sticks out of the page a little', () => {
    const text = pageOf({ x: 0, y: 100, width: 500, height: 20 });
    const tiles = tilesWithin(text, 0, { x: -800, y: -600, width: 1600, height: 1200 });
    expect(tiles.map(({ column, row }) => [column, row])).toEqual([
      [-1, 0],
      [0, 0],
      [1, 0],
    ]);
  });

  it.each([1, 2, 3])('stay a few hundred at %i pixels for each, however large the page is', (ratio) => {
    for (const width of [1, 1e4, 1e7, 1e12]) {
      const vast = pageOf({ x: -width / 2, y: 0, width, height: width });
      for (const zoom of [fitted(vast.bounds!, size).zoom, 0.1, 1, 4])
        expect(wantedTiles(vast, { x: 0, y: 0, zoom }, size, ratio).length).toBeLessThanOrEqual(256);
    }
  });
});
