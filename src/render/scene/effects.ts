import type { Bounds } from '../geometry/bounds.ts';
import { plainBlendMode } from './blend-modes.ts';
import { grow, isEmpty, moveBounds, unite } from './boxes.ts';
import { readColor } from './colors.ts';
import { type Drawing, leaveOut } from './drawing.ts';
import { type JsonRecord, listOf, numberOr, pointOf, recordsOf, within, wordOf } from './json-values.ts';
import type { BlurEffect, Effect, NoiseEffect } from './scene.ts';
import type { NodeJson } from './scene-source.ts';

/** The original allows far fewer; a painter's work is bounded by it. */
const mostEffects = 64;
const largestRadius = 1e4;

const radiusOf = ({ radius }: JsonRecord): number => within(radius, 0, largestRadius, 0);

const shadow =
  (kind: 'drop-shadow' | 'inner-shadow') =>
  (effect: JsonRecord): Effect => ({
    kind,
    color: readColor(effect.color),
    blendMode: plainBlendMode(effect.blendMode),
    offset: pointOf(effect.offset) ?? { x: 0, y: 0 },
    radius: radiusOf(effect),
    spread: within(effect.spread, -largestRadius, largestRadius, 0),
    // Files of before 2021 do not say it: shadows lay behind their layers then.
    showBehind: kind === 'drop-shadow' && effect.showShadowBehindNode !== false,
  });

function progressionOf(effect: JsonRecord): BlurEffect['progressive'] {
  const [from, to] = [pointOf(effect.startOffset), pointOf(effect.endOffset)];
  if (effect.blurType !== 'PROGRESSIVE' || from === undefined || to === undefined) return undefined;
  return { startRadius: within(effect.startRadius, 0, largestRadius, 0), from, to };
}

const blur =
  (kind: BlurEffect['kind']) =>
  (effect: JsonRecord): Effect => {
    const progressive = progressionOf(effect);
    return { kind, radius: radiusOf(effect), ...(progressive && { progressive }) };
  };

const noiseTypes = { MONOTONE: true, DUOTONE: true, MULTITONE: true } satisfies Record<
  NoiseEffect['noiseType'],
  true
>;

const grainOf = ({ noiseSize }: JsonRecord): number => {
  const both = pointOf(noiseSize);
  return within(both ? (both.x + both.y) / 2 : noiseSize, 0.1, 1000, 1);
};

function noise(effect: JsonRecord): Effect {
  const noiseType = wordOf(effect.noiseType, noiseTypes) ?? 'MONOTONE';
  return {
    kind: 'noise',
    noiseType,
    color: readColor(effect.color),
    ...(noiseType === 'DUOTONE' && { secondaryColor: readColor(effect.secondaryColor) }),
    ...(noiseType === 'MULTITONE' && { opacity: within(effect.opacity, 0, 1, 1) }),
    blendMode: plainBlendMode(effect.blendMode),
    noiseSize: grainOf(effect),
    density: within(effect.density, 0, 1, 0.5),
  };
}

const texture = (effect: JsonRecord): Effect => ({
  kind: 'texture',
  noiseSize: grainOf(effect),
  radius: radiusOf(effect),
  clipToShape: effect.clipToShape === true,
});

const glass = (effect: JsonRecord): Effect => ({
  kind: 'glass',
  radius: radiusOf(effect),
  refraction: within(effect.refraction, 0, 1, 0),
  depth: within(effect.depth, 0, largestRadius, 0),
  lightAngle: numberOr(effect.lightAngle, 0),
  lightIntensity: within(effect.lightIntensity, 0, 1, 0),
  dispersion: within(effect.dispersion, 0, 1, 0),
});

/** The contract's effects, and the glass of newer files. */
const readers: Readonly<Record<string, (effect: JsonRecord) => Effect>> = {
  DROP_SHADOW: shadow('drop-shadow'),
  INNER_SHADOW: shadow('inner-shadow'),
  LAYER_BLUR: blur('layer-blur'),
  BACKGROUND_BLUR: blur('background-blur'),
  NOISE: noise,
  TEXTURE: texture,
  GLASS: glass,
};

const none: readonly Effect[] = [];

/** A node's visible effects, in the file's order. Those of a slide are how the editor shows it among others. */
export function readEffects(drawing: Drawing, node: NodeJson): readonly Effect[] {
  if (node.type === 'SLIDE' || listOf(node.effects).length === 0) return none;
  const shown = recordsOf(node.effects).filter(({ visible }) => visible !== false);
  if (shown.length > mostEffects) leaveOut(drawing, node, `It has more than ${mostEffects} effects.`);
  return shown.slice(0, mostEffects).flatMap((effect) => {
    const type = String(effect.type);
    if (Object.hasOwn(readers, type)) return readers[type]!(effect);
    leaveOut(drawing, node, `An effect of type ${type.slice(0, 40)} can't be drawn.`);
    return [];
  });
}

/** How far an effect reaches, as the original reckons: twice a blur's standard deviation. */
function reachOf(ink: Bounds, effect: Effect): Bounds {
  if (effect.kind === 'drop-shadow')
    return moveBounds(grow(ink, effect.radius + effect.spread), effect.offset.x, effect.offset.y);
  if (effect.kind === 'layer-blur')
    return grow(ink, Math.max(effect.radius, effect.progressive?.startRadius ?? 0));
  if (effect.kind === 'texture' && !effect.clipToShape) return grow(ink, effect.radius);
  return ink;
}

/** The box of an item's marks with all of its effects. */
export function boundsWithEffects(ink: Bounds, effects: readonly Effect[]): Bounds {
  if (isEmpty(ink)) return ink;
  return effects.reduce((all, effect) => unite(all, reachOf(ink, effect)), ink);
}
