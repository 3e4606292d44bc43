import { type Bounds, boundsOf } from '../geometry/bounds.ts';
import type { StrokeCap } from '../geometry/line-caps.ts';
import type { Path } from '../geometry/path.ts';
import { type SideWeights, sideStroke } from '../geometry/side-strokes.ts';
import {
  cutBand,
  hasOpenOutline,
  lineStroke,
  miterLimitOf,
  type StrokeAlign,
  type StrokeJoin,
  uncutBand,
} from '../geometry/stroke.ts';
import { emptyBounds, grow } from './boxes.ts';
import { hasGeometry, isTooLarge, readGeometry, united } from './file-geometry.ts';
import { listOf, numberOf, recordOf, within, wordOf } from './json-values.ts';
import { areaBounds, type Shaped } from './node-geometry.ts';
import type { Paint, Stroke, StrokeBands } from './scene.ts';
import type { NodeJson } from './scene-source.ts';
import { centreOf } from './stroke-centres.ts';
import { outerShare, type StrokeForm } from './stroke-form.ts';

const aligns = { INSIDE: true, OUTSIDE: true, CENTER: true } satisfies Record<StrokeAlign, true>;
const joins = { MITER: true, BEVEL: true, ROUND: true } satisfies Record<StrokeJoin, true>;
const caps = {
  NONE: true,
  ROUND: true,
  SQUARE: true,
  LINE_ARROW: true,
  TRIANGLE_ARROW: true,
  DIAMOND_FILLED: true,
  CIRCLE_FILLED: true,
  TRIANGLE_FILLED: true,
  WASHI_TAPE_1: true,
  WASHI_TAPE_2: true,
  WASHI_TAPE_3: true,
  WASHI_TAPE_4: true,
  WASHI_TAPE_5: true,
  WASHI_TAPE_6: true,
} satisfies Record<StrokeCap, true>;

const widest = 1e5;
const mostDashes = 64;

const readDashes = (node: NodeJson): number[] =>
  listOf(node.strokeDashes)
    .slice(0, mostDashes)
    .map(numberOf)
    .filter((dash) => dash !== undefined)
    .map((dash) => Math.max(0, dash));

/** Weights by side, where they differ. */
function readSides(node: NodeJson): SideWeights | undefined {
  const from = recordOf(node.individualStrokeWeights);
  if (from === undefined) return undefined;
  const [top = 0, right = 0, bottom = 0, left = 0] = [from.top, from.right, from.bottom, from.left].map(
    (side) => within(side, 0, widest, 0),
  );
  return top === right && right === bottom && bottom === left ? undefined : { top, right, bottom, left };
}

/** Whether the file draws the stroke with a brush, or not equally wide all along. */
function isSpecial(node: NodeJson): boolean {
  const { strokeType = 'BASIC' } = recordOf(node.complexStrokeProperties) ?? {};
  const isVaried = strokeType !== 'BASIC' || listOf(node.variableWidthPoints).length > 0;
  return isVaried && hasGeometry(node.strokeGeometry);
}

/** The node's stroke without its paints; undefined where it has no width. */
export function readStrokeForm(node: NodeJson, fitDashes: boolean): StrokeForm | undefined {
  const sides = readSides(node);
  const weight = sides ? Math.max(...Object.values(sides)) : within(node.strokeWeight, 0, widest, 1);
  if (!(weight > 0)) return undefined;
  const cap = wordOf(node.strokeCap, caps) ?? wordOf(node.connectorStartStrokeCap, caps) ?? 'NONE';
  const endCap = wordOf(node.connectorEndStrokeCap, caps) ?? cap;
  const join = wordOf(node.strokeJoin, joins) ?? 'MITER';
  const dashes = readDashes(node);
  const miterAngle = numberOf(node.strokeMiterAngle);
  return {
    weight,
    align: wordOf(node.strokeAlign, aligns) ?? 'CENTER',
    style: { weight, cap, endCap, join, dashes, fitDashes, ...(miterAngle !== undefined && { miterAngle }) },
    ...(sides && { sides }),
    miterLimit: miterLimitOf(miterAngle),
    dashes,
    isSpecial: isSpecial(node),
  };
}

/** The band before it is cut: the file's where only the file knows it, else built. */
function uncutOf(node: NodeJson, shaped: Shaped, form: StrokeForm): Path {
  const inFile = (): Path => united(readGeometry(node.strokeGeometry).map(({ path }) => path));
  if (form.isSpecial) return inFile();
  if (shaped.form.kind === 'line') return lineStroke(shaped.form.length, form.style);
  if (form.sides && shaped.form.kind === 'rectangle')
    return sideStroke(shaped.size, form.sides, form.align, shaped.form.radii);
  if (shaped.form.kind === 'path' && hasGeometry(node.strokeGeometry)) return inFile();
  const line = shaped.line?.() ?? united(shaped.pieces().map(({ path }) => path));
  return isTooLarge([line]) ? line : uncutBand(line, form.align, form.style);
}

function cut(band: Path, shaped: Shaped, form: StrokeForm): Path {
  const area = united(shaped.pieces().map(({ path }) => path));
  const line = shaped.line?.();
  const isOpen = line !== undefined && hasOpenOutline(line);
  const isDone = form.sides !== undefined || isOpen || isTooLarge([band, area]);
  return isDone ? band : cutBand(band, area, form.align);
}

/** Bands that are made when first read. */
class LateBands implements StrokeBands {
  readonly #shaped: Shaped;
  readonly #form: StrokeForm;
  readonly #node: NodeJson;
  #uncut: Path | undefined;
  #cut: Path | undefined;

  constructor(node: NodeJson, shaped: Shaped, form: StrokeForm) {
    this.#node = node;
    this.#shaped = shaped;
    this.#form = form;
  }

  get uncut(): Path {
    this.#uncut ??= uncutOf(this.#node, this.#shaped, this.#form);
    return this.#uncut;
  }

  get cut(): Path {
    this.#cut ??= cut(this.uncut, this.#shaped, this.#form);
    return this.#cut;
  }
}

/** The stroke of a shape. */
export function createStroke(
  node: NodeJson,
  shaped: Shaped,
  form: StrokeForm,
  paints: readonly Paint[],
): Stroke {
  const centre = centreOf(shaped, form);
  return {
    paints,
    weight: form.weight,
    align: form.align,
    join: form.style.join,
    cap: form.style.cap,
    endCap: form.style.endCap,
    miterLimit: form.miterLimit,
    dashes: form.dashes,
    ...(form.dashes.length > 0 && shaped.fitsDashes && { fitsDashes: true as const }),
    ...(form.sides && { unevenSides: true as const }),
    ...(centre && { centre }),
    bands: new LateBands(node, shaped, form),
  };
}

/** The box around the stroke in the shape's own coordinates. */
export function strokeBounds(shaped: Shaped, form: StrokeForm, stroke: Stroke): Bounds {
  if (shaped.form.kind === 'line' && stroke.centre)
    return { left: 0, top: -form.weight, right: shaped.form.length, bottom: 0 };
  const isPlain = shaped.form.kind === 'rectangle' || shaped.form.kind === 'ellipse';
  if (isPlain && !form.sides && !form.isSpecial)
    return grow(areaBounds(shaped), form.weight * outerShare[form.align]);
  const { bands } = stroke;
  return boundsOf(form.align === 'INSIDE' ? bands.cut : bands.uncut) ?? emptyBounds;
}
