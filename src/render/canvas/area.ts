import type { Bounds } from '../geometry/bounds.ts';
import type { Matrix } from '../geometry/matrix.ts';
import { isEmptyPath, type Path } from '../geometry/path.ts';
import type { Size } from '../geometry/rectangle.ts';
import type { Outline } from '../scene/scene.ts';
import {
  fillRuleOf,
  type PlainForm,
  plainFormOf,
  type Tracing,
  traceForm,
  tracePath,
} from './trace-outline.ts';

/** An area that is filled with paints. */
export interface Area {
  /** From the area's own coordinates to the scene. */
  readonly matrix: Matrix;
  /** The box that paints refer to, from the origin of its own coordinates. */
  readonly size: Size;
  /** Where its marks can be, in the scene. */
  readonly ink: Bounds;
  readonly rule: 'evenodd' | 'nonzero';
  /** Adds the outlines to the current path, in the area's own coordinates. */
  readonly trace: (context: Tracing) => void;
}

type Place = Pick<Area, 'matrix' | 'size' | 'ink'>;

export const formArea = (form: PlainForm, { matrix, size, ink }: Place): Area => ({
  matrix,
  size,
  ink,
  rule: 'nonzero',
  trace: (context) => traceForm(context, form),
});

export const pathArea = (path: Path, { matrix, size, ink }: Place): Area => ({
  matrix,
  size,
  ink,
  rule: fillRuleOf(path),
  trace: (context) => tracePath(context, path),
});

/** The areas of an outline: one for a form, else one for each piece. */
export function areasOf(outline: Outline, ink: Bounds): Area[] {
  const place = { matrix: outline.matrix, size: outline.size, ink };
  const form = plainFormOf(outline);
  if (form !== undefined) return [formArea(form, place)];
  return outline.areas.filter((path) => !isEmptyPath(path)).map((path) => pathArea(path, place));
}
