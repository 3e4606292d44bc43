import { createCanvas } from '@napi-rs/canvas';
import { multiply, scaling, translation } from '../geometry/matrix.ts';
import type { Size } from '../geometry/rectangle.ts';
import type { PatternPaint } from '../scene/scene.ts';
import type { Area } from './area.ts';
import { fillWithTiles } from './fill-with-tiles.ts';
import { type Painter, type Target, vectorDensity } from './target.ts';

/** Tiles larger than this many px on a side are drawn smaller and blown up. */
const longestSidePx = 4096;

/** What repeats: the tile with the space after it, twice where every other row or column is moved by half. */
interface Cell {
  readonly size: Size;
  /** Top left corners of the tiles in it, in px of the tile's own scene. */
  readonly places: readonly (readonly [x: number, y: number])[];
}

function cellOf({ tile, tileType, spacing, scalingFactor }: PatternPaint): Cell {
  const width = Math.max(0, tile.size.width + spacing.x / scalingFactor);
  const height = Math.max(0, tile.size.height + spacing.y / scalingFactor);
  if (tileType === 'HORIZONTAL_HEXAGONAL')
    return {
      size: { width, height: 2 * height },
      places: [
        [0, 0],
        [width / 2, height],
        [-width / 2, height],
      ],
    };
  if (tileType === 'VERTICAL_HEXAGONAL')
    return {
      size: { width: 2 * width, height },
      places: [
        [0, 0],
        [width, height / 2],
        [width, -height / 2],
      ],
    };
  return { size: { width, height }, places: [[0, 0]] };
}

const shares = { START: 0, CENTER: 0.5, END: 1 } as const;

/** Where the first tile stands in the box. */
function originOf(paint: PatternPaint, box: Size): readonly [x: number, y: number] {
  const { tile, scalingFactor, horizontalAlignment, verticalAlignment } = paint;
  return [
    shares[horizontalAlignment] * (box.width - scalingFactor * tile.size.width),
    shares[verticalAlignment] * (box.height - scalingFactor * tile.size.height),
  ];
}

/** Repeats the scene of a pattern; the context is cut to the area already. */
export function drawPatternPaint(painter: Painter, target: Target, area: Area, paint: PatternPaint): void {
  const { size, places } = cellOf(paint);
  const density = target.isVector ? vectorDensity : 1;
  const factor = density * paint.scalingFactor * target.scale * Math.hypot(area.matrix[0], area.matrix[1]);
  if (!(size.width * factor > 0 && size.height * factor > 0)) return;
  const width = Math.min(longestSidePx, Math.max(1, Math.round(size.width * factor)));
  const height = Math.min(longestSidePx, Math.max(1, Math.round(size.height * factor)));
  const canvas = createCanvas(width, height);
  const toPx = [width / size.width, height / size.height] as const;
  for (const [x, y] of places) {
    const cell: Target = {
      context: canvas.getContext('2d'),
      canvas,
      matrix: [toPx[0], 0, 0, toPx[1], x * toPx[0], y * toPx[1]],
      scale: Math.max(...toPx),
      box: { left: 0, top: 0, width, height },
      isVector: false,
    };
    painter.paintItems(painter, cell, paint.tile.items, 1);
  }
  const back = scaling(paint.scalingFactor / toPx[0], paint.scalingFactor / toPx[1]);
  const placement = multiply(translation(...originOf(paint, area.size)), back);
  fillWithTiles(target, area, canvas, multiply(area.matrix, placement));
}
