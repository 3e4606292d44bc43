import type { NodeJson } from '../../src/render/scene/scene-source.ts';
import { type Box, NodeMaker } from './node-json.ts';

/** Px of the canvas along a side of what one tile shows at 12.5 %, and how much text lies there. */
const sidePx = 4096;
const columns = 25;
const rows = 160;

/** Tiles that are full of texts, side by side. */
export const textTiles = 4;
export const textsInTile = columns * rows;

const words = 'Open orders that nobody has looked at for a week are shown here with their sums'.split(' ');

/** A page of 16,000 lines of four words in 12 px. */
export function textsPage(): NodeJson[] {
  const make = new NodeMaker();
  return Array.from({ length: textTiles * textsInTile }, (_, place) =>
    make.text(boxOf(place), lineOf(place), 12),
  );
}

function boxOf(place: number): Box {
  const [tile, inTile] = [Math.floor(place / textsInTile), place % textsInTile];
  const [width, height] = [sidePx / columns, sidePx / rows];
  const x = tile * sidePx + (inTile % columns) * width;
  return { x: x + 4, y: Math.floor(inTile / columns) * height + 3, width: width - 8, height: 18 };
}

const lineOf = (place: number): string =>
  Array.from({ length: 4 }, (_, word) => words[(7 * place + 3 * word) % words.length]).join(' ');
