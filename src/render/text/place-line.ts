import { visualOrder } from './bidi.ts';
import type { PlacedCluster } from './clusters.ts';
import { type Decoration, decorationsOf } from './decorations.ts';
import type { FontFace } from './font-face.ts';
import { blanksAtEnd, type TextLine, widthOf } from './lines.ts';
import type { TextStyle } from './text-box.ts';

/** A glyph whose origin stands at (x, y), y being the baseline's unless a mark is moved. */
export interface PlacedGlyph {
  face: FontFace;
  glyphId: number;
  x: number;
  y: number;
  /** Px for an em. */
  size: number;
  styleIndex: number;
  /** Where its characters begin in the node's, and where they end; the same for a list's sign or an ellipsis. */
  start: number;
  end: number;
}

/** A line in its box, px from the box's top left corner. */
export interface PlacedLine {
  x: number;
  top: number;
  baseline: number;
  width: number;
  height: number;
  /** The node's characters it shows. */
  start: number;
  end: number;
  /** From left to right. */
  glyphs: PlacedGlyph[];
  decorations: Decoration[];
}

/** Where and how a line is put. */
export interface Placement {
  top: number;
  boxWidth: number;
  wholeBaselines: boolean;
  align: NonNullable<TextStyle['textAlignHorizontal']>;
}

/** Space between a list's sign and its item, in ems. */
const markerGapEms = 0.5;

/** Orders a line for the eye, aligns it and gives each glyph its place. */
export function placeLine(line: TextLine, placement: Placement): PlacedLine {
  const exact = placement.top + line.above;
  const baseline = placement.wholeBaselines ? Math.round(exact) : exact;
  const { x, extra } = alignment(line, placement);
  const placed = placeClusters(line, x, extra);
  const { paragraph, toSource } = line.source;
  const glyphs = markerGlyphs(line, placement, x, baseline);
  for (const one of placed) addGlyphs(glyphs, one, baseline, toSource);
  const first = line.clusters[0];
  return {
    x,
    top: placement.top,
    baseline,
    width: line.width + extra * blanksInside(line),
    height: line.above + line.below,
    start: first ? toSource(first.start) : paragraph.end,
    end: first ? toSource(line.clusters.at(-1)!.end) : paragraph.end,
    glyphs,
    decorations: decorationsOf(placed, exact),
  };
}

const isRightToLeft = (line: TextLine): boolean => line.source.levels.base % 2 === 1;

/** The left edge, and what each space gets more where lines are made equally long. */
function alignment(line: TextLine, { boxWidth, align }: Placement): { x: number; extra: number } {
  const room = boxWidth - line.indent - line.width;
  const left = isRightToLeft(line) ? 0 : line.indent;
  if (align === 'CENTER') return { x: left + room / 2, extra: 0 };
  if (align === 'RIGHT') return { x: left + room, extra: 0 };
  const gaps = blanksInside(line);
  if (align !== 'JUSTIFIED') return { x: left, extra: 0 };
  if (!line.span.hard && gaps > 0 && room > 0) return { x: left, extra: room / gaps };
  return { x: left + (isRightToLeft(line) ? room : 0), extra: 0 };
}

const blanksInside = ({ clusters, hanging }: TextLine): number =>
  clusters.reduce((count, { blank }, place) => count + Number(blank && place < clusters.length - hanging), 0);

/** Spaces at the end take the paragraph's direction; hanging ones stand outside the line's width. */
function placeClusters(line: TextLine, x: number, extra: number): PlacedCluster[] {
  const { clusters, hanging, source } = line;
  const base = source.levels.base;
  const ends = clusters.length - Math.max(hanging, blanksAtEnd(clusters));
  const levels = clusters.map(({ piece }, place) => (place < ends ? piece.level : base));
  const hangs = widthOf(clusters.slice(clusters.length - hanging));
  let at = isRightToLeft(line) ? x - hangs : x;
  return visualOrder(levels).map((place) => {
    const cluster = clusters[place]!;
    const width = cluster.width + (cluster.blank && place < clusters.length - hanging ? extra : 0);
    at += width;
    return { cluster, x: at - width, width };
  });
}

function addGlyphs(
  glyphs: PlacedGlyph[],
  { cluster, x }: PlacedCluster,
  baseline: number,
  toSource: (index: number) => number,
): void {
  const { face, scale, shaped, style } = cluster.piece;
  const start = toSource(cluster.start);
  const end = toSource(cluster.end);
  let pen = x;
  for (let glyph = cluster.from; glyph < cluster.to; glyph++) {
    glyphs.push({
      face,
      glyphId: shaped.glyphIds[glyph]!,
      x: pen + shaped.xOffsets[glyph]! * scale,
      y: baseline - shaped.yOffsets[glyph]! * scale,
      size: style.size,
      styleIndex: style.index,
      start,
      end,
    });
    pen += shaped.advances[glyph]! * scale;
  }
}

/** A list's sign stands before the first line: to the right of it where the text runs to the left. */
function markerGlyphs(line: TextLine, placement: Placement, x: number, baseline: number): PlacedGlyph[] {
  const { marker, paragraph, style } = line.source;
  if (line.span.from !== 0 || marker.length === 0) return [];
  const width = widthOf(marker);
  const gap = markerGapEms * style.size;
  const right = Math.min(x + line.width + gap, placement.boxWidth - width);
  let at = isRightToLeft(line) ? right : x - gap - width;
  const levels = marker.map(({ piece }) => piece.level);
  const glyphs: PlacedGlyph[] = [];
  for (const place of visualOrder(levels)) {
    const cluster = marker[place]!;
    addGlyphs(glyphs, { cluster, x: at, width: cluster.width }, baseline, () => paragraph.start);
    at += cluster.width;
  }
  return glyphs;
}
