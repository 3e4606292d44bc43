import { type Json, wordOf } from './json-values.ts';
import type { BlendMode } from './scene.ts';

const known = {
  PASS_THROUGH: true,
  NORMAL: true,
  DARKEN: true,
  MULTIPLY: true,
  LINEAR_BURN: true,
  COLOR_BURN: true,
  LIGHTEN: true,
  SCREEN: true,
  LINEAR_DODGE: true,
  COLOR_DODGE: true,
  OVERLAY: true,
  SOFT_LIGHT: true,
  HARD_LIGHT: true,
  DIFFERENCE: true,
  EXCLUSION: true,
  HUE: true,
  SATURATION: true,
  COLOR: true,
  LUMINOSITY: true,
} satisfies Record<BlendMode, true>;

/** How a group blends: PASS_THROUGH where nothing is said. */
export const groupBlendMode = (value: Json): BlendMode => wordOf(value, known) ?? 'PASS_THROUGH';

/** How a paint, an effect or a single shape blends: what passes through there is just normal. */
export function plainBlendMode(value: Json): BlendMode {
  const mode = wordOf(value, known);
  return mode === undefined || mode === 'PASS_THROUGH' ? 'NORMAL' : mode;
}
