import type { Cluster } from './clusters.ts';
import { blanksAtEnd, lineOf, type TextLine, widthOf } from './lines.ts';
import { apart, type Preparation } from './prepare-paragraph.ts';
import type { TextBox } from './text-box.ts';
import { finite } from './text-style.ts';

export interface Truncated {
  lines: readonly TextLine[];
  truncated: boolean;
}

const tolerance = 0.01;

/** Keeps the lines that fit and ends the last of them with an ellipsis, where the style says so. */
export function truncate(work: Preparation, lines: readonly TextLine[]): Truncated {
  const { style } = work.box;
  if (style.textTruncation !== 'ENDING' && style.textAutoResize !== 'TRUNCATE')
    return { lines, truncated: false };
  const count = countKept(work.box, lines);
  if (count >= lines.length) return { lines, truncated: false };
  const kept = lines.slice(0, count);
  kept[count - 1] = withEllipsis(work, kept[count - 1]!, count === 1);
  return { lines: kept, truncated: true };
}

/** The number of lines said, else those whose boxes end inside a box of fixed height; one at least. */
function countKept({ style, size }: TextBox, lines: readonly TextLine[]): number {
  const most = Math.trunc(finite(style.maxLines, 0));
  if (most > 0) return most;
  const grows = style.textAutoResize === 'HEIGHT' || style.textAutoResize === 'WIDTH_AND_HEIGHT';
  const room = grows ? Number.POSITIVE_INFINITY : finite(size?.height, Number.POSITIVE_INFINITY);
  let bottom = 0;
  const over = lines.findIndex(({ before, above, below }) => {
    bottom += before + above + below;
    return bottom > room + tolerance;
  });
  return over === -1 ? lines.length : Math.max(over, 1);
}

/** Fills the line from what follows it in the paragraph, then takes away until the ellipsis fits. */
function withEllipsis(work: Preparation, line: TextLine, first: boolean): TextLine {
  const { source, span, indent } = line;
  const wraps = work.box.style.textAutoResize !== 'WIDTH_AND_HEIGHT';
  const room = wraps ? finite(work.box.size?.width, Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const style = line.clusters.at(-1)?.piece.style ?? source.style;
  const ellipsis = apart(work, '…', style, source.levels.base).map((cluster) => ({
    ...cluster,
    start: source.text.length,
    end: source.text.length,
  }));
  const left = Math.max(room - indent - widthOf(ellipsis), 0);
  const end = span.hard ? span.to : source.clusters.length;
  const kept = fitting(source.clusters.slice(span.from, end), left);
  const clusters = [...kept.slice(0, kept.length - blanksAtEnd(kept)), ...ellipsis];
  const isFirst = span.from === 0 && (first || indent !== source.indent);
  return lineOf(source, { ...span, hard: true }, isFirst, line.before, clusters);
}

function fitting(clusters: readonly Cluster[], room: number): readonly Cluster[] {
  let used = 0;
  const over = clusters.findIndex(({ width }) => {
    used += width;
    return used > room + tolerance;
  });
  return over === -1 ? clusters : clusters.slice(0, over);
}
