import type { Bounds } from '../geometry/bounds.ts';
import type { FontRegistry } from '../text/font-registry.ts';
import { boundsOfJson } from './boxes.ts';
import { startDrawing } from './build-scene.ts';
import { drawChildren } from './children.ts';
import { recordsOf } from './json-values.ts';
import { canvas } from './page-parts.ts';
import type { SceneItem, SceneReport } from './scene.ts';
import type { NodeJson, PageSource, SceneOptions } from './scene-source.ts';

/** A line of a report, and where on the canvas the node lies that it tells of, where the file says so. */
export interface PlacedEntry<Entry> {
  readonly entry: Entry;
  readonly box: Bounds | undefined;
}

/** A part as painters draw it, in the canvas' own coordinates. */
export interface BuiltPart {
  readonly items: readonly SceneItem[];
  readonly substitutions: readonly PlacedEntry<SceneReport['substitutions'][number]>[];
  readonly notDrawn: readonly PlacedEntry<SceneReport['notDrawn'][number]>[];
}

/** Boxes of some nodes among others and what is in them, by their ids. */
function boxesOf(nodes: readonly NodeJson[], ids: ReadonlySet<unknown>): Map<unknown, Bounds | undefined> {
  const boxes = new Map<unknown, Bounds | undefined>();
  const waiting = [...nodes];
  for (let node = waiting.pop(); node !== undefined && boxes.size < ids.size; node = waiting.pop()) {
    if (ids.has(node.id))
      boxes.set(node.id, boundsOfJson(node.absoluteRenderBounds) ?? boundsOfJson(node.absoluteBoundingBox));
    for (const child of recordsOf(node.children)) waiting.push(child);
  }
  return boxes;
}

/** Builds a part from its nodes. */
export function buildPart(
  nodes: readonly NodeJson[],
  { find }: PageSource,
  options: SceneOptions,
  fonts: FontRegistry,
): BuiltPart {
  const drawing = startDrawing(fonts, options, find);
  const items = drawChildren(drawing, { type: 'CANVAS', children: nodes }, canvas);
  const { substitutions, notDrawn } = drawing;
  const ids = new Set([...substitutions, ...notDrawn].map(({ nodeId }) => nodeId));
  const boxes = boxesOf(nodes, ids);
  const placed = <Entry extends { nodeId: string }>(entry: Entry) => ({
    entry,
    box: boxes.get(entry.nodeId),
  });
  return { items, substitutions: substitutions.map(placed), notDrawn: notDrawn.map(placed) };
}
