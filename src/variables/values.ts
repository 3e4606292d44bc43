import { isText } from './change-fields.ts';

export const variableTypes = ['BOOLEAN', 'FLOAT', 'STRING', 'COLOR'] as const;
export type VariableType = (typeof variableTypes)[number];

/** Channels from 0 to 1, straight alpha. */
export interface Color {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

export interface Alias {
  readonly type: 'VARIABLE_ALIAS';
  readonly id: string;
}

/** Without `a` where it came without: the opacity of a composed colour stands beside it. */
type ColorBeside = Omit<Color, 'a'> & Partial<Pick<Color, 'a'>>;

/**
 * A colour whose opacity comes from elsewhere; at least one part is an alias. It stays as it came.
 *
 * @see B22, C4, F29, F30
 */
export interface ComposedColor {
  readonly color: ColorBeside | Alias;
  readonly opacity: number | Alias;
}

export type Value = boolean | number | string | Color | Alias | ComposedColor;

/** An alias inside a value, with the type that its target must have. */
export interface AliasPart {
  readonly id: string;
  readonly type: VariableType;
  readonly path: string;
}

type Parsed = { readonly value: Value } | { readonly problem: string };
type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The value of a variable before it is given one.
 *
 * @see VAR-76, B15
 */
export const defaultValues: Readonly<Record<VariableType, Value>> = {
  BOOLEAN: true,
  FLOAT: 0,
  STRING: 'String value',
  COLOR: { r: 1, g: 1, b: 1, a: 1 },
};

export const isAlias = (value: unknown): value is Alias =>
  isObject(value) && value.type === 'VARIABLE_ALIAS' && isText(value.id);

export const isComposed = (value: unknown): value is ComposedColor =>
  isObject(value) && 'color' in value && 'opacity' in value;

/**
 * Reads a value as it came. Keys that are not part of it are left out; whether an alias points at something
 * is for the caller to see.
 *
 * @see VAR-56, B23
 */
export function parseValue(type: VariableType, raw: unknown): Parsed {
  if (isAlias(raw)) return { value: aliasOf(raw.id) };
  if (type === 'COLOR' && isComposed(raw)) return parseComposed(raw as unknown as JsonObject);
  if (type === 'COLOR') return parseColor(raw);
  if (type === 'BOOLEAN' && typeof raw === 'boolean') return { value: raw };
  // -0 would differ from the 0 that JSON makes of it.
  if (type === 'FLOAT' && typeof raw === 'number' && Number.isFinite(raw)) return { value: raw + 0 };
  if (type === 'STRING' && isText(raw)) return { value: raw };
  return { problem: `must be ${nameOfType[type]} or an alias` };
}

const noParts: readonly AliasPart[] = [];

/** Whether a value is none of its own, or not in all of its parts. */
export const hasAliases = (value: Value): value is Alias | ComposedColor =>
  typeof value === 'object' && !('r' in value);

/** Every alias of a value that a variable of this type holds. */
export function aliasParts(type: VariableType, value: Value): readonly AliasPart[] {
  if (typeof value !== 'object') return noParts;
  if (isAlias(value)) return [{ id: value.id, type, path: 'value' }];
  if (!isComposed(value)) return noParts;
  const { color, opacity } = value;
  return [
    ...(isAlias(color) ? [{ id: color.id, type: 'COLOR' as const, path: 'value.color' }] : []),
    ...(isAlias(opacity) ? [{ id: opacity.id, type: 'FLOAT' as const, path: 'value.opacity' }] : []),
  ];
}

/** The same value with every alias pointing where `rename` says. */
export function withAliases(value: Value, rename: (id: string) => string): Value {
  if (isAlias(value)) return aliasOf(rename(value.id));
  if (!isComposed(value)) return value;
  const renamed = <T>(part: T | Alias): T | Alias => (isAlias(part) ? aliasOf(rename(part.id)) : part);
  return { color: renamed(value.color), opacity: renamed(value.opacity) };
}

const nameOfType: Readonly<Record<VariableType, string>> = {
  BOOLEAN: 'true or false',
  FLOAT: 'a finite number',
  STRING: 'a string of whole characters',
  COLOR: 'a colour',
};

const aliasOf = (id: string): Alias => ({ type: 'VARIABLE_ALIAS', id });
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isChannel = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;

/** A colour may come without `a`, and is opaque then; clients of answers rely on all four. @see VAR-18 */
function parseColor(raw: unknown): { value: Color } | { problem: string } {
  if (!isObject(raw)) return { problem: 'must be a colour or an alias' };
  const { r, g, b, a = 1 } = raw;
  if (!isChannel(r) || !isChannel(g) || !isChannel(b)) {
    return { problem: 'must be a colour with r, g and b from 0 to 1, or an alias' };
  }
  if (!isChannel(a)) return { problem: 'must have an a from 0 to 1, or none' };
  if (isNothingElse(raw)) return { value: raw };
  return { value: { r: r + 0, g: g + 0, b: b + 0, a: a + 0 } };
}

/** Whether channels are all that it holds: then it stays as it came, as thousands do. -0 is made 0. */
function isNothingElse(raw: JsonObject): raw is JsonObject & Color {
  let count = 0;
  for (const name in raw) if (Object.is(raw[name], -0) || ++count > 4) return false;
  return count === 4 && 'a' in raw;
}

function parseColorBeside(raw: unknown): { value: ColorBeside } | { problem: string } {
  const parsed = parseColor(raw);
  if ('problem' in parsed || (raw as JsonObject).a !== undefined) return parsed;
  const { a: _opaque, ...value } = parsed.value;
  return { value };
}

function parseComposed(raw: JsonObject): Parsed {
  const color = isAlias(raw.color) ? { value: aliasOf(raw.color.id) } : parseColorBeside(raw.color);
  if ('problem' in color) return { problem: `has a color that ${color.problem}` };
  if (isAlias(raw.opacity)) return { value: { color: color.value, opacity: aliasOf(raw.opacity.id) } };
  if (!isChannel(raw.opacity)) return { problem: 'must have an opacity from 0 to 1, or an alias as opacity' };
  if (!isAlias(color.value)) return { problem: 'must have an alias as color or as opacity' };
  return { value: { color: color.value, opacity: raw.opacity } };
}
