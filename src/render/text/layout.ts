import type { Piece } from './clusters.ts';
import type { FontRegistry, Substitution } from './font-registry.ts';
import { linesOf, type TextLine } from './lines.ts';
import { type PlacedLine, placeLine } from './place-line.ts';
import { reportOf } from './substitutions.ts';
import type { TextBox, TextStyle } from './text-box.ts';
import { finite, resolveStyles } from './text-style.ts';
import { truncate } from './truncate.ts';

/** A text laid out in its box: px from the box's top left corner, y downwards. */
export interface TextLayout {
  lines: PlacedLine[];
  /** What `styleIndex` counts: the node's own style, then the overrides that are used, merged with it. */
  styles: TextStyle[];
  /** Of the text itself, whatever the box: the longest line, and the heights of all with the space between. */
  width: number;
  height: number;
  truncated: boolean;
  substitutions: Substitution[];
  /** Characters that no font has; the glyph for missing ones stands for them. */
  missing: number[];
}

/** Lays out the characters of a TEXT node. Pure: fonts come from the registry, nothing else is asked. */
export function layoutText(box: TextBox, registry: FontRegistry): TextLayout {
  const resolved = resolveStyles(box, registry);
  const missing = new Set<number>();
  const onMissing = (codePoint: number): unknown => missing.add(codePoint);
  const work = { box, resolved, registry, onMissing };
  const { lines, truncated } = truncate(work, linesOf(work));
  const width = lines.reduce((widest, line) => Math.max(widest, line.indent + line.width), 0);
  const trim = trimOf(box, lines);
  const height = lines.reduce((sum, { before, above, below }) => sum + before + above + below, 0) - trim.both;
  const boxWidth = finite(box.size?.width, width);
  const { wholeBaselines = true } = box;
  const align = box.style.textAlignHorizontal ?? 'LEFT';
  let top = topOf(box, height) - trim.first;
  const placed = lines.map((line) => {
    top += line.before;
    const result = placeLine(line, { top, boxWidth, wholeBaselines, align });
    top += line.above + line.below;
    return result;
  });
  const styles = resolved.styles.map(({ source }) => source);
  const substitutions = reportOf(resolved.styles, piecesOf(lines));
  return { lines: placed, styles, width, height, truncated, substitutions, missing: [...missing] };
}

function topOf(box: TextBox, height: number): number {
  const room = finite(box.size?.height, height) - height;
  if (box.style.textAlignVertical === 'CENTER') return room / 2;
  return box.style.textAlignVertical === 'BOTTOM' ? room : 0;
}

/** What a vertical trim takes away: above the capitals of the first line, below the last baseline. */
function trimOf(box: TextBox, lines: readonly TextLine[]): { first: number; both: number } {
  const [first, last] = [lines[0], lines.at(-1)];
  if (box.style.leadingTrim !== 'CAP_HEIGHT' || !first || !last) return { first: 0, both: 0 };
  const { face, scale } = first.source.style;
  const above = first.above - face.metrics.capHeight * scale;
  return { first: above, both: above + last.below };
}

function* piecesOf(lines: readonly TextLine[]): Generator<Piece> {
  for (const { clusters } of lines) for (const { piece } of clusters) yield piece;
}
