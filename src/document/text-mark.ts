import { createHash } from 'node:crypto';

/** What of a text decides how it looks, beside its fills. */
export const textKeys = [
  ...(['characters', 'style', 'size', 'characterStyleOverrides', 'styleOverrideTable'] as const),
];

/** What a text looks by, in short: whoever kept a picture of it knows by this whether it still is one. */
export function textMark(text: Readonly<Record<string, unknown>>): string {
  const { characters, style, size, characterStyleOverrides: overrides, styleOverrideTable } = text;
  const hasParts = Array.isArray(overrides) && overrides.length > 0;
  const parts = hasParts ? [overrides, styleOverrideTable] : [];
  return createHash('sha256')
    .update(JSON.stringify([characters, style, size, ...parts]))
    .digest('hex')
    .slice(0, 16);
}
