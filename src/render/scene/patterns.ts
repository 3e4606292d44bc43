import type { Drawing } from './drawing.ts';
import { type JsonRecord, pointOf, stringOf, within, wordOf } from './json-values.ts';
import type { PatternPaint } from './scene.ts';

const tileTypes = {
  RECTANGULAR: true,
  HORIZONTAL_HEXAGONAL: true,
  VERTICAL_HEXAGONAL: true,
} satisfies Record<PatternPaint['tileType'], true>;

const alignments = { START: true, CENTER: true, END: true } satisfies Record<
  PatternPaint['horizontalAlignment'],
  true
>;

/** A paint that repeats another node; undefined where that node is not there or has nothing to show. */
export function readPattern(
  drawing: Drawing,
  paint: JsonRecord,
  head: Pick<PatternPaint, 'opacity' | 'blendMode'>,
): PatternPaint | undefined {
  const tile = drawing.tileOf(stringOf(paint.sourceNodeId) ?? '');
  if (tile === undefined || !(tile.size.width > 0 && tile.size.height > 0)) return undefined;
  return {
    kind: 'pattern',
    tile,
    tileType: wordOf(paint.tileType, tileTypes) ?? 'RECTANGULAR',
    scalingFactor: within(paint.scalingFactor, 0.001, 1000, 1),
    spacing: pointOf(paint.spacing) ?? { x: 0, y: 0 },
    horizontalAlignment: wordOf(paint.horizontalAlignment, alignments) ?? 'START',
    verticalAlignment: wordOf(paint.verticalAlignment, alignments) ?? 'START',
    ...head,
  };
}
