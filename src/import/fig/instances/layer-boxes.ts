import type { FigNode, Vector } from '../message/wanted.ts';
import type { Layer } from './layer.ts';
import { withFields } from './layer-values.ts';
import { boxIn, hugs, isTurned } from './resized-layers.ts';
import { type Axis, axes, huggingSize, limited, type StackItem } from './stack-layout.ts';
import { stackOf } from './stack-of.ts';

/** A layer of an instance with what it holds: in its component, and as it comes to be. */
export interface LayerBox {
  readonly layer: Layer;
  /** The layer in its component, or the component that it shows: what it holds has its places in this. */
  readonly before: FigNode;
  /** The layer, which may leave it to its component whether it lays out what it holds. */
  readonly frame: FigNode;
  readonly children: readonly LayerBox[];
  /** Undefined where it does not lay out what it holds. */
  readonly held: Held | undefined;
  size: Vector;
}

/** The room that a frame needs for what it holds. */
interface Held {
  readonly was: Vector;
  readonly now: Vector;
}

export interface Parts {
  readonly childrenOf: (layer: Layer, level: number) => Iterable<Layer>;
  /** What a layer, or the component that it shows, is in the file. */
  readonly componentOf: (layer: Layer) => FigNode;
}

/** What more layers than these show in is not laid out: all of them are in memory. */
const mostLayers = 5000;

export const nothing: Vector = { x: 0, y: 0 };
const isOther = (one: number, other: number): boolean => Math.abs(one - other) > 0.001;

/** An instance with all its layers, in the sizes that they need; it keeps its own. Undefined where they are too many. */
export function boxesOf(instance: Layer, level: number, parts: Parts): LayerBox | undefined {
  let left = mostLayers;
  const read = (layer: Layer, depth: number): LayerBox | undefined => {
    const before = parts.componentOf(layer);
    const children: LayerBox[] = [];
    for (const child of parts.childrenOf(layer, depth)) {
      left -= 1;
      const box = left < 0 ? undefined : read(child, depth + 1);
      if (box === undefined) return undefined;
      children.push(box);
    }
    const box = boxOf(layer, before, children);
    if (layer !== instance) box.size = neededSize(box);
    return box;
  };
  return read(instance, level);
}

function boxOf(layer: Layer, before: FigNode, children: readonly LayerBox[]): LayerBox {
  const { stackMode, size = nothing } = layer.node;
  const isLeft = stackMode === undefined && before.stackMode !== undefined;
  const frame = isLeft ? withFields(layer.node, { stackMode: before.stackMode }) : layer.node;
  return { layer, before, frame, children, held: heldOf(before, frame, children), size };
}

/** Where a frame has the size of what it holds in its component too, it needs as much more as that takes more. */
function heldOf(before: FigNode, frame: FigNode, children: readonly LayerBox[]): Held | undefined {
  const [stack, stackBefore] = [stackOf(frame), stackOf(before)];
  if (stack === undefined) return undefined;
  const now = huggingSize(stack, children.filter(isInFlow).map(itemOf), frame.size ?? nothing);
  if (stackBefore === undefined) return { now, was: now };
  const room = before.size ?? nothing;
  const was = huggingSize(stackBefore, children.filter(wasInFlow).map(itemBefore), room);
  const hugged = hugs(before);
  const beside = {
    x: hugged.x ? room.x - was.x : 0,
    y: hugged.y ? room.y - was.y : 0,
  };
  return {
    was: { x: was.x + beside.x, y: was.y + beside.y },
    now: { x: now.x + beside.x, y: now.y + beside.y },
  };
}

/** The size of a frame that takes it from what it holds, where that is other than in the component; else its own. */
function neededSize({ layer, frame, held, size }: LayerBox): Vector {
  if (held === undefined) return size;
  const needed = { ...size };
  const hugging = hugs(frame);
  for (const axis of axes)
    if (hugging[axis] && isOther(held.now[axis], held.was[axis]))
      needed[axis] = limited(limitsOf(layer.node), axis, held.now[axis]);
  return needed;
}

/**
 * A frame has another size than it needs for the words of a text in it, which are others than in the component: that
 * is how wide it is. Where there are several such texts nobody knows.
 */
export function giveSlack({ frame, children, held, size }: LayerBox): void {
  const hugging = hugs(frame);
  for (const axis of axes) {
    const slack = held === undefined || !hugging[axis] ? 0 : size[axis] - held.now[axis];
    const [elastic, ...more] = isOther(slack, 0) ? elasticAmong(children, axis) : [];
    if (elastic !== undefined && more.length === 0)
      elastic.size = { ...elastic.size, [axis]: Math.max(0, elastic.size[axis] + slack) };
  }
}

const elasticAmong = (boxes: readonly LayerBox[], axis: Axis): LayerBox[] =>
  boxes.filter((box) => isInFlow(box) && isElastic(box, axis));

function isElastic({ layer: { node, stored }, frame, children }: LayerBox, axis: Axis): boolean {
  if (!hugs(frame)[axis]) return false;
  if (frame.type === 'TEXT') return node.textData?.characters !== stored.textData?.characters;
  return elasticAmong(children, axis).length === 1;
}

const isPlacedByStack = ({ visible, stackPositioning }: FigNode): boolean =>
  visible !== false && stackPositioning !== 'ABSOLUTE';
export const isInFlow = ({ layer }: LayerBox): boolean => isPlacedByStack(layer.node);
export const wasInFlow = ({ layer }: LayerBox): boolean => isPlacedByStack(layer.stored);

export const itemOf = ({ layer, size, held }: LayerBox): StackItem => item(layer.node, size, held?.now);
export const itemBefore = ({ layer: { stored }, held }: LayerBox): StackItem =>
  item(stored, stored.size ?? nothing, held?.was);

function item(node: FigNode, size: Vector, held: Vector = nothing): StackItem {
  if (!isTurned(node))
    return {
      ...limitsOf(node),
      size,
      held,
      grows: node.stackChildPrimaryGrow === 1,
      stretches: node.stackChildAlignSelf === 'STRETCH',
    };
  const { x, y } = boxIn({ ...node, size });
  const turned = { x: x.length, y: y.length };
  return { least: nothing, most: endless, size: turned, held: turned, grows: false, stretches: false };
}

const endless: Vector = { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY };

function limitsOf({ minSize, maxSize }: FigNode): Pick<StackItem, 'least' | 'most'> {
  const { x, y } = maxSize?.value ?? nothing;
  return { least: minSize?.value ?? nothing, most: { x: x || endless.x, y: y || endless.y } };
}
