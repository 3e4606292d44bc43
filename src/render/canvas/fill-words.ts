import { createCanvas } from '@napi-rs/canvas';
import { invert, type Matrix, multiply } from '../geometry/matrix.ts';
import type { SceneText } from '../scene/scene.ts';
import { keptByGlyph } from '../text/kept-by-glyph.ts';
import type { PlacedGlyph } from '../text/place-line.ts';
import { glyphBox } from './glyph-box.ts';
import { type GlyphRun, glyphScale } from './glyph-marks.ts';
import { glyphPath } from './glyph-path.ts';
import { setMatrix, type Target } from './target.ts';

/** Whether an em of the run is so small on the target that nobody could tell its letters. */
export const isBelow = (px: number, target: Target, item: SceneText, { glyphs }: GlyphRun): boolean =>
  glyphs.length > 0 &&
  glyphs.every(({ size }) => size < px / stretchOf(multiply(target.matrix, item.matrix)));

const stretchOf = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c));

/** The box that a glyph's ink takes from where it stands, in font units and y downwards, and how much of it is ink. */
interface GlyphInk {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly area: number;
}

/** What a word takes of its text's box, and the ink in it. */
type Word = { -readonly [Key in keyof GlyphInk]: GlyphInk[Key] };

/**
 * Fills a box for each word, as dark on average as its letters are: a letter takes the library longer than any of its
 * px, and there may be hundred thousands. The context's colour and its alpha are those of the letters.
 */
export function fillWords(target: Target, item: SceneText, run: GlyphRun): void {
  const { context } = target;
  const alpha = context.globalAlpha;
  setMatrix(target, item.matrix);
  for (const { left, top, right, bottom, area } of wordsOf(run.glyphs)) {
    const [width, height] = [right - left, bottom - top];
    context.globalAlpha = alpha * Math.min(1, area / (width * height));
    context.fillRect(left, top, width, height);
  }
  context.globalAlpha = alpha;
  for (const { x, y, width, height } of run.decorations) context.fillRect(x, y, width, height);
}

/** Letters with nothing between them; a blank ends a word. */
function wordsOf(glyphs: readonly PlacedGlyph[]): Word[] {
  const words: Word[] = [];
  let word: Word | undefined;
  for (const glyph of glyphs) {
    const ink = inkOf(glyph.face, glyph.glyphId);
    if (ink === undefined) word = undefined;
    else if (word !== undefined) extend(word, placed(ink, glyph));
    else {
      word = placed(ink, glyph);
      words.push(word);
    }
  }
  return words;
}

function placed(ink: GlyphInk, glyph: PlacedGlyph): Word {
  const scale = glyphScale(glyph);
  return {
    left: glyph.x + scale * ink.left,
    top: glyph.y + scale * ink.top,
    right: glyph.x + scale * ink.right,
    bottom: glyph.y + scale * ink.bottom,
    area: scale * scale * ink.area,
  };
}

function extend(word: Word, more: Word): void {
  word.left = Math.min(word.left, more.left);
  word.top = Math.min(word.top, more.top);
  word.right = Math.max(word.right, more.right);
  word.bottom = Math.max(word.bottom, more.bottom);
  word.area += more.area;
}

/** Px along a side of what is drawn to see how much of a glyph's box is ink. */
const measuredPx = 24;
const measuring = createCanvas(measuredPx, measuredPx);

/** Undefined where it is blank. */
const inkOf = keptByGlyph((face, glyphId): GlyphInk | undefined => {
  const path = glyphPath(face, glyphId);
  const box = glyphBox(face, glyphId);
  if (path === undefined || box === undefined) return undefined;
  const { left, top, right, bottom } = box;
  const [width, height] = [right - left, bottom - top];
  const toPx = invert([width / measuredPx, 0, 0, height / measuredPx, left, top]);
  if (toPx === undefined) return undefined;
  const context = measuring.getContext('2d');
  context.resetTransform();
  context.clearRect(0, 0, measuredPx, measuredPx);
  context.setTransform(...toPx);
  context.fill(path);
  const { data } = context.getImageData(0, 0, measuredPx, measuredPx);
  let alphas = 0;
  for (let at = 3; at < data.length; at += 4) alphas += data[at]!;
  return { left, top, right, bottom, area: (width * height * alphas) / (255 * measuredPx ** 2) };
});
