import type { FontFace } from './font-face.ts';
import { byFit, copyOf, type GlyphGraphic, type Strike, tableOf } from './glyph-graphic.ts';
import { pictureHead } from './picture-head.ts';

interface SbixStrike extends Strike {
  readonly at: number;
}

const mostStrikes = 64;
/** Glyphs may stand for others, and these for others again. */
const mostHops = 8;

function strikesOf(table: DataView): SbixStrike[] {
  const count = Math.min(table.getUint32(4), mostStrikes, Math.floor((table.byteLength - 8) / 4));
  return Array.from({ length: count }, (_, place) => table.getUint32(8 + 4 * place))
    .filter((at) => at + 4 <= table.byteLength)
    .map((at) => ({ at, ppem: table.getUint16(at) }))
    .filter(({ ppem }) => ppem > 0);
}

/** Where the record of a glyph begins and ends: its corner, four letters for its type, and what it is. */
function recordAt(table: DataView, at: number, glyphId: number): [start: number, end: number] | undefined {
  const entry = at + 4 + 4 * glyphId;
  if (entry + 8 > table.byteLength) return undefined;
  const [start, end] = [at + table.getUint32(entry), at + table.getUint32(entry + 4)];
  return end >= start + 8 && end <= table.byteLength ? [start, end] : undefined;
}

const dupe = 0x64757065;

function graphicIn(
  table: DataView,
  { at, ppem }: SbixStrike,
  glyphId: number,
  unitsPerEm: number,
): GlyphGraphic | undefined {
  for (let [id, hops] = [glyphId, 0]; hops <= mostHops; hops += 1) {
    const [start, end] = recordAt(table, at, id) ?? [0, 0];
    if (end === 0) return undefined;
    if (table.getUint32(start + 4) !== dupe) return placed(table, start, end, unitsPerEm / ppem);
    if (end < start + 10) return undefined;
    id = table.getUint16(start + 8);
  }
  return undefined;
}

function placed(table: DataView, start: number, end: number, unit: number): GlyphGraphic | undefined {
  const bytes = copyOf(table, start + 8, end);
  if (bytes === undefined) return undefined;
  const size = pictureHead(bytes);
  const [left, top] = [table.getInt16(start) * unit, table.getInt16(start + 2) * unit];
  const box = size && { left, top, right: left + size.width * unit, bottom: top + size.height * unit };
  return { bytes, box };
}

/** What the table `sbix` has of a glyph, in the size that fits best. */
export function sbixGraphic(face: FontFace, glyphId: number, ppem: number): GlyphGraphic | undefined {
  const table = tableOf(face, 'sbix');
  if (table === undefined || table.byteLength < 8) return undefined;
  for (const strike of byFit(strikesOf(table), ppem)) {
    const graphic = graphicIn(table, strike, glyphId, face.font.face.upem);
    if (graphic !== undefined) return graphic;
  }
  return undefined;
}
