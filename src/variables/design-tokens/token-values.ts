import { type Color, isAlias, isComposed, type Value, type VariableType } from '../values.ts';

/** A value as the format has it, or why it has none. */
export type Written = { readonly value: unknown } | { readonly problem: string };
/** A value as variables have it, and what was lost of it; or why there is none. */
export type Read =
  | { readonly type: VariableType; readonly value: Value; readonly note?: string }
  | { readonly problem: string };

/** @see Design Tokens Format Module 2025.10: `string` and `boolean` are not of it, but widely written. */
export const tokenTypes: Readonly<Record<VariableType, string>> = {
  BOOLEAN: 'boolean',
  FLOAT: 'number',
  STRING: 'string',
  COLOR: 'color',
};

/** @param aliasTo what an alias to a variable is written as; undefined where it is not written at all */
export function writeValue(value: Value, aliasTo: (id: string) => string | undefined): Written {
  if (isAlias(value)) {
    const target = aliasTo(value.id);
    return target === undefined ? { problem: 'aliases a variable that is not written' } : { value: target };
  }
  if (isComposed(value)) return { problem: 'is a colour whose opacity or colour is an alias' };
  if (aliasIn(value) !== undefined) return { problem: 'is a text that reads like an alias' };
  return { value: typeof value === 'object' ? writeColor(value as Color) : value };
}

function writeColor({ r, g, b, a }: Color): object {
  const components = [r, g, b];
  const hex = components.map((channel) =>
    Math.round(channel * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  const isInGamut = components.every((channel) => channel >= 0 && channel <= 1);
  return { colorSpace: 'srgb', components, alpha: a, ...(isInGamut && { hex: `#${hex.join('')}` }) };
}

type Reader = (value: unknown) => Read;

/** How a value is read, by `$type`; of those that are left out nothing can be made. */
const readers: Readonly<Record<string, Reader>> = {
  color: readColor,
  number: (value) => readNumber(value),
  dimension: (value) => readMeasure(value, { px: 1, rem: 16 }),
  duration: (value) => readMeasure(value, { ms: 1, s: 1000 }),
  fontFamily: readFamily,
  fontWeight: (value) => (typeof value === 'string' ? readText(value) : readNumber(value)),
  string: readText,
  boolean: (value) =>
    typeof value === 'boolean' ? { type: 'BOOLEAN', value } : { problem: 'is neither true nor false' },
};

/** Reads a value that is no alias; a token without a type is what its value looks like. */
export function readValue(type: string | undefined, value: unknown): Read {
  const reader = readers[type ?? likelyType(value)];
  return reader === undefined || !Object.hasOwn(readers, type ?? likelyType(value))
    ? { problem: `is of the type "${String(type).slice(0, 60)}", which no variable has` }
    : reader(value);
}

function likelyType(value: unknown): string {
  if (typeof value === 'string') return /^#[0-9a-f]{3,8}$/i.test(value) ? 'color' : 'string';
  return typeof value === 'object' ? 'color' : typeof value;
}

const readNumber = (value: unknown): Read =>
  typeof value === 'number' && Number.isFinite(value)
    ? { type: 'FLOAT', value }
    : { problem: 'is no finite number' };

function readText(value: unknown): Read {
  if (typeof value !== 'string' || !value.isWellFormed()) return { problem: 'is no text' };
  return { type: 'STRING', value };
}

function readFamily(value: unknown): Read {
  if (!Array.isArray(value)) return readText(value);
  const first = readText(value[0]);
  return 'problem' in first || value.length === 1 ? first : { ...first, note: 'keeps only its first family' };
}

/** `{ value: 4, unit: "px" }`, or `"4px"` as older files have it. */
function readMeasure(raw: unknown, units: Readonly<Record<string, number>>): Read {
  const [, number, suffix] = /^(-?[\d.]+)([a-z]+)$/.exec(String(raw)) ?? [];
  const { value, unit } = isObject(raw) ? raw : { value: Number(number), unit: suffix };
  const factor = Object.hasOwn(units, String(unit)) ? units[String(unit)] : undefined;
  if (factor === undefined) return { problem: `has none of the units ${Object.keys(units).join(', ')}` };
  const read = readNumber(typeof value === 'number' ? value * factor : value);
  if ('problem' in read || unit === 'px') return read;
  return { ...read, note: `loses its unit: ${value} ${unit} became ${read.value}` };
}

function readColor(raw: unknown): Read {
  if (typeof raw === 'string') return colorOfHex(raw);
  if (!isObject(raw)) return { problem: 'is no colour' };
  const { colorSpace, components, alpha = 1, hex } = raw;
  const channels = Array.isArray(components) ? [...components, alpha] : [];
  if (colorSpace === 'srgb' && channels.length === 4 && channels.every(isChannel)) {
    const [r, g, b, a] = channels as [number, number, number, number];
    return { type: 'COLOR', value: { r, g, b, a } };
  }
  if (typeof hex !== 'string' || !isChannel(alpha)) return { problem: 'is a colour outside of sRGB' };
  const read = colorOfHex(hex);
  if ('problem' in read) return read;
  const note = `is in ${String(colorSpace).slice(0, 60)} and became its sRGB fallback`;
  return { ...read, value: { ...(read.value as Color), a: alpha }, note };
}

const isChannel = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;

function colorOfHex(text: string): Read {
  const digits = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text)?.[1];
  if (digits === undefined) return { problem: 'is no colour' };
  const pairs = digits.length < 6 ? [...digits].map((digit) => digit + digit) : digits.match(/../g);
  const [r = 0, g = 0, b = 0, a = 1] = (pairs ?? []).map((pair) => Number.parseInt(pair, 16) / 255);
  return { type: 'COLOR', value: { r, g, b, a } };
}

/** `{a.b}` where a value is one. */
export const aliasIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\{[^{}]+\}$/.test(value) ? value : undefined;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
