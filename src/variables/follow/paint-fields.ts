import { type JsonRecord, numberOf, recordOf } from '../../render/scene/json-values.ts';
import type { Follow, Kind } from './bound-parts.ts';
import { colorIn, numberIn } from './followed-value.ts';

/** A number as it is; `least` where a smaller one has no meaning. */
export const number =
  (property: string, least?: number): Follow =>
  (_, followed) => {
    const value = numberIn(followed, least);
    return value === undefined ? undefined : { [property]: value };
  };

const colour: Follow = (_, { value }) => colorIn(value) && { color: value };

/** Paints keep the transparency of their colour in `opacity`. One that was set by hand stays while the variable's does. */
const paintColour: Follow = (paint, { value, before }) => {
  const color = colorIn(value);
  if (color === undefined) return undefined;
  const own = numberOf(recordOf(paint.color)?.a) ?? 1;
  const shown = color.a === 1 ? 1 : own * (numberOf(paint.opacity) ?? 1);
  const earlier = colorIn(before)?.a ?? shown;
  if (earlier === color.a) return { color: { ...color, a: own } };
  return { color: { ...color, a: 1 }, opacity: color.a };
};

const offset =
  (axis: 'x' | 'y'): Follow =>
  (effect, followed) => {
    const value = numberIn(followed);
    return value === undefined ? undefined : { offset: { ...recordOf(effect.offset), [axis]: value } };
  };

export const paint: Kind = {
  fields: { color: paintColour },
  lists: { gradientStops: { fields: { color: colour } } },
};

export const effect: Kind = {
  fields: {
    color: colour,
    radius: number('radius', 0),
    spread: number('spread'),
    offsetX: offset('x'),
    offsetY: offset('y'),
  },
};

export const layoutGrid: Kind = {
  fields: {
    gutterSize: number('gutterSize', 0),
    sectionSize: number('sectionSize', 0),
    offset: number('offset', 0),
    numSections: (_, followed) => {
      const value = numberIn(followed, 1);
      return value === undefined ? undefined : { count: Math.round(value) };
    },
  },
};

/** The deprecated colour of a frame says what its only paint says. */
export function backgroundOf({ fills, backgroundColor }: JsonRecord): JsonRecord | undefined {
  if (backgroundColor === undefined || !Array.isArray(fills) || fills.length !== 1) return undefined;
  const { type, color, opacity, visible } = recordOf(fills[0]) ?? {};
  const shown = recordOf(color);
  if (type !== 'SOLID' || shown === undefined) return undefined;
  const a = visible === false ? 0 : (numberOf(shown.a) ?? 1) * (numberOf(opacity) ?? 1);
  return { backgroundColor: { ...shown, a } };
}
