import type { Page } from './file-facts.ts';
import { countOfTiles, levelFor, levels, nearestFirst, type Tile, tilePx, tilesOver } from './tile-grid.ts';
import { type Box, overlapOf, type Size, seenBox, type View } from './view.ts';

/** So many tiles at most show the whole page, and stay. */
const mostBackdropTiles = 6;
/** More are never asked for at once. */
const mostWanted = 256;

/** The finest level at which few tiles show the whole page: what is seen where nothing finer is there yet. */
export function backdropOf({ id, bounds }: Page): Tile[] {
  if (bounds === null) return [];
  for (let level: number = levels.most; level >= levels.least; level -= 1)
    if (countOfTiles(level, bounds) <= mostBackdropTiles) return tilesOver(id, level, bounds);
  return [];
}

/**
 * The tiles to load, the most urgent first: the backdrop, what is seen from the middle outwards, and one ring
 * more. `ratio` is device pixels for each CSS pixel.
 */
export function wantedTiles(page: Page, view: View, size: Size, ratio: number): Tile[] {
  if (page.bounds === null) return [];
  const level = levelFor(view.zoom * ratio);
  const seen = seenBox(view, size);
  const inside = tilesWithin(page, level, seen);
  const around = tilesWithin(page, level, widened(seen, tilePx / 2 ** level));
  const names = new Set(inside.map(({ column, row }) => `${column} ${row}`));
  const ring = around.filter(({ column, row }) => !names.has(`${column} ${row}`));
  return [...backdropOf(page), ...nearestFirst(inside, view), ...nearestFirst(ring, view)].slice(
    0,
    mostWanted,
  );
}

/** Fonts of other widths, and shadows that a file does not tell of, reach out of a page's bounds by about so much. */
const slackPx = 64;

/** The tiles of a page that a box of the canvas touches; far outside of its bounds there is nothing to draw. */
export function tilesWithin(page: Page, level: number, box: Box): Tile[] {
  const part = page.bounds === null ? null : overlapOf(widened(page.bounds, slackPx), box);
  return part === null ? [] : tilesOver(page.id, level, part);
}

const widened = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});
