import { cssColor, cssPaint, short } from '../../../src/code/colors.ts';
import type { Color, Paint } from '../../../src/code/own-node.ts';

/** What a paint says in words, and how CSS shows it, where CSS can. */
export interface PaintWords {
  readonly words: string;
  readonly css: string | undefined;
}

const mostPaints = 8;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isColor = (value: unknown): value is Color =>
  isObject(value) &&
  [value.r, value.g, value.b].every(Number.isFinite) &&
  (value.a === undefined || Number.isFinite(value.a));

const isStop = (value: unknown): boolean =>
  isObject(value) && Number.isFinite(value.position) && isColor(value.color);

const isPlace = (value: unknown): boolean =>
  isObject(value) && Number.isFinite(value.x) && Number.isFinite(value.y);

const isListOf = (value: unknown, isOne: (one: unknown) => boolean): boolean =>
  value === undefined || (Array.isArray(value) && value.every(isOne));

const isPaint = (value: unknown): value is Paint =>
  isObject(value) &&
  typeof value.type === 'string' &&
  (value.color === undefined || isColor(value.color)) &&
  (value.opacity === undefined || Number.isFinite(value.opacity)) &&
  isListOf(value.gradientStops, isStop) &&
  isListOf(value.gradientHandlePositions, isPlace) &&
  (value.color !== undefined || value.gradientStops !== undefined || typeof value.imageRef === 'string');

function wordsOf(paint: Paint): PaintWords {
  const { type, color, opacity = 1, gradientStops, imageRef, blendMode = 'NORMAL', visible = true } = paint;
  const what = color
    ? cssColor(color, opacity)
    : (gradientStops?.map((stop) => cssColor(stop.color, opacity)).join(' – ') ?? imageRef);
  const kind = type === 'SOLID' ? [] : [type];
  const faded = color === undefined && gradientStops === undefined && opacity < 1;
  const more = [
    ...(faded ? [`${short(100 * opacity)}%`] : []),
    ...(blendMode === 'NORMAL' ? [] : [blendMode]),
    ...(visible ? [] : ['hidden']),
  ];
  return { words: [...kind, what, ...more].join(' '), css: cssPaint(paint) };
}

/** A colour or paints in words, in the order of the file; undefined for any other value. */
export function paintWords(value: unknown): readonly PaintWords[] | undefined {
  if (isColor(value)) return [{ words: cssColor(value), css: cssColor(value) }];
  const isSome = Array.isArray(value) && value.length > 0 && value.length <= mostPaints;
  return isSome && value.every(isPaint) ? value.map(wordsOf) : undefined;
}

const lineOf = (paints: readonly PaintWords[] | undefined): string | undefined =>
  paints?.map(({ words }) => words).join(', ');

/** Whether the words for paints before and after tell what differs. */
export const tellsApart = (before: unknown, after: unknown): boolean =>
  lineOf(paintWords(before)) !== lineOf(paintWords(after));
