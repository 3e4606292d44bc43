import { ellipsePath } from '../geometry/ellipse.ts';
import type { StrokeCap } from '../geometry/line-caps.ts';
import { transformPath, translation } from '../geometry/matrix.ts';
import { type Path, PathPen } from '../geometry/path.ts';
import { type CornerRadii, rectanglePath, type Size } from '../geometry/rectangle.ts';
import { hasOpenOutline } from '../geometry/stroke.ts';
import type { Shaped } from './node-geometry.ts';
import type { Form, StrokeCentre } from './scene.ts';
import { outerShare, type StrokeForm } from './stroke-form.ts';

const plainCaps: ReadonlySet<StrokeCap> = new Set(['NONE', 'ROUND', 'SQUARE']);

/** A centre whose path is made when first read. */
class LateCentre implements StrokeCentre {
  readonly form: Form;
  readonly x: number;
  readonly y: number;
  readonly size: Size;
  readonly #make: () => Path;
  #path: Path | undefined;

  constructor(form: Form, x: number, y: number, size: Size, path: () => Path) {
    this.form = form;
    this.x = x;
    this.y = y;
    this.size = size;
    this.#make = path;
  }

  get path(): Path {
    this.#path ??= this.#make();
    return this.#path;
  }
}

/** How far the centre lies outside of the outline. */
const outwards = ({ align, weight }: StrokeForm): number => (outerShare[align] - 0.5) * weight;

/**
 * The centre's radius at a corner where the stroke lies `by` outside; undefined where a stroke along the centre
 * would look otherwise: its outer edge bends as the box does, and its inner edge may be sharp.
 */
function movedRadius(radius: number, by: number, { style, weight }: StrokeForm): number | undefined {
  if (by === 0) return radius;
  if (radius > 0) return by > 0 || radius >= weight / 2 ? radius + by : undefined;
  if (style.join === 'MITER') return 0;
  return by > 0 && style.join === 'ROUND' ? by : undefined;
}

function rectangleCentre(
  { size }: Shaped,
  { radii, smoothing }: Extract<Form, { kind: 'rectangle' }>,
  form: StrokeForm,
): StrokeCentre | undefined {
  const by = outwards(form);
  const moved = radii.map((radius) => movedRadius(radius, by, form));
  const box = { width: size.width + 2 * by, height: size.height + 2 * by };
  const isExact = moved.every((radius) => radius !== undefined) && (by === 0 || smoothing === 0);
  if (!isExact || !(box.width > 0 && box.height > 0)) return undefined;
  const corners = moved as unknown as CornerRadii;
  return new LateCentre({ kind: 'rectangle', radii: corners, smoothing }, -by, -by, box, () =>
    transformPath(rectanglePath(box, corners, smoothing), translation(-by, -by)),
  );
}

function ellipseCentre({ size }: Shaped, form: StrokeForm): StrokeCentre | undefined {
  const by = outwards(form);
  const box = { width: size.width + 2 * by, height: size.height + 2 * by };
  // What runs beside an ellipse at an even distance is one itself only where it is round; the original says so too.
  if (!(box.width > 0 && box.height > 0)) return undefined;
  return new LateCentre({ kind: 'ellipse' }, -by, -by, box, () =>
    transformPath(ellipsePath(box), translation(-by, -by)),
  );
}

function lineCentre(length: number, { weight, style }: StrokeForm): StrokeCentre {
  const inset = (cap: StrokeCap): number => (cap === 'NONE' ? 0 : weight / 2);
  const from = Math.min(inset(style.cap), length / 2);
  const to = Math.max(length - inset(style.endCap), length / 2);
  const size = { width: to - from, height: 0 };
  return new LateCentre({ kind: 'line', length: to - from }, from, -weight / 2, size, () => {
    const pen = new PathPen();
    pen.moveTo(from, -weight / 2);
    pen.lineTo(to, -weight / 2);
    return pen.path();
  });
}

function pathCentre({ line, size }: Shaped, { align }: StrokeForm): StrokeCentre | undefined {
  const path = line?.();
  if (path === undefined || (align !== 'CENTER' && !hasOpenOutline(path))) return undefined;
  return new LateCentre({ kind: 'path' }, 0, 0, size, () => path);
}

/** The line that the stroke is drawn along, where it is nothing but that. */
export function centreOf(shaped: Shaped, form: StrokeForm): StrokeCentre | undefined {
  const { cap, endCap } = form.style;
  if (form.isSpecial || form.sides || cap !== endCap || !plainCaps.has(cap)) return undefined;
  if (shaped.form.kind === 'rectangle') return rectangleCentre(shaped, shaped.form, form);
  if (shaped.form.kind === 'ellipse') return ellipseCentre(shaped, form);
  return shaped.form.kind === 'line' ? lineCentre(shaped.form.length, form) : pathCentre(shaped, form);
}
