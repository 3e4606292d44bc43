import type { BidiLevels } from './bidi.ts';
import type { FontFace } from './font-face.ts';
import type { FontRegistry } from './font-registry.ts';
import { isAttached, scriptOf } from './scripts.ts';
import { type ShapedText, shapeText } from './shape.ts';
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

/** What the text of a paragraph needs to become clusters. */
export interface ClusterSource {
  text: string;
  levels: BidiLevels;
  styleAt: (index: number) => ResolvedStyle;
  registry: FontRegistry;
  /** Told of each character that no font has. */
  onMissing: (codePoint: number) => unknown;
}

interface Stretch {
  start: number;
  style: ResolvedStyle;
  face: FontFace;
  script: string;
  level: number;
}

/** Pieces are cut at a space from here on, so that they come again and lines can be found in bounded time. */
const pieceLength = 96;
const longestPiece = 1024;
const blanks = /^[\t \u1680\u2000-\u2006\u2008-\u200b\u205f\u3000\u2028\u2029]$/;
/** Controls and line separators have no glyph: a word joiner takes their place and no room. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Shapes a paragraph, its clusters in the order of reading. */
export function clustersOf(source: ClusterSource): Cluster[] {
  const clusters: Cluster[] = [];
  let current: Stretch | undefined;
  for (const next of stretchesOf(source)) {
    if (current) addClusters(clusters, source.text, current, next.start);
    current = next;
  }
  if (current) addClusters(clusters, source.text, current, source.text.length);
  return clusters;
}

function* stretchesOf(source: ClusterSource): Generator<Stretch> {
  const { text, levels } = source;
  let current: Stretch | undefined;
  let script = firstScript(text);
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at)!;
    const own = scriptOf(codePoint);
    if (own !== 'Zyyy') script = own;
    const style = current && isAttached(codePoint) ? current.style : source.styleAt(at);
    const face = faceFor(source, codePoint, style, script, current);
    const stretch = { start: at, style, face, script, level: levels.levels?.[at] ?? 0 };
    if (!current || differs(current, stretch) || isFull(text, current.start, at)) {
      current = stretch;
      yield stretch;
    }
    at += codePoint > 0xffff ? 2 : 1;
  }
}

const differs = (a: Stretch, b: Stretch): boolean =>
  a.style !== b.style || a.face !== b.face || a.script !== b.script || a.level !== b.level;

function isFull(text: string, start: number, at: number): boolean {
  if (at - start < pieceLength) return false;
  if (text[at - 1] === ' ' && text[at] !== ' ') return true;
  return at - start >= longestPiece && !isAttached(text.codePointAt(at)!);
}

/** Leading digits and signs belong to the script that follows them. */
function firstScript(text: string): string {
  for (let at = 0; at < Math.min(text.length, 1000); at++) {
    const script = scriptOf(text.codePointAt(at)!);
    if (script !== 'Zyyy') return script;
  }
  return 'Zyyy';
}

/** The style's face, else one that has the character; what belongs to the character before takes its face. */
function faceFor(
  source: ClusterSource,
  codePoint: number,
  style: ResolvedStyle,
  script: string,
  before: Stretch | undefined,
): FontFace {
  const attached = isAttached(codePoint);
  if (before && attached && before.style === style) return before.face;
  if (attached || style.face.has(codePoint)) return style.face;
  const other = source.registry.fallback(codePoint, script, style.source);
  if (!other) source.onMissing(codePoint);
  return other ?? style.face;
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
