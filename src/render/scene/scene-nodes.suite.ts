import { createFontRegistry } from '../text/font-registry.ts';
import { buildScene } from './build-scene.ts';
import type { Scene, SceneGroup, SceneItem } from './scene.ts';
import type { NodeJson, SceneOptions, SceneSource } from './scene-source.ts';

export const fonts = createFontRegistry();

export const solid = (r = 1, more: object = {}): object => ({
  type: 'SOLID',
  color: { r, g: 0, b: 0, a: 1 },
  ...more,
});

let last = 0;

/** A node as files without geometry have it. */
export function nodeAt(type: string, [x, y, width, height]: readonly number[], more: object = {}): NodeJson {
  last += 1;
  const box = { x, y, width, height };
  return {
    id: `9:${last}`,
    name: `${type} ${last}`,
    type,
    absoluteBoundingBox: box,
    fills: [solid()],
    ...more,
  };
}

const usual: SceneOptions = { contentsOnly: true, useAbsoluteBounds: false };

export const build = (
  node: NodeJson,
  options: Partial<SceneOptions> = {},
  more: Partial<SceneSource> = {},
): ReturnType<typeof buildScene> =>
  buildScene({ node, ancestors: [], ...more }, { ...usual, ...options }, fonts);

/** The scene of a node that has one. */
export function sceneOf(
  node: NodeJson,
  options: Partial<SceneOptions> = {},
  more: Partial<SceneSource> = {},
): Scene {
  const scene = build(node, options, more);
  if ('nothing' in scene) throw new Error(`Nothing: ${scene.nothing}`);
  return scene;
}

/** The scene's only item, of that kind. */
export function onlyItem<Kind extends SceneItem['kind']>(
  scene: Scene,
  kind: Kind,
): Extract<SceneItem, { kind: Kind }> {
  const [item] = scene.items;
  if (item?.kind !== kind || scene.items.length !== 1) throw new Error(`The scene is no single ${kind}`);
  return item as Extract<SceneItem, { kind: Kind }>;
}

export const groupOf = (node: NodeJson): SceneGroup => onlyItem(sceneOf(node), 'group');

/** What an item is, for a look at the order of many: its kind and its node. */
export const labelOf = (item: SceneItem): string => `${item.kind} ${item.node?.type ?? ''}`.trim();
