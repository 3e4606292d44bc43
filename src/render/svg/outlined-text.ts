import { type Path, PathPen } from '../geometry/path.ts';
import type { Outline, Paint, SceneShape, SceneText, Stroke, StrokeCentre } from '../scene/scene.ts';
import { isColored } from '../text/colored-glyphs.ts';
import type { Decoration } from '../text/decorations.ts';
import { glyphOutline } from '../text/font-face.ts';
import { glyphsPath } from '../text/glyphs-path.ts';
import type { PlacedGlyph } from '../text/place-line.ts';
import type { Part } from './elements.ts';
import { shapeParts } from './shapes.ts';
import type { SvgSheet } from './svg-sheet.ts';

/** What is painted alike: glyphs, and the lines under and through them. */
interface Ink {
  readonly fills: readonly Paint[];
  readonly glyphs: PlacedGlyph[];
  readonly decorations: Decoration[];
}

/** The elements of a text whose glyphs are paths: one path for each way of filling, their lines after it. */
export const outlinedText = (sheet: SvgSheet, text: SceneText): Part[] =>
  inksOf(text, () => true).flatMap((ink) => inkParts(sheet, text, ink));

/** Whether a glyph stands for none of the text's own characters. */
export const isSign = ({ start, end }: PlacedGlyph): boolean => start === end;

/** The same for those glyphs only that stand for none of the text's own characters: signs of lists, ellipses. */
export const outlinedSigns = (sheet: SvgSheet, text: SceneText): Part[] =>
  inksOf(text, isSign)
    .map((ink) => ({ ...ink, decorations: [] }))
    .flatMap((ink) => inkParts(sheet, text, ink));

/** As a number of a path is printed, about. */
const charactersOfNumber = 6;

function inkParts(sheet: SvgSheet, text: SceneText, { fills, glyphs, decorations }: Ink): Part[] {
  for (const { face, glyphId } of glyphs)
    sheet.reserve(charactersOfNumber * glyphOutline(face, glyphId).points.length);
  const glyphShape = shapeOf(text, glyphsPath(glyphs), fills, text.stroke);
  const lineShape = shapeOf(text, decorationsPath(decorations), fills);
  return [glyphShape, lineShape].flatMap((shape) => (shape ? shapeParts(sheet, shape) : []));
}

/** Fills that are one colour are told by it, others by their style. */
const keyOf = (fills: readonly Paint[], styleIndex: number): string =>
  fills.every(({ kind }) => kind === 'solid') ? JSON.stringify(fills) : String(styleIndex);

/** In the order in which they come. Glyphs with colours of their own have no outline, and leave none. */
function inksOf({ layout, fills }: SceneText, isTaken: (glyph: PlacedGlyph) => boolean): Ink[] {
  const inks = new Map<string, Ink>();
  const inkOf = (styleIndex: number): Ink => {
    const own = fills[styleIndex] ?? [];
    const key = keyOf(own, styleIndex);
    const ink = inks.get(key) ?? { fills: own, glyphs: [], decorations: [] };
    inks.set(key, ink);
    return ink;
  };
  for (const line of layout.lines) {
    for (const glyph of line.glyphs)
      if (isTaken(glyph) && !isColored(glyph.face, glyph.glyphId)) inkOf(glyph.styleIndex).glyphs.push(glyph);
    for (const decoration of line.decorations) inkOf(decoration.styleIndex).decorations.push(decoration);
  }
  return [...inks.values()];
}

/** A path of a text as a shape of its own. */
function shapeOf(
  { matrix, size, opacity, blendMode, effects, ink, bounds }: SceneText,
  path: Path,
  fills: readonly Paint[],
  stroke?: Stroke,
): SceneShape | undefined {
  if (path.verbs.length === 0) return undefined;
  const outline: Outline = { matrix, size, form: { kind: 'path' }, areas: [path] };
  const own = { kind: 'shape', opacity, blendMode, effects, ink, bounds, outline, fills } as const;
  if (stroke === undefined) return own;
  const centre = { form: outline.form, x: 0, y: 0, size, path };
  return { ...own, stroke: stroke.align === 'CENTER' ? withCentre(stroke, centre) : stroke };
}

/** Spreading would make the bands that nobody reads. */
const withCentre = (stroke: Stroke, centre: StrokeCentre): Stroke =>
  Object.create(stroke, { centre: { value: centre, enumerable: true } });

function decorationsPath(decorations: readonly Decoration[]): Path {
  const pen = new PathPen();
  for (const { x, y, width, height } of decorations) {
    pen.moveTo(x, y);
    pen.lineTo(x + width, y);
    pen.lineTo(x + width, y + height);
    pen.lineTo(x, y + height);
    pen.close();
  }
  return pen.path();
}
