import type { Bounds } from '../geometry/bounds.ts';
import { groupBlendMode, plainBlendMode } from './blend-modes.ts';
import { type Drawing, nameOf } from './drawing.ts';
import { boundsWithEffects, readEffects } from './effects.ts';
import { within } from './json-values.ts';
import type { ItemHead } from './scene.ts';
import type { NodeJson } from './scene-source.ts';

type Head = ItemHead & Required<Pick<ItemHead, 'node'>>;

export const opacityOf = (node: NodeJson): number => within(node.opacity, 0, 1, 1);

/** What an item takes over from its node: its name, layer properties and boxes. */
export function layerHead(drawing: Drawing, node: NodeJson, ink: Bounds, isGroup = false): Head {
  const effects = readEffects(drawing, node);
  return {
    node: nameOf(node),
    opacity: opacityOf(node),
    blendMode: isGroup ? groupBlendMode(node.blendMode) : plainBlendMode(node.blendMode),
    effects,
    ink,
    bounds: boundsWithEffects(ink, effects),
  };
}

const none: ItemHead['effects'] = [];

/** The same for a part of a node, whose layer properties stand on the group around it. */
export const partHead = (node: NodeJson, ink: Bounds): Head => ({
  node: nameOf(node),
  opacity: 1,
  blendMode: 'NORMAL',
  effects: none,
  ink,
  bounds: ink,
});
