import { type Bounds, boundsOf } from '../geometry/bounds.ts';
import { type Matrix, transformPath } from '../geometry/matrix.ts';
import { emptyBounds, grow, isEmpty, transformBounds, unite, uniteAll } from './boxes.ts';
import { type Drawing, leaveOut } from './drawing.ts';
import { type FilePath, lacksPaths } from './file-geometry.ts';
import { layerHead, partHead } from './item-head.ts';
import { type JsonRecord, recordOf } from './json-values.ts';
import { areaBounds, type Shaped } from './node-geometry.ts';
import { createOutline } from './outline.ts';
import { hasPaint, readPaints } from './paints.ts';
import type { Placement } from './placement.ts';
import type { Paint, SceneItem, SceneShape, Stroke } from './scene.ts';
import type { NodeJson } from './scene-source.ts';
import { outerShare, type StrokeForm } from './stroke-form.ts';
import { createStroke, readStrokeForm, strokeBounds } from './strokes.ts';

const isUpright = ([a, b, c, d]: Matrix): boolean =>
  (Math.abs(b) < 1e-6 && Math.abs(c) < 1e-6) || (Math.abs(a) < 1e-6 && Math.abs(d) < 1e-6);

/** The box around the area in the scene; curves that are turned are measured as they lie. */
function placedArea(shaped: Shaped, matrix: Matrix): Bounds {
  if (shaped.form.kind === 'rectangle' || isUpright(matrix))
    return transformBounds(areaBounds(shaped), matrix);
  const boxes = shaped.pieces().map(({ path }) => boundsOf(transformPath(path, matrix)));
  return uniteAll(boxes.filter((box) => box !== undefined));
}

function placedStroke(shaped: Shaped, form: StrokeForm, stroke: Stroke, matrix: Matrix): Bounds {
  if (shaped.form.kind === 'rectangle' || isUpright(matrix))
    return transformBounds(strokeBounds(shaped, form, stroke), matrix);
  if (shaped.form.kind === 'ellipse') {
    const scale = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
    return grow(placedArea(shaped, matrix), scale * form.weight * outerShare[form.align]);
  }
  const band = form.align === 'INSIDE' ? stroke.bands.cut : stroke.bands.uncut;
  return boundsOf(transformPath(band, matrix)) ?? emptyBounds;
}

/** What of a node's paints is drawn: containers draw their stroke apart where it lies over their children. */
export type Parts = { readonly fills: boolean; readonly strokes: boolean };

const allParts: Parts = { fills: true, strokes: true };
const noPaints: readonly Paint[] = [];

/** A shape with its paints and boxes, and no layer properties yet. */
export const paintedShape = (
  drawing: Drawing,
  node: NodeJson,
  shaped: Shaped,
  placement: Placement,
  parts = allParts,
): SceneShape | undefined => shapeWith(drawing, node, shaped, placement, parts, (ink) => partHead(node, ink));

function shapeWith(
  drawing: Drawing,
  node: NodeJson,
  shaped: Shaped,
  { matrix }: Placement,
  { fills: withFills, strokes: withStrokes }: Parts,
  headOf: (ink: Bounds) => ReturnType<typeof partHead>,
): SceneShape | undefined {
  const fills = withFills ? readPaints(drawing, node, node.fills, shaped.size) : noPaints;
  const paints = withStrokes ? readPaints(drawing, node, node.strokes, shaped.size) : noPaints;
  const form = paints.length > 0 ? readStrokeForm(node, shaped.fitsDashes) : undefined;
  const stroke = form && createStroke(node, shaped, form, paints);
  const area = fills.length > 0 ? placedArea(shaped, matrix) : emptyBounds;
  const ink = form && stroke ? unite(area, placedStroke(shaped, form, stroke, matrix)) : area;
  if (isEmpty(ink)) return undefined;
  const areas = () => shaped.pieces().map(({ path }) => path);
  const outline = createOutline(matrix, shaped.form, shaped.size, areas);
  const { node: name, opacity, blendMode, effects, bounds } = headOf(ink);
  // One by one: most of a scene are shapes, and spreading heads is slow.
  const shape = {
    kind: 'shape',
    node: name,
    opacity,
    blendMode,
    effects,
    ink,
    bounds,
    outline,
    fills,
  } as const;
  return stroke ? { ...shape, stroke } : shape;
}

/** Paints of one region of a vector, where a table gives it some. */
const overrideOf = (node: NodeJson, { overrideId }: FilePath): JsonRecord | undefined =>
  overrideId === undefined ? undefined : recordOf(recordOf(node.fillOverrideTable)?.[String(overrideId)]);

/** Pieces in the order in which they lie: those without fills of their own, as far as they follow one another, as one. */
function regionsOf(node: NodeJson, pieces: readonly FilePath[]): FilePath[][] {
  const regions: FilePath[][] = [];
  let wasPlain = false;
  for (const piece of pieces) {
    const isPlain = overrideOf(node, piece) === undefined;
    if (isPlain && wasPlain) regions.at(-1)!.push(piece);
    else regions.push([piece]);
    wasPlain = isPlain;
  }
  return regions;
}

/** Each region a shape, later ones over earlier ones, and the stroke over them all. */
function drawRegions(drawing: Drawing, node: NodeJson, shaped: Shaped, placement: Placement): SceneShape[] {
  const drawn = regionsOf(node, shaped.pieces()).map((pieces) => {
    const override = overrideOf(node, pieces[0]!);
    const painted: NodeJson = override === undefined ? node : { ...node, fills: override.fills };
    const part: Shaped = { ...shaped, pieces: () => pieces };
    return paintedShape(drawing, painted, part, placement, { fills: true, strokes: false });
  });
  const shapes = [...drawn, paintedShape(drawing, node, shaped, placement, { fills: false, strokes: true })];
  return shapes.filter((shape) => shape !== undefined);
}

const hasRegions = (node: NodeJson, shaped: Shaped): boolean =>
  recordOf(node.fillOverrideTable) !== undefined &&
  shaped.pieces().some((piece) => overrideOf(node, piece) !== undefined);

/** Puts a node's layer properties on its only part, or on a group around its parts. */
export function layered(
  drawing: Drawing,
  node: NodeJson,
  parts: readonly SceneItem[],
): SceneItem | undefined {
  const [only, another] = parts;
  if (only === undefined) return undefined;
  const ink = uniteAll(parts.map(({ bounds }) => bounds));
  if (another === undefined) return { ...only, ...layerHead(drawing, node, ink) };
  return { kind: 'group', children: parts, ...layerHead(drawing, node, ink, true) };
}

/** Draws a shape as one layer. */
export function drawShape(
  drawing: Drawing,
  node: NodeJson,
  shaped: Shaped,
  placement: Placement,
): SceneItem | undefined {
  if (shaped.form.kind === 'path' && hasPaint(node.fills) && lacksPaths(node.fillGeometry, shaped.pieces()))
    leaveOut(drawing, node, "Path data of it can't be read.");
  if (hasRegions(node, shaped)) return layered(drawing, node, drawRegions(drawing, node, shaped, placement));
  return shapeWith(drawing, node, shaped, placement, allParts, (ink) => layerHead(drawing, node, ink));
}
