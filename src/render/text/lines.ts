import { breakLines, type LineSpan } from './break-lines.ts';
import type { Cluster } from './clusters.ts';
import { type Paragraph, paragraphsOf } from './paragraphs.ts';
import { type Preparation, type PreparedParagraph, prepareParagraph } from './prepare-paragraph.ts';
import type { TextBox } from './text-box.ts';
import { finite } from './text-style.ts';

/** A line with its clusters in the order of reading, not placed yet. */
export interface TextLine {
  source: PreparedParagraph;
  span: LineSpan;
  clusters: readonly Cluster[];
  /** How many of them are spaces at a broken end, which need no room. */
  hanging: number;
  /** Px of the clusters, hanging ones left out. */
  width: number;
  indent: number;
  /** Space above the line. */
  before: number;
  /** From the top of the line box to the baseline, and from there to its bottom. */
  above: number;
  below: number;
}

/** Breaks a whole text into lines. Yields between stretches and paragraphs. */
export function* linesOf(work: Preparation): Generator<undefined, TextLine[]> {
  const lines: TextLine[] = [];
  let previous: Paragraph | undefined;
  for (const paragraph of paragraphsOf(work.box)) {
    if (previous) yield;
    const before = spaceBetween(work.box, previous, paragraph);
    const prepared = yield* prepareParagraph(work, paragraph);
    for (const [place, span] of spansOf(work.box, prepared).entries())
      lines.push(lineOf(prepared, span, place === 0, place === 0 ? before : 0));
    previous = paragraph;
  }
  return lines;
}

function spansOf({ style, size }: TextBox, prepared: PreparedParagraph): LineSpan[] {
  const wraps = style.textAutoResize !== 'WIDTH_AND_HEIGHT' && size !== undefined;
  const width = wraps ? Math.max(finite(size.width, 0), 0) : Number.POSITIVE_INFINITY;
  const { text, clusters, indent, firstIndent } = prepared;
  return breakLines(text, clusters, (line) => width - indent - (line === 0 ? firstIndent : 0));
}

/** Items of a list have their own distance from one another. */
function spaceBetween({ style }: TextBox, previous: Paragraph | undefined, next: Paragraph): number {
  if (!previous) return 0;
  const inList = previous.marker !== undefined && next.marker !== undefined;
  return finite(inList ? style.listSpacing : style.paragraphSpacing, 0);
}

/** Measures the clusters of a span as one line. */
export function lineOf(
  source: PreparedParagraph,
  span: LineSpan,
  first: boolean,
  before: number,
  clusters: readonly Cluster[] = source.clusters.slice(span.from, span.to),
): TextLine {
  const hanging = span.hard ? 0 : blanksAtEnd(clusters);
  const indent = source.indent + (first ? source.firstIndent : 0);
  const width = widthOf(clusters, clusters.length - hanging);
  return { source, span, clusters, hanging, width, indent, before, ...heightsOf(source, clusters) };
}

/** The px that clusters take: letter spacing stands between them, not after the last. */
export function widthOf(clusters: readonly Cluster[], end = clusters.length): number {
  let width = 0;
  for (let place = 0; place < end; place++) width += clusters[place]!.width;
  return width - (clusters[end - 1]?.spacing ?? 0);
}

/** How many clusters at the end are space. */
export function blanksAtEnd(clusters: readonly Cluster[]): number {
  let count = 0;
  while (count < clusters.length && clusters[clusters.length - 1 - count]!.blank) count++;
  return count;
}

/** The styles of a line share one baseline; the box spans what each needs above and below it. */
function heightsOf(source: PreparedParagraph, clusters: readonly Cluster[]) {
  const first = clusters[0]?.piece.style ?? source.style;
  let { above, below } = first;
  for (const { piece } of clusters) {
    above = Math.max(above, piece.style.above);
    below = Math.max(below, piece.style.below);
  }
  return { above, below };
}
