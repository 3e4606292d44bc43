import type { FontFace } from './font-face.ts';
import { type ShapedText, shapeText } from './shape-text.ts';
import { type ClusterSource, type Stretch, stretchesOf } from './shaping-runs.ts';
import type { ResolvedStyle } from './text-style.ts';

/** A stretch of one style, face, script and direction, shaped. */
export interface Piece {
  style: ResolvedStyle;
  face: FontFace;
  /** Px for each font unit. */
  scale: number;
  level: number;
  shaped: ShapedText;
}

/** The least that a line can end after: one or more characters and their glyphs. */
export interface Cluster {
  piece: Piece;
  /** UTF-16 units of the paragraph's text. */
  start: number;
  end: number;
  /** Glyphs of the piece, in visual order. */
  from: number;
  to: number;
  /** Px, letter spacing included. */
  width: number;
  /** The letter spacing in it, which the end of a line does without. */
  spacing: number;
  /** Space that a line may end with without needing room for it. */
  blank: boolean;
}

const blanks = /^[\t \u1680\u2000-\u2006\u2008-\u200b\u205f\u3000\u2028\u2029]$/;
/** Controls and line separators have no glyph: a word joiner takes their place and no room. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Shapes a paragraph, its clusters in the order of reading. Yields between stretches. */
export function* clustersOf(source: ClusterSource): Generator<undefined, Cluster[]> {
  const clusters: Cluster[] = [];
  let current: Stretch | undefined;
  for (const next of stretchesOf(source)) {
    if (current) {
      addClusters(clusters, source.text, current, next.start);
      yield;
    }
    current = next;
  }
  if (current) addClusters(clusters, source.text, current, source.text.length);
  return clusters;
}

function addClusters(clusters: Cluster[], text: string, stretch: Stretch, end: number): void {
  const { style, face, script, level, start } = stretch;
  const shaped = shapeText(face, text.slice(start, end).replace(controls, '\u2060'), {
    script,
    rightToLeft: level % 2 === 1,
    features: style.features,
  });
  const piece = { style, face, scale: style.size / face.metrics.unitsPerEm, level, shaped };
  const firstOfText = clusters.length;
  const { clusters: starts } = shaped;
  for (let from = 0, to = 0; from < starts.length; from = to) {
    while (to < starts.length && starts[to] === starts[from]) to++;
    clusters.push(clusterOf(piece, text, start + starts[from]!, from, to));
  }
  if (level % 2 === 1) reverseTail(clusters, firstOfText);
  for (let place = firstOfText; place < clusters.length; place++)
    clusters[place]!.end = clusters[place + 1]?.start ?? end;
}

function reverseTail(clusters: Cluster[], first: number): void {
  for (let low = first, high = clusters.length - 1; low < high; low++, high--)
    [clusters[low], clusters[high]] = [clusters[high]!, clusters[low]!];
}

/** A cluster whose end is not known yet. */
function clusterOf(piece: Piece, text: string, start: number, from: number, to: number): Cluster {
  let units = 0;
  for (let glyph = from; glyph < to; glyph++) units += piece.shaped.advances[glyph]!;
  const spacing = units === 0 ? 0 : piece.style.letterSpacing;
  const width = units * piece.scale + spacing;
  return { piece, start, end: start, from, to, width, spacing, blank: blanks.test(text[start] ?? '') };
}

/** A cluster with its place on the line. */
export interface PlacedCluster {
  cluster: Cluster;
  x: number;
  width: number;
}
