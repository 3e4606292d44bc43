import { atOnce } from '../../document/run-at-once.ts';
import type { Piece } from './clusters.ts';
import { FontError } from './font-bytes.ts';
import type { FontRegistry, Substitution } from './font-registry.ts';
import { linesOf, type TextLine } from './lines.ts';
import { type PlacedLine, placeLine } from './place-line.ts';
import { reportOf } from './substitutions.ts';
import type { TextBox, TextStyle } from './text-box.ts';
import { finite, type ResolvedStyles, resolveStyles } from './text-style.ts';
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
  /** How many characters at the end were not laid out, since there are more than a text may have. */
  leftOut: number;
  substitutions: Substitution[];
  /** Characters that no font has; the glyph for missing ones stands for them. */
  missing: number[];
}

/** UTF-16 units; nobody reads more than that in a picture, and no render should wait for it. */
const mostCharacters = 200_000;

/** Lays out the characters of a TEXT node. Pure: fonts come from the registry, nothing else is asked. */
export function layoutText(box: TextBox, registry: FontRegistry): TextLayout {
  const shown = shownOf(box);
  const layout = atOnce(withSoundFonts(() => layoutOnce(shown, registry)));
  return { ...layout, leftOut: box.characters.length - shown.characters.length };
}

/** How large the text of such a layout is. Yields after each piece of a thousand characters at most, and each line feed. */
export function measureText(
  box: TextBox,
  registry: FontRegistry,
): Generator<undefined, Pick<TextLayout, 'width' | 'height'>> {
  return withSoundFonts(() => brokenText(shownOf(box), registry));
}

function shownOf(box: TextBox): TextBox {
  const { characters } = box;
  return characters.length > mostCharacters
    ? { ...box, characters: wholeCharacters(characters, mostCharacters) }
    : box;
}

/** The start of a text, without half of a character at its end. */
const wholeCharacters = (text: string, length: number): string =>
  text.slice(0, /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(length - 1)) ? length - 1 : length);

/** A font that fails while it shapes has left the registry: the text is laid out anew without it. */
function* withSoundFonts<T>(layOut: () => Generator<undefined, T>): Generator<undefined, T> {
  for (let failures = 0; ; failures++) {
    try {
      return yield* layOut();
    } catch (error) {
      if (!(error instanceof FontError) || failures === mostFailures) throw error;
    }
  }
}

const mostFailures = 20;

function* layoutOnce(
  box: TextBox,
  registry: FontRegistry,
): Generator<undefined, Omit<TextLayout, 'leftOut'>> {
  const { resolved, missing, lines, truncated, width, height, trimmed } = yield* brokenText(box, registry);
  const placed = placeLines(box, lines, { width, top: topOf(box, height) - trimmed });
  const styles = resolved.styles.map(({ source }) => source);
  const substitutions = reportOf(resolved.styles, piecesOf(lines));
  return { lines: placed, styles, width, height, truncated, substitutions, missing: [...missing] };
}

/** A text in lines that are not placed yet. */
interface BrokenText extends Pick<TextLayout, 'width' | 'height' | 'truncated'> {
  resolved: ResolvedStyles;
  missing: ReadonlySet<number>;
  lines: readonly TextLine[];
  /** Px that are taken away above the first line. */
  trimmed: number;
}

function* brokenText(box: TextBox, registry: FontRegistry): Generator<undefined, BrokenText> {
  const resolved = yield* resolveStyles(box, registry);
  const missing = new Set<number>();
  const onMissing = (codePoint: number): unknown => missing.add(codePoint);
  const work = { box, resolved, registry, onMissing };
  const { lines, truncated } = truncate(work, yield* linesOf(work));
  const width = lines.reduce((widest, line) => Math.max(widest, line.indent + line.width), 0);
  const trim = trimOf(box, lines);
  const height = lines.reduce((sum, { before, above, below }) => sum + before + above + below, 0) - trim.both;
  return { resolved, missing, lines, truncated, width, height, trimmed: trim.first };
}

function placeLines(
  box: TextBox,
  lines: readonly TextLine[],
  { width, top: first }: { width: number; top: number },
): PlacedLine[] {
  const boxWidth = finite(box.size?.width, width);
  const { wholeBaselines = true } = box;
  const align = box.style.textAlignHorizontal ?? 'LEFT';
  let top = first;
  return lines.map((line) => {
    top += line.before;
    const result = placeLine(line, { top, boxWidth, wholeBaselines, align });
    top += line.above + line.below;
    return result;
  });
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

function piecesOf(lines: readonly TextLine[]): Set<Piece> {
  const pieces = new Set<Piece>();
  for (const { clusters } of lines) for (const { piece } of clusters) pieces.add(piece);
  return pieces;
}
