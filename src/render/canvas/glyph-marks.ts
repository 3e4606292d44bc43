import { transformBounds } from '../scene/boxes.ts';
import type { SceneText } from '../scene/scene.ts';
import { marksBounds } from '../scene/text-bounds.ts';
import type { Decoration } from '../text/decorations.ts';
import { glyphOutline } from '../text/font-face.ts';
import type { GlyphOutline } from '../text/glyph-outline.ts';
import type { TextLayout } from '../text/layout.ts';
import type { PlacedGlyph, PlacedLine } from '../text/place-line.ts';
import type { Area } from './area.ts';
import type { Tracing } from './trace-outline.ts';

/** The marks of one style on one line. */
export interface GlyphRun {
  readonly styleIndex: number;
  readonly glyphs: readonly PlacedGlyph[];
  readonly decorations: readonly Decoration[];
}

const runsOfLayouts = new WeakMap<TextLayout, readonly GlyphRun[]>();

/** What is drawn with the same paints, line by line: the same runs for the same layout. */
export function glyphRunsOf({ layout }: SceneText): readonly GlyphRun[] {
  const known = runsOfLayouts.get(layout);
  if (known !== undefined) return known;
  const runs = runsOf(layout);
  runsOfLayouts.set(layout, runs);
  return runs;
}

function runsOf({ lines }: TextLayout): GlyphRun[] {
  return lines.flatMap((line) => {
    const { glyphs, decorations } = line;
    if (hasOneStyle(line)) return [{ styleIndex: glyphs[0]!.styleIndex, glyphs, decorations }];
    const runs = new Map<number, { glyphs: PlacedGlyph[]; decorations: Decoration[] }>();
    const runOf = (styleIndex: number) => {
      const run = runs.get(styleIndex) ?? { glyphs: [], decorations: [] };
      runs.set(styleIndex, run);
      return run;
    };
    for (const glyph of glyphs) runOf(glyph.styleIndex).glyphs.push(glyph);
    for (const decoration of decorations) runOf(decoration.styleIndex).decorations.push(decoration);
    return [...runs].map(([styleIndex, run]) => ({ styleIndex, ...run }));
  });
}

function hasOneStyle({ glyphs, decorations }: PlacedLine): boolean {
  const styleIndex = glyphs[0]?.styleIndex;
  return (
    styleIndex !== undefined &&
    glyphs.every((glyph) => glyph.styleIndex === styleIndex) &&
    decorations.every((decoration) => decoration.styleIndex === styleIndex)
  );
}

/** Font units to px. */
export const glyphScale = ({ face, size }: PlacedGlyph): number => size / face.font.face.upem;

function traceOutline(
  context: Tracing,
  { verbs, points: p }: GlyphOutline,
  x: number,
  y: number,
  s: number,
): void {
  const X = (at: number): number => x + s * p[at]!;
  const Y = (at: number): number => y - s * p[at]!;
  let at = 0;
  for (const verb of verbs) {
    if (verb === 'M') context.moveTo(X(at), Y(at + 1));
    else if (verb === 'L') context.lineTo(X(at), Y(at + 1));
    else if (verb === 'Q') context.quadraticCurveTo(X(at), Y(at + 1), X(at + 2), Y(at + 3));
    else if (verb === 'C')
      context.bezierCurveTo(X(at), Y(at + 1), X(at + 2), Y(at + 3), X(at + 4), Y(at + 5));
    else context.closePath();
    at += verb === 'Q' ? 4 : verb === 'C' ? 6 : verb === 'Z' ? 0 : 2;
  }
}

/** Adds the outlines of a run to the current path, in px of the text's box. */
function traceRun(context: Tracing, { glyphs, decorations }: GlyphRun): void {
  for (const glyph of glyphs)
    traceOutline(context, glyphOutline(glyph.face, glyph.glyphId), glyph.x, glyph.y, glyphScale(glyph));
  for (const { x, y, width, height } of decorations) context.rect(x, y, width, height);
}

/** The run as one area: for paints that spread over it, and where overlapping glyphs must not show. */
export const runArea = (item: SceneText, run: GlyphRun): Area => ({
  matrix: item.matrix,
  size: item.size,
  ink: transformBounds(marksBounds(run), item.matrix),
  rule: 'nonzero',
  trace: (context) => traceRun(context, run),
});
