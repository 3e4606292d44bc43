import type { BlendMode } from '../scene/scene.ts';

const names: Readonly<Partial<Record<BlendMode, string>>> = {
  LINEAR_BURN: 'plus-darker',
  LINEAR_DODGE: 'plus-lighter',
};

const isNormal = (mode: BlendMode): boolean => mode === 'NORMAL' || mode === 'PASS_THROUGH';

/** CSS's name of a blend mode. The two linear ones have theirs from WebKit, as in the original's exports. */
export const blendName = (mode: BlendMode): string =>
  isNormal(mode) ? 'normal' : (names[mode] ?? mode.toLowerCase().replaceAll('_', '-'));

/** The `style` that blends an element; nothing for the usual way. */
export const blendStyle = (mode: BlendMode): string | undefined =>
  isNormal(mode) ? undefined : `mix-blend-mode:${blendName(mode)}`;
