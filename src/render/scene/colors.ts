import { type Json, recordOf, within } from './json-values.ts';
import type { Color } from './scene.ts';

/** Reads an RGBA; black where it is none, as the contract's numbers default to nothing. */
export function readColor(value: Json): Color {
  const { r, g, b, a } = recordOf(value) ?? {};
  return { r: within(r, 0, 1, 0), g: within(g, 0, 1, 0), b: within(b, 0, 1, 0), a: within(a, 0, 1, 1) };
}
