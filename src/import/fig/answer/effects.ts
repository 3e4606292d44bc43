import type { Fig, FigNode } from '../message/wanted.ts';
import { type Answering, type Members, unless } from './answering.ts';
import { aliasOf } from './bindings.ts';
import { effectNames } from './guesses.ts';

type Effect = Fig<'Effect'>;

export function effectsOf(node: FigNode, id: string, file: Answering): Members[] {
  return (node.effects ?? []).map((effect) => {
    const stored = effect.type ?? 'DROP_SHADOW';
    const type = effectNames[stored] ?? stored;
    const own = ownOf[type];
    if (own === undefined) file.report.warn(`The effect ${type} is taken by its name alone.`, id);
    return {
      type,
      visible: effect.visible ?? true,
      boundVariables: boundOf(effect, file),
      ...own?.(effect),
    };
  });
}

const shadow = (effect: Effect): Members => ({
  color: effect.color ?? { r: 0, g: 0, b: 0, a: 0.25 },
  blendMode: effect.blendMode ?? 'NORMAL',
  offset: effect.offset ?? { x: 0, y: 0 },
  radius: effect.radius ?? 0,
  spread: unless(effect.spread ?? 0, 0),
});

const blur = (effect: Effect): Members => ({
  radius: effect.radius ?? 0,
  ...(effect.blurOpType === 'PROGRESSIVE'
    ? {
        blurType: 'PROGRESSIVE',
        startRadius: effect.startRadius ?? 0,
        startOffset: effect.startOffset ?? { x: 0, y: 0 },
        endOffset: effect.endOffset ?? { x: 0, y: 0 },
      }
    : {}),
});

/** What each kind has of its own; noise, texture and glass are guesses. */
const ownOf: Readonly<Record<string, (effect: Effect) => Members>> = {
  DROP_SHADOW: (effect) => ({
    ...shadow(effect),
    showShadowBehindNode: effect.showShadowBehindNode ?? false,
  }),
  INNER_SHADOW: shadow,
  LAYER_BLUR: blur,
  BACKGROUND_BLUR: blur,
  TEXTURE: ({ noiseSize, radius, clipToShape }) => ({
    noiseSize: noiseSize?.x ?? 0,
    radius: radius ?? 0,
    clipToShape: clipToShape ?? false,
  }),
  NOISE: ({ noiseType = 'MONOTONE', noiseSize, density, color, secondaryColor, opacity, blendMode }) => ({
    noiseType,
    blendMode: blendMode ?? 'NORMAL',
    noiseSize: noiseSize?.x ?? 0,
    density: density ?? 0,
    color,
    secondaryColor: noiseType === 'DUOTONE' ? secondaryColor : undefined,
    opacity: noiseType === 'MULTITONE' ? opacity : undefined,
  }),
  GLASS: (effect) => ({
    radius: effect.radius ?? 0,
    refraction: effect.refractionIntensity ?? 0,
    depth: effect.refractionRadius ?? 0,
    lightAngle: effect.specularAngle ?? 0,
    lightIntensity: effect.specularIntensity ?? 0,
    dispersion: effect.chromaticAberration ?? 0,
  }),
};

function boundOf(effect: Effect, { index }: Answering): Members | undefined {
  const all = {
    radius: aliasOf(effect.radiusVar, index),
    color: aliasOf(effect.colorVar, index),
    spread: aliasOf(effect.spreadVar, index),
    offsetX: aliasOf(effect.xVar, index),
    offsetY: aliasOf(effect.yVar, index),
  };
  return Object.values(all).some((alias) => alias !== undefined) ? all : undefined;
}
