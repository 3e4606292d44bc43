import { type Box, middleOf, type Point } from './view.ts';

/** Width and height of a tile's picture in pixels. */
export const tilePx = 512;

/** Levels that the server draws: at level `z` it takes `2 ** z` pixels for each pixel of the canvas. */
export const levels = { least: -10, most: 4 } as const;

/** One square of a page at one level. */
export interface Tile {
  readonly page: string;
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

export const tileName = ({ page, level, column, row }: Tile): string => `${page} ${level} ${column} ${row}`;

/** What a tile shows of the canvas. */
export function boxOfTile({ level, column, row }: Tile): Box {
  const side = tilePx / 2 ** level;
  return { x: column * side, y: row * side, width: side, height: side };
}

/** The level for a scale of device pixels: never much less sharp than the screen. */
export const levelFor = (scale: number): number =>
  Math.min(levels.most, Math.max(levels.least, Math.ceil(Math.log2(scale) - 0.1)));

interface Range {
  readonly left: number;
  readonly top: number;
  /** The last ones, counted in. */
  readonly right: number;
  readonly bottom: number;
}

function rangeOf(level: number, { x, y, width, height }: Box): Range {
  const side = tilePx / 2 ** level;
  const last = (end: number, first: number) => Math.max(Math.ceil(end / side) - 1, first);
  const [left, top] = [Math.floor(x / side), Math.floor(y / side)];
  return { left, top, right: last(x + width, left), bottom: last(y + height, top) };
}

/** How many tiles a box touches. */
export function countOfTiles(level: number, box: Box): number {
  const { left, top, right, bottom } = rangeOf(level, box);
  return (right - left + 1) * (bottom - top + 1);
}

/** The tiles that a box touches, row by row. */
export function tilesOver(page: string, level: number, box: Box): Tile[] {
  const { left, top, right, bottom } = rangeOf(level, box);
  const tiles: Tile[] = [];
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) tiles.push({ page, level, column, row });
  return tiles;
}

/** Sorts tiles by their distance from a point of the canvas. */
export function nearestFirst(tiles: readonly Tile[], to: Point): Tile[] {
  const distance = (tile: Tile): number => {
    const middle = middleOf(boxOfTile(tile));
    return Math.hypot(middle.x - to.x, middle.y - to.y);
  };
  return [...tiles].sort((one, other) => distance(one) - distance(other));
}

/** The tile of the next level up that shows the same and more. */
export const parentOf = ({ page, level, column, row }: Tile): Tile => ({
  page,
  level: level - 1,
  column: Math.floor(column / 2),
  row: Math.floor(row / 2),
});

/** The four tiles of the next level down that together show the same. */
export const childrenOf = ({ page, level, column, row }: Tile): Tile[] =>
  [0, 1, 2, 3].map((place) => ({
    page,
    level: level + 1,
    column: 2 * column + (place % 2),
    row: 2 * row + (place >> 1),
  }));
