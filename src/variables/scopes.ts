import type { VariableType } from './values.ts';

const floatScopes = [
  'TEXT_CONTENT',
  'CORNER_RADIUS',
  'WIDTH_HEIGHT',
  'GAP',
  'STROKE_FLOAT',
  'EFFECT_FLOAT',
  'OPACITY',
  'COLOR_OPACITY',
  'FONT_WEIGHT',
  'FONT_SIZE',
  'LINE_HEIGHT',
  'LETTER_SPACING',
  'PARAGRAPH_SPACING',
  'PARAGRAPH_INDENT',
  'FONT_VARIATIONS',
] as const;
const stringScopes = ['TEXT_CONTENT', 'FONT_FAMILY', 'FONT_STYLE'] as const;
const fillScopes = ['FRAME_FILL', 'SHAPE_FILL', 'TEXT_FILL'] as const;
const colorScopes = ['ALL_FILLS', ...fillScopes, 'STROKE_COLOR', 'EFFECT_COLOR'] as const;

/** Where pickers show a variable. It never stops a variable from being bound elsewhere. */
export type Scope =
  | 'ALL_SCOPES'
  | (typeof floatScopes)[number]
  | (typeof stringScopes)[number]
  | (typeof colorScopes)[number];

/** Scopes beside ALL_SCOPES, which every type takes. */
export const scopesOfType: Readonly<Record<VariableType, readonly string[]>> = {
  BOOLEAN: [],
  FLOAT: floatScopes,
  STRING: stringScopes,
  COLOR: colorScopes,
};

const known = new Set<unknown>(['ALL_SCOPES', ...Object.values(scopesOfType).flat()]);

export const isScope = (scope: unknown): scope is Scope => known.has(scope);

/**
 * What is wrong with the scopes of a variable of this type, as the end of a sentence.
 *
 * @see VAR-52, B21, C4
 */
export function scopesProblem(type: VariableType, scopes: readonly Scope[]): string | undefined {
  const has = (scope: Scope): boolean => scopes.includes(scope);
  if (has('ALL_SCOPES') && scopes.length > 1) return 'must hold nothing else beside ALL_SCOPES';
  if (has('ALL_FILLS') && fillScopes.some(has)) return 'must hold no other scope of fills beside ALL_FILLS';
  const foreign = scopes.find((scope) => scope !== 'ALL_SCOPES' && !scopesOfType[type].includes(scope));
  return foreign === undefined ? undefined : `must not hold ${foreign}, which ${type} variables do not have`;
}
