import type { SKRSContext2D } from '@napi-rs/canvas';
import type { GlyphRun } from '../canvas/glyph-marks.ts';
import type { Painter } from '../canvas/target.ts';
import type { FontFace } from '../text/font-face.ts';
import type { PlacedGlyph } from '../text/place-line.ts';
import { familyOf } from './font-files.ts';

/** Glyphs that stand where the font puts them by itself, and the characters they show. */
interface Word {
  readonly face: FontFace;
  readonly size: number;
  readonly x: number;
  readonly y: number;
  text: string;
  /** Where the next glyph would stand. */
  end: number;
}

/** How far a glyph may be from where the font puts it, in px. */
const slackPx = 0.01;

/** The character that a glyph shows by itself, of those it stands for; capitals may come from small letters. */
function characterOf({ face, glyphId, start, end }: PlacedGlyph, characters: string): string | undefined {
  const own = characters.slice(start, end);
  return [own, own.toUpperCase(), own.toLowerCase()].find(
    (text) =>
      text.length > 0 &&
      String.fromCodePoint(text.codePointAt(0)!) === text &&
      face.font.nominalGlyph(text.codePointAt(0)!) === glyphId,
  );
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Letters that run to the left stay single: the library would turn their order round, which is right already. */
const continues = (word: Word | undefined, { face, size, x, y }: PlacedGlyph, text: string): word is Word =>
  word !== undefined &&
  !rightToLeft.test(word.text) &&
  !rightToLeft.test(text) &&
  word.face === face &&
  word.size === size &&
  word.y === y &&
  Math.abs(word.end - x) < slackPx;

/** The library rounds how far a font rises to whole px, and puts the baseline lower by what that adds. */
function lineShift(context: SKRSContext2D): number {
  const { fontBoundingBoxAscent: rise } = context.measureText('x');
  return Math.round(rise) - rise;
}

/**
 * Draws text as text, so that it can be selected. Glyphs that do not stand for one
 * character each, as ligatures, and those of fonts that can't be embedded are left.
 */
export const drawAsText: NonNullable<Painter['drawAsText']> = ({ context }, item, run): GlyphRun => {
  const words: Word[] = [];
  const left: PlacedGlyph[] = [];
  for (const glyph of run.glyphs) {
    const { face, size, x, y } = glyph;
    const text = familyOf(face) && characterOf(glyph, item.characters);
    if (text === undefined) {
      left.push(glyph);
      continue;
    }
    const advance = (face.font.glyphHAdvance(glyph.glyphId) * size) / face.font.face.upem;
    const word = words.at(-1);
    if (continues(word, glyph, text)) {
      word.text += text;
      word.end = x + advance;
    } else {
      words.push({ face, size, x, y, text, end: x + advance });
    }
  }
  context.fontKerning = 'none';
  for (const { face, size, text, x, y } of words) {
    context.font = `${size}px "${familyOf(face)}"`;
    context.fillText(text, x, y - lineShift(context));
  }
  return { ...run, glyphs: left };
};
