import { type Bounds, boundsOf } from '../geometry/bounds.ts';
import { withRule } from '../geometry/path.ts';
import type { Outline, Paint, SceneShape, Stroke } from '../scene/scene.ts';
import { type Element, type Part, paintedElement } from './elements.ts';
import { isSwept, paintSurface, type Surface } from './paints.ts';
import { type Figure, figureOf, linePathFigure, pathFigure } from './shape-elements.ts';
import { defineStrokeMask, isMasked } from './stroke-masks.ts';
import { centreFigure, isPlainLine, strokeAttributes } from './strokes.ts';
import type { SvgSheet } from './svg-sheet.ts';

/** The elements that show an outline's area: one for a plain form, else one for each piece. */
export function areaFigures(outline: Outline): Figure[] {
  const { matrix, form, size } = outline;
  if (form.kind === 'path') return outline.areas.map((area) => pathFigure(matrix, area));
  return form.kind === 'line' ? [] : [figureOf(matrix, form, { x: 0, y: 0, size }, () => outline.areas[0]!)];
}

/** The elements of a shape, and the masks that its stroke needs, in the order in which they are drawn. */
export function shapeParts(sheet: SvgSheet, shape: SceneShape): Part[] {
  const number = sheet.next('element') + 1;
  const { stroke } = shape;
  if (stroke === undefined) return fillParts(sheet, shape);
  if (isMasked(stroke, sheet.options)) {
    const mask = defineStrokeMask(sheet, shape, stroke, areaFigures(shape.outline), number);
    return [...mask.lines, ...fillParts(sheet, shape), ...strokeParts(sheet, shape, stroke, mask.url)];
  }
  const joint = jointElement(sheet, shape, stroke);
  return joint ? [joint] : [...fillParts(sheet, shape), ...strokeParts(sheet, shape, stroke)];
}

function fillParts(sheet: SvgSheet, { fills, outline, ink }: SceneShape): Element[] {
  const figures = fills.length > 0 ? areaFigures(outline) : [];
  return fills.flatMap((fill) =>
    figures.flatMap((figure) => {
      const painted = paintSurface(sheet, fill, { figure, outline, ink }, 'fill');
      return painted ? [paintedElement(figure, painted)] : [];
    }),
  );
}

/** What a stroke's paint is put on: a line along a figure, or the area of the line. */
interface Line {
  readonly figure: Figure;
  /** How much wider than its weight the line is drawn; absent for an area. */
  readonly widening?: number;
}

function linesOf({ outline }: SceneShape, stroke: Stroke, isMasked: boolean): Line[] {
  if (isMasked && isPlainLine(stroke)) return areaFigures(outline).map((figure) => ({ figure, widening: 2 }));
  const centre = isMasked ? undefined : centreFigure(outline, stroke);
  return centre ? [{ figure: centre, widening: 1 }] : [bandLine(outline, stroke)];
}

const bandLine = ({ matrix }: Outline, { bands }: Stroke): Line => ({
  figure: pathFigure(matrix, bands.cut),
});

function strokeParts(sheet: SvgSheet, shape: SceneShape, stroke: Stroke, maskUrl?: string): Element[] {
  const { outline, ink } = shape;
  return stroke.paints.flatMap((paint) => {
    const lines = isSwept(paint)
      ? [bandLine(outline, stroke)]
      : linesOf(shape, stroke, maskUrl !== undefined);
    return lines.flatMap((line) => {
      const element = lineElement(sheet, paint, { figure: line.figure, outline, ink }, stroke, line, maskUrl);
      return element ? [element] : [];
    });
  });
}

function lineElement(
  sheet: SvgSheet,
  paint: Paint,
  surface: Surface,
  stroke: Stroke,
  { figure, widening }: Line,
  maskUrl: string | undefined,
): Element | undefined {
  const painted = paintSurface(sheet, paint, surface, widening === undefined ? 'fill' : 'stroke');
  const how = widening === undefined ? [] : strokeAttributes(stroke, figure.lineScale, widening);
  return painted && paintedElement(figure, painted, [...how, ['mask', isSwept(paint) ? undefined : maskUrl]]);
}

const isPlainPaint = (paint: Paint): boolean =>
  paint.blendMode === 'NORMAL' && !isSwept(paint) && (paint.kind === 'solid' || paint.kind === 'gradient');

/** One element with fill and stroke where the original writes one: a fill, a stroke, both along the same line. */
function jointElement(sheet: SvgSheet, shape: SceneShape, stroke: Stroke): Element | undefined {
  const { fills, outline, ink, effects } = shape;
  const [fill, another] = fills;
  const [paint, anotherPaint] = stroke.paints;
  if (!fill || !paint || another || anotherPaint || effects.length > 0) return undefined;
  const figure = isPlainPaint(fill) && isPlainPaint(paint) ? jointFigure(outline, stroke) : undefined;
  if (figure === undefined) return undefined;
  const surface = { figure, outline, ink };
  const filled = paintSurface(sheet, fill, surface, 'fill');
  const stroked = paintSurface(sheet, paint, surface, 'stroke');
  if (!filled || !stroked) return undefined;
  const attributes = [...filled.attributes, ...stroked.attributes];
  return paintedElement(figure, { ...filled, attributes }, strokeAttributes(stroke, figure.lineScale));
}

function jointFigure(outline: Outline, stroke: Stroke): Figure | undefined {
  const { centre } = stroke;
  if (centre?.form.kind !== 'path')
    return centre?.form.kind === 'line' ? undefined : centreFigure(outline, stroke);
  const [area, another] = outline.areas;
  if (!area || another || !isSameBox(boundsOf(area), boundsOf(centre.path))) return undefined;
  return linePathFigure(outline.matrix, withRule(centre.path, area.rule));
}

const isSameBox = (one: Bounds | undefined, other: Bounds | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  (['left', 'top', 'right', 'bottom'] as const).every((side) => Math.abs(one[side] - other[side]) < 1e-3);
