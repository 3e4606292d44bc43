import type { Page } from './file-facts.ts';
import { boxOfTile, childrenOf, levelFor, levels, parentOf, type Tile } from './tile-grid.ts';
import type { TileStore } from './tile-store.ts';
import { type Box, type Size, seenBox, type View } from './view.ts';
import { tilesWithin } from './wanted-tiles.ts';

/** What is to be painted. `ratio` is device pixels for each CSS pixel. */
export interface Picture {
  readonly page: Page;
  readonly view: View;
  readonly size: Size;
  readonly ratio: number;
  /** Nothing of the page is painted but this; all of it where none is named. */
  readonly only?: Box;
}

type Context = CanvasRenderingContext2D;

/** Device pixels of an edge of the canvas; whole ones, so that tiles meet without a seam. */
type Place = (x: number, y: number) => readonly [number, number];

/** Paints what is seen of a page: its background and the sharpest pictures that are there. */
export function paintPage(context: Context, picture: Picture, tiles: TileStore): void {
  const { page, view, size, ratio, only } = picture;
  const scale = view.zoom * ratio;
  context.fillStyle = page.background;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  const place: Place = (x, y) => [
    Math.round((x - view.x) * scale + context.canvas.width / 2),
    Math.round((y - view.y) * scale + context.canvas.height / 2),
  ];
  context.save();
  if (only !== undefined) cutTo(context, only, place);
  for (const tile of tilesWithin(page, levelFor(scale), seenBox(view, size)))
    paintTile(context, tile, tiles, place);
  context.restore();
}

function cutTo(context: Context, { x, y, width, height }: Box, place: Place): void {
  const [[left, top], [right, bottom]] = [place(x, y), place(x + width, y + height)];
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  context.clip();
}

function paintTile(context: Context, tile: Tile, tiles: TileStore, place: Place): void {
  const shown = sharpestOf(tile, tiles);
  if (shown !== undefined) paintImage(context, shown.image, shown.tile, tile, place);
  if (shown?.tile === tile) return;
  for (const child of childrenOf(tile)) {
    const finer = tiles.get(child);
    if (finer !== undefined) paintImage(context, finer, child, child, place);
  }
}

/** The tile itself, or the nearest coarser one that is there. */
function sharpestOf(tile: Tile, tiles: TileStore): { tile: Tile; image: ImageBitmap } | undefined {
  for (let one = tile; one.level >= levels.least; one = parentOf(one)) {
    const image = tiles.get(one);
    if (image !== undefined) return { tile: one, image };
  }
  return undefined;
}

/** Paints the part of a picture that shows `part`, which lies within what the picture shows. */
function paintImage(context: Context, image: ImageBitmap, whole: Tile, part: Tile, place: Place): void {
  const [outer, inner] = [boxOfTile(whole), boxOfTile(part)];
  const [left, top] = place(inner.x, inner.y);
  const [right, bottom] = place(inner.x + inner.width, inner.y + inner.height);
  const [across, down] = [image.width / outer.width, image.height / outer.height];
  context.drawImage(
    image,
    ...([(inner.x - outer.x) * across, (inner.y - outer.y) * down] as const),
    ...([inner.width * across, inner.height * down] as const),
    ...([left, top, right - left, bottom - top] as const),
  );
}
