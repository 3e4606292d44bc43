import type { GlobalCompositeOperation } from '@napi-rs/canvas';
import type { BlendMode } from '../scene/scene.ts';

/** How the canvas calls a blend mode. LINEAR_BURN it lacks. @see linear-burn.ts */
const compositions: Readonly<Record<BlendMode, GlobalCompositeOperation>> = {
  PASS_THROUGH: 'source-over',
  NORMAL: 'source-over',
  DARKEN: 'darken',
  MULTIPLY: 'multiply',
  LINEAR_BURN: 'source-over',
  COLOR_BURN: 'color-burn',
  LIGHTEN: 'lighten',
  SCREEN: 'screen',
  LINEAR_DODGE: 'lighter',
  COLOR_DODGE: 'color-dodge',
  OVERLAY: 'overlay',
  SOFT_LIGHT: 'soft-light',
  HARD_LIGHT: 'hard-light',
  DIFFERENCE: 'difference',
  EXCLUSION: 'exclusion',
  HUE: 'hue',
  SATURATION: 'saturation',
  COLOR: 'color',
  LUMINOSITY: 'luminosity',
};

/** Whether a mode is plain compositing, one thing over the other. */
export const isPlainBlend = (mode: BlendMode): boolean => mode === 'NORMAL' || mode === 'PASS_THROUGH';

/** How something with that mode is composited; with a plain one like what it is part of. PDF can't add colours. */
export function compositionOf(
  { isVector }: { readonly isVector: boolean },
  mode: BlendMode,
  usual: GlobalCompositeOperation = 'source-over',
): GlobalCompositeOperation {
  if (isPlainBlend(mode)) return usual;
  return isVector && mode === 'LINEAR_DODGE' ? 'screen' : compositions[mode];
}
