import type { BidiLevels } from './bidi.ts';
import { emojiLength } from './emoji.ts';
import type { FontFace } from './font-face.ts';
import type { FontRegistry } from './font-registry.ts';
import { hanVarieties } from './script-families.ts';
import { isAttached, scriptOf } from './scripts.ts';
import type { ResolvedStyle } from './text-style.ts';

/** What the text of a paragraph needs to become clusters. */
export interface ClusterSource {
  text: string;
  levels: BidiLevels;
  styleAt: (index: number) => ResolvedStyle;
  registry: FontRegistry;
  /** Told of each character that no font has. */
  onMissing: (codePoint: number) => unknown;
}

/** Where text of one style, face, script and direction begins: it ends at the next one. */
export interface Stretch {
  start: number;
  style: ResolvedStyle;
  face: FontFace;
  script: string;
  level: number;
}

/** Pieces are cut at a space from here on, so that they come again and lines can be found in bounded time. */
const pieceLength = 96;
const longestPiece = 1024;
const emoji = 'Zsye';

/** Cuts a paragraph wherever something changes that shaping depends on. */
export function* stretchesOf(source: ClusterSource): Generator<Stretch> {
  const { text, levels } = source;
  let current: Stretch | undefined;
  let script = firstScript(text);
  const hanOf = hanVarieties(text);
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at)!;
    const own = scriptOf(codePoint);
    if (own !== 'Zyyy') script = own;
    const style = current && isAttached(codePoint) ? current.style : source.styleAt(at);
    const picture = emojiAt(source, at, style);
    const drawnAs = script === 'Hani' ? hanOf(style.source.fontFamily) : script;
    const level = levels.levels?.[at] ?? 0;
    const face = picture?.face ?? faceFor(source, codePoint, style, drawnAs, current);
    const shapedAs = picture ? emoji : script;
    const isSame =
      current?.style === style &&
      current.face === face &&
      current.script === shapedAs &&
      current.level === level;
    if (!current || !isSame || isFull(text, current.start, at)) {
      current = { start: at, style, level, script: shapedAs, face };
      yield current;
    }
    at += picture?.length ?? (codePoint > 0xffff ? 2 : 1);
  }
}

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

/** The emoji that begins here and its face, where some font has it. */
function emojiAt(
  { text, registry }: ClusterSource,
  at: number,
  style: ResolvedStyle,
): { length: number; face: FontFace } | undefined {
  const length = emojiLength(text, at);
  if (length === 0) return undefined;
  const codePoint = text.codePointAt(at)!;
  const own = style.face.color && style.face.has(codePoint) ? style.face : undefined;
  const face = own ?? registry.fallback(codePoint, emoji, style.source);
  return face && { length, face };
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
