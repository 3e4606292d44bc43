import { closeVerb, cubicVerb, moveVerb, type Path } from '../geometry/path.ts';
import type { CornerRadii, Size } from '../geometry/rectangle.ts';
import type { Form, Outline } from '../scene/scene.ts';

/** What outlines are traced on: the current path of a canvas, or what counts the px in them. */
export interface Tracing {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadraticCurveTo(x1: number, y1: number, x: number, y: number): void;
  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void;
  ellipse(x: number, y: number, rx: number, ry: number, turned: 0, from: number, to: number): void;
  rect(x: number, y: number, width: number, height: number): void;
  roundRect(x: number, y: number, width: number, height: number, radius: number): void;
  closePath(): void;
}

/** A form that the canvas knows by itself, from (x, y). */
export interface PlainForm {
  readonly form: Form & { readonly kind: 'rectangle' | 'ellipse' };
  readonly x: number;
  readonly y: number;
  readonly size: Size;
}

const isUniform = (radii: CornerRadii): boolean =>
  radii[0] === radii[1] && radii[0] === radii[2] && radii[0] === radii[3];

/** The form of an outline where the canvas can draw it: radii that share an edge in a ratio it would draw otherwise. */
export function plainFormOf({ form, size }: Pick<Outline, 'form' | 'size'>): PlainForm | undefined {
  if (form.kind === 'ellipse') return { form, x: 0, y: 0, size };
  if (form.kind !== 'rectangle') return undefined;
  const isKnown = isUniform(form.radii) && (form.smoothing === 0 || form.radii[0] === 0);
  return isKnown ? { form, x: 0, y: 0, size } : undefined;
}

/** The form larger by that much on each side, its round corners too; smaller where it is negative. */
export function grownForm({ form, x, y, size }: PlainForm, by: number): PlainForm {
  const width = Math.max(0, size.width + 2 * by);
  const height = Math.max(0, size.height + 2 * by);
  const at = { x: x + (size.width - width) / 2, y: y + (size.height - height) / 2 };
  if (form.kind === 'ellipse') return { form, ...at, size: { width, height } };
  const radius = form.radii[0] === 0 ? 0 : Math.max(0, form.radii[0] + by);
  return {
    form: { ...form, radii: [radius, radius, radius, radius] },
    ...at,
    size: { width, height },
  };
}

/** Adds the form to the current path. */
export function traceForm(context: Tracing, { form, x, y, size }: PlainForm): void {
  const { width, height } = size;
  if (form.kind === 'ellipse') {
    context.moveTo(x + width, y + height / 2);
    context.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
    context.closePath();
  } else if (form.radii[0] > 0) {
    context.roundRect(x, y, width, height, form.radii[0]);
  } else {
    context.rect(x, y, width, height);
  }
}

/** Adds the path to the current one. */
export function tracePath(context: Tracing, { verbs, coords: c }: Path): void {
  let at = 0;
  for (const verb of verbs) {
    if (verb === closeVerb) {
      context.closePath();
    } else if (verb < 2) {
      if (verb === moveVerb) context.moveTo(c[at]!, c[at + 1]!);
      else context.lineTo(c[at]!, c[at + 1]!);
      at += 2;
    } else if (verb === cubicVerb) {
      context.bezierCurveTo(c[at]!, c[at + 1]!, c[at + 2]!, c[at + 3]!, c[at + 4]!, c[at + 5]!);
      at += 6;
    } else {
      context.quadraticCurveTo(c[at]!, c[at + 1]!, c[at + 2]!, c[at + 3]!);
      at += 4;
    }
  }
}

export const fillRuleOf = ({ rule }: Path): 'evenodd' | 'nonzero' =>
  rule === 'EVENODD' ? 'evenodd' : 'nonzero';
