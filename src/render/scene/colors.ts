import { type Json, recordOf, within } from './json-values.ts';
import type { Color } from './scene.ts';

/** Reads an RGBA; black where it is none, as the contract's numbers default to nothing. */
export function readColor(value: Json): Color {
  const color = recordOf(value);
  return {
    r: within(color?.r, 0, 1, 0),
    g: within(color?.g, 0, 1, 0),
    b: within(color?.b, 0, 1, 0),
    a: within(color?.a, 0, 1, 1),
  };
}
