import { glyphsKey } from '../../../document/node-keys.ts';
import { textMark } from '../../../document/text-mark.ts';
import type { Blobs } from '../message/blobs.ts';
import { pathText, sixDigits } from '../message/path-text.ts';
import type { Fig, FigNode } from '../message/wanted.ts';
import type { Answering, Members } from './answering.ts';
import { paintsOf } from './paints.ts';

/** Families that every server has: texts in them need no picture of themselves. */
const builtIn = new Set(['Inter', 'Noto Sans']);

const freeCharacters = 2 ** 22;
const charactersForByte = 4;
const charactersOfGlyph = 16;

/** How long the glyphs of all texts may be together, for a design of so many bytes. */
export const mostGlyphCharacters = (sizeBytes: number): number =>
  freeCharacters + charactersForByte * sizeBytes;

/**
 * How a text looked where the file was saved, for servers that lack its font. Nothing where it needs none, or the file
 * does not tell it whole.
 */
export function glyphsOf(node: FigNode, text: Members, id: string, file: Answering): Members {
  if (!needsGlyphs(node)) return {};
  const picture = pictureOf(node, file.blobs);
  if (picture === undefined) return {};
  const { length } = picture.outlines.join('');
  file.left.glyphCharacters -= length + charactersOfGlyph * picture.glyphs.length;
  if (file.left.glyphCharacters < 0) {
    file.report.warn('The outlines of glyphs are long; those of the text are left out.', id);
    return {};
  }
  const mark = textMark({ ...text, size: node.size ?? { x: 0, y: 0 } });
  return { [glyphsKey]: { mark, ...picture, fills: fillsByStyle(node, id, file) } };
}

function needsGlyphs(node: FigNode): boolean {
  if (node.type !== 'TEXT') return false;
  return [node, ...partsOf(node)].some(
    ({ fontName }) => fontName !== undefined && !builtIn.has(fontName.family),
  );
}

const partsOf = (node: FigNode) => node.textData?.styleOverrideTable ?? [];

/** Outlines in em and upwards; of each glyph its outline, place, size and style; of each line through them its box. */
interface Picture {
  readonly outlines: readonly string[];
  readonly glyphs: readonly (readonly number[])[];
  readonly bars: readonly (readonly number[])[];
}

/** Undefined where there are none, or one is a picture or damaged. */
function pictureOf(node: FigNode, blobs: Blobs): Picture | undefined {
  const { glyphs = [], decorations = [] } = node.derivedTextData ?? node.textData ?? {};
  const places = new Map<number, number>();
  const outlines: string[] = [];
  const placed: number[][] = [];
  for (const { commandsBlob, position, fontSize = 0, styleID = 0, emojiCodePoints } of glyphs) {
    if (emojiCodePoints) return undefined;
    if (commandsBlob === undefined || position === undefined) continue;
    const place = places.get(commandsBlob) ?? outlines.length;
    if (place === outlines.length) {
      const path = blobs.path(commandsBlob);
      if (path === undefined) return undefined;
      outlines.push(begun(pathText(path)));
      places.set(commandsBlob, place);
    }
    // Each base line lies on a whole pixel.
    placed.push([place, short(position.x), Math.round(position.y), short(fontSize), styleID]);
  }
  if (placed.length === 0) return undefined;
  const bars = decorations.flatMap(({ rects = [], styleID = 0 }) =>
    rects.map((rect) => barOf(rect, styleID)),
  );
  return { outlines, glyphs: placed, bars };
}

/** Outlines of some fonts close what they have not begun yet. */
const begun = (outline: string): string => outline.replace(/^Z+/, '');

const short = (value: number): number => Number(sixDigits(value));

const barOf = ({ x, y, w, h }: Fig<'Rect'>, styleID: number): number[] => [
  ...[x, y, w, h].map(short),
  styleID,
];

/** What the parts are filled with that have fills of their own, by style. */
function fillsByStyle(node: FigNode, id: string, file: Answering): Members | undefined {
  const entries = partsOf(node).flatMap(({ styleID = 0, fillPaints }) =>
    fillPaints === undefined ? [] : [[String(styleID), { fills: paintsOf(fillPaints, id, file) }]],
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
