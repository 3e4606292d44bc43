import type { FigNode } from '../message/wanted.ts';
import type { Layer } from './layer.ts';
import {
  boxesOf,
  giveSlack,
  isInFlow,
  itemBefore,
  itemOf,
  type LayerBox,
  nothing,
  type Parts,
  wasInFlow,
} from './layer-boxes.ts';
import {
  boxIn,
  constrainedWithin,
  identity,
  isLaidOut,
  isTurned,
  type ResizedLayer,
} from './resized-layers.ts';
import { type Stack, type StackPlace, stacked } from './stack-layout.ts';
import { stackOf } from './stack-of.ts';

type Places = Map<string, FigNode>;
type TellUntold = (id: string) => void;

/**
 * Where the layers of an instance lie that is in no other, and how large they are, by id: what the editor derives, and
 * files of other programs lack. A layer moves by how much what is computed for the instance differs from what is
 * computed for its component, so that what is not known of a layout counts for nothing where it is the same in both.
 */
export function placesWithin(
  instance: Layer,
  level: number,
  parts: Parts & { readonly tellUntold: TellUntold },
): ReadonlyMap<string, FigNode> {
  const places: Places = new Map();
  const box = boxesOf(instance, level, parts);
  if (box === undefined) parts.tellUntold(instance.id);
  else place(box, places, parts.tellUntold);
  return places;
}

function place(box: LayerBox, places: Places, tellUntold: TellUntold): void {
  const { layer, before, frame, children, size } = box;
  const from = before.size ?? nothing;
  const isResized = from.x !== size.x || from.y !== size.y;
  const isScaled = (layer.node.symbolData?.uniformScaleFactor ?? 1) !== 1;
  const isGrid = frame.stackMode === 'GRID' && children.some((child) => isLaidOut(child.layer.node, frame));
  if (isResized && (isScaled || isGrid)) tellUntold(layer.id);
  const stack = stackOf(frame);
  if (isScaled) for (const child of children) child.size = child.layer.node.size ?? nothing;
  else {
    if (stack !== undefined) layOut(box, stack, places);
    if (isResized) for (const child of children) constrain(child, { node: frame, from, to: size }, places);
  }
  for (const child of children) place(child, places, tellUntold);
}

function layOut(box: LayerBox, stack: Stack, places: Places): void {
  giveSlack(box);
  const { before, children, size } = box;
  const [flow, flowBefore] = [children.filter(isInFlow), children.filter(wasInFlow)];
  const now = stacked(stack, flow.map(itemOf), size);
  const was = stacked(stackOf(before) ?? stack, flowBefore.map(itemBefore), before.size ?? nothing);
  const placeBefore = new Map(flowBefore.map((child, at) => [child, was[at]!]));
  for (const [at, child] of flow.entries()) moveTo(child, now[at]!, placeBefore.get(child), places);
}

/** What did not show in the component has no place there. */
function moveTo(child: LayerBox, now: StackPlace, was: StackPlace | undefined, places: Places): void {
  const { node, id } = child.layer;
  const { transform = identity } = node;
  const { x, y } = boxIn(node);
  const from = was?.start ?? { x: x.start, y: y.start };
  if (!isTurned(node)) child.size = { x: Math.max(0, now.size.x), y: Math.max(0, now.size.y) };
  const moved = { m02: transform.m02 + now.start.x - from.x, m12: transform.m12 + now.start.y - from.y };
  places.set(id, { size: child.size, transform: { ...transform, ...moved } });
}

function constrain(child: LayerBox, around: ResizedLayer, places: Places): void {
  const { node, id } = child.layer;
  if (isLaidOut(node, around.node)) return;
  const place = constrainedWithin(node, around);
  child.size = place.size;
  places.set(id, place);
}
