import type { Bounds } from '../geometry/bounds.ts';
import type { FontFace } from './font-face.ts';
import { byFit, copyOf, type GlyphGraphic, type Strike, tableOf } from './glyph-graphic.ts';

/** Where a strike lists its ranges of glyphs, and its px for an em in both directions. */
interface CbdtStrike extends Strike {
  readonly at: number;
  readonly ranges: number;
  readonly ppemX: number;
  readonly ppemY: number;
}

/** Where a glyph lies in the table of graphics. */
interface Place {
  readonly start: number;
  /** Of the format that says by which metrics a graphic begins. */
  readonly imageFormat: number;
  /** Where the metrics of all glyphs of the range stand in the table of places, where it has such. */
  readonly metricsAt: number | undefined;
}

const mostStrikes = 16;
/** Ranges of a strike that are looked through. */
const mostRanges = 4096;
const strikeBytes = 48;

function strikesOf(table: DataView): CbdtStrike[] {
  const room = Math.floor((table.byteLength - 8) / strikeBytes);
  const count = Math.min(table.getUint32(4), mostStrikes, room);
  return Array.from({ length: count }, (_, place) => 8 + strikeBytes * place)
    .map((at) => ({
      at: table.getUint32(at),
      ranges: table.getUint32(at + 8),
      ppemX: table.getUint8(at + 44),
      ppemY: table.getUint8(at + 45),
      ppem: table.getUint8(at + 45),
    }))
    .filter(({ ppemX, ppemY }) => ppemX > 0 && ppemY > 0);
}

/** Where the range that has a glyph says where its graphics lie, and its first glyph. */
function rangeOf(
  table: DataView,
  strike: CbdtStrike,
  glyphId: number,
): [at: number, first: number] | undefined {
  for (let place = 0; place < Math.min(strike.ranges, mostRanges); place += 1) {
    const entry = strike.at + 8 * place;
    if (entry + 8 > table.byteLength) return undefined;
    const [first, last] = [table.getUint16(entry), table.getUint16(entry + 2)];
    if (glyphId >= first && glyphId <= last) return [strike.at + table.getUint32(entry + 4), first];
  }
  return undefined;
}

/** Which of the glyphs of a sparse range one is, by pairs or single numbers that begin there; undefined where it is none. */
function sparsePlace(
  table: DataView,
  at: number,
  step: number,
  count: number,
  glyphId: number,
): number | undefined {
  for (let place = 0; place < Math.min(count, 0x10000); place += 1)
    if (table.getUint16(at + step * place) === glyphId) return place;
  return undefined;
}

/** How far from the start of its range's graphics a glyph's lies. */
function offsetIn(table: DataView, at: number, first: number, glyphId: number): number | undefined {
  const index = glyphId - first;
  switch (table.getUint16(at)) {
    case 1:
      return table.getUint32(at + 8 + 4 * index);
    case 2:
      return table.getUint32(at + 8) * index;
    case 3:
      return table.getUint16(at + 8 + 2 * index);
    case 4: {
      const place = sparsePlace(table, at + 12, 4, table.getUint32(at + 8), glyphId);
      return place === undefined ? undefined : table.getUint16(at + 14 + 4 * place);
    }
    case 5: {
      const place = sparsePlace(table, at + 24, 2, table.getUint32(at + 20), glyphId);
      return place === undefined ? undefined : table.getUint32(at + 8) * place;
    }
    default:
      return undefined;
  }
}

function placeOf(table: DataView, strike: CbdtStrike, glyphId: number): Place | undefined {
  const [at, first] = rangeOf(table, strike, glyphId) ?? [0, 0];
  const offset = at === 0 ? undefined : offsetIn(table, at, first, glyphId);
  if (offset === undefined) return undefined;
  const hasMetrics = [2, 5].includes(table.getUint16(at));
  const imageFormat = table.getUint16(at + 2);
  return {
    start: table.getUint32(at + 4) + offset,
    imageFormat,
    metricsAt: hasMetrics ? at + 12 : undefined,
  };
}

/** Bytes of metrics before a graphic, by its format: none where its range has them. */
const metricsBytes: Readonly<Record<number, number>> = { 17: 5, 18: 8, 19: 0 };

/** The box of metrics: height, width, left, top. */
function boxOf(table: DataView, at: number, { ppemX, ppemY }: CbdtStrike, unitsPerEm: number): Bounds {
  const [unitX, unitY] = [unitsPerEm / ppemX, unitsPerEm / ppemY];
  const [left, bottom] = [table.getInt8(at + 2) * unitX, table.getInt8(at + 3) * unitY];
  return {
    left,
    right: left + table.getUint8(at + 1) * unitX,
    bottom,
    top: bottom - table.getUint8(at) * unitY,
  };
}

function graphicIn(
  places: DataView,
  graphics: DataView,
  strike: CbdtStrike,
  glyphId: number,
  unitsPerEm: number,
): GlyphGraphic | undefined {
  const place = placeOf(places, strike, glyphId);
  const before = place && metricsBytes[place.imageFormat];
  if (place === undefined || before === undefined) return undefined;
  const { start, metricsAt } = place;
  const at = start + before + 4;
  const bytes = copyOf(graphics, at, at + graphics.getUint32(start + before));
  if (bytes === undefined || (before === 0 && metricsAt === undefined)) return undefined;
  const box =
    before > 0 ? boxOf(graphics, start, strike, unitsPerEm) : boxOf(places, metricsAt!, strike, unitsPerEm);
  return { bytes, box };
}

/** What the tables `CBLC` and `CBDT` have of a glyph, in the size that fits best. */
export function cbdtGraphic(face: FontFace, glyphId: number, ppem: number): GlyphGraphic | undefined {
  const [places, graphics] = [tableOf(face, 'CBLC'), tableOf(face, 'CBDT')];
  if (places === undefined || graphics === undefined || places.byteLength < 8) return undefined;
  for (const strike of byFit(strikesOf(places), ppem)) {
    const graphic = sound(() => graphicIn(places, graphics, strike, glyphId, face.font.face.upem));
    if (graphic !== undefined) return graphic;
  }
  return undefined;
}

/** Whatever points out of a table is not there. */
function sound<Found>(look: () => Found): Found | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
