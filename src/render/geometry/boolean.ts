import { type Matrix, transformPath } from './matrix.ts';
import { emptyPath, isEmptyPath, type Path } from './path.ts';
import { type BooleanOperation, combine } from './skia-path.ts';
import { cutBand, type StrokeAlign } from './stroke.ts';

/** A stroke that counts: its band as `strokeGeometry` has it (not cut) and where it lies. */
export type ShapeStroke = { readonly band: Path; readonly align: StrokeAlign };

/** What takes part in a boolean: a shape with its areas, or a combination of others, in its parent's coordinates. */
export type BooleanPart = {
  readonly matrix: Matrix;
  /** Whether any fill is visible. A shape with neither fills nor strokes takes part with its area all the same. */
  readonly hasFill: boolean;
  readonly stroke?: ShapeStroke;
} & (
  | { readonly areas: readonly Path[] }
  | { readonly operation: BooleanOperation; readonly children: readonly BooleanPart[] }
);

const united = (paths: readonly Path[]): Path => {
  const [only, another] = paths;
  return another === undefined ? (only ?? emptyPath) : combine('UNION', paths);
};

/** Booleans nested deeper than this count as empty, so that a hostile file can't exhaust the stack. */
const deepest = 256;

const areaOfPart = (part: BooleanPart, depth: number): Path =>
  'areas' in part ? united(part.areas) : combineParts(part.operation, part.children, depth + 1);

/** The outline by which a part counts: its fill, if it has one or has no stroke, and its stroke's band as cut. */
function outlineOfPart(part: BooleanPart, depth: number): Path {
  const area = areaOfPart(part, depth);
  const { stroke, hasFill } = part;
  if (stroke === undefined) return area;
  const band = cutBand(stroke.band, area, stroke.align);
  return hasFill ? united([area, band].filter((path) => !isEmptyPath(path))) : band;
}

function combineParts(operation: BooleanOperation, parts: readonly BooleanPart[], depth: number): Path {
  if (depth > deepest) return emptyPath;
  const outlines = parts.map((part) => transformPath(outlineOfPart(part, depth), part.matrix));
  return combine(operation, outlines);
}

/** The area of a BOOLEAN_OPERATION, from its visible children in their order, the bottom one first. */
export const booleanPath = (operation: BooleanOperation, children: readonly BooleanPart[]): Path =>
  combineParts(operation, children, 0);
