import { isDeepStrictEqual } from 'node:util';
import { identity, invert, multiply } from '../render/geometry/matrix.ts';
import type { JsonRecord } from '../render/scene/json-values.ts';
import { readTransform } from '../render/scene/placement.ts';
import { sizeOf } from '../variables/follow/layout/sizes.ts';
import { tellProperties } from './component-properties.ts';
import { showNode } from './copy-node.ts';
import type { Draft } from './draft.ts';
import { type DraftNode, subtreeOf } from './draft-node.ts';
import { bare, type Instances, isOverridden } from './instances.ts';
import { placeAt, placeOf, shiftBoxes } from './place-node.ts';

/** What a node has for itself, whatever it shows. */
const ownAlways = new Set([
  'id',
  'type',
  'componentId',
  'overrides',
  'devStatus',
  'annotations',
  'exportSettings',
  'absoluteBoundingBox',
  'absoluteRenderBounds',
  'relativeTransform',
  'size',
  'fillGeometry',
  'strokeGeometry',
]);

/** What an instance has for itself besides, of all that its component says. */
const ownOfInstance = new Set([
  'visible',
  'locked',
  'rotation',
  'constraints',
  'isFixed',
  'scrollBehavior',
  'isMask',
  'maskType',
  'layoutAlign',
  'layoutGrow',
  'layoutPositioning',
  'layoutSizingHorizontal',
  'layoutSizingVertical',
  'componentPropertyDefinitions',
  'componentProperties',
  'componentPropertyReferences',
]);

/** Whether a property of what is shown comes to what shows it. */
export const isShown = (property: string, isInstance: boolean): boolean =>
  !ownAlways.has(property) && !(isInstance && ownOfInstance.has(property));

type States = { readonly before: JsonRecord; readonly after: JsonRecord };

/** Gives what shows a node the properties that it got, but for those that are its own. In steps. */
export function* followProperties(
  draft: Draft,
  instances: Instances,
  node: DraftNode,
  states: States,
): Generator<void, void> {
  for (const { user } of instances.of(node)) {
    yield;
    const before = user.own;
    const isInstance = node.type === 'COMPONENT';
    const keys = Object.keys({ ...states.before, ...states.after }).filter(
      (key) =>
        isShown(key, isInstance) &&
        !isDeepStrictEqual(states.before[key], states.after[key]) &&
        isDeepStrictEqual(before[key], states.before[key]) &&
        !isOverridden(user, key),
    );
    const given = Object.fromEntries(keys.map((key) => [key, states.after[key]]));
    draft.give(user, given);
    tellProperties(draft, user, given);
    yield* followPlace(draft, user, states, isInstance);
    yield* followProperties(draft, instances, user, { before, after: user.own });
  }
}

/** What lies in its instance as the node lay in its component lies there as the node does now. */
function* followPlace(
  draft: Draft,
  user: DraftNode,
  { before, after }: States,
  isInstance: boolean,
): Generator<void, void> {
  const { parent } = user;
  const [was, is] = [readTransform(before.relativeTransform), readTransform(after.relativeTransform)];
  const own = readTransform(user.own.relativeTransform);
  const place = placeOf(user);
  const isPlacedAlike = !isInstance && is !== undefined && isDeepStrictEqual(was, own);
  const matrix = isPlacedAlike && parent !== undefined ? multiply(parent.matrix, is) : place.matrix;
  const isSizedAlike = isDeepStrictEqual(sizeOf(before), sizeOf(user.own)) && !isOverridden(user, 'size');
  yield* placeAt(draft, user, { matrix, size: isSizedAlike ? (sizeOf(after) ?? place.size) : place.size });
}

/** Shows a node that came into a component in its instances. In steps. */
export function* followArrival(draft: Draft, instances: Instances, node: DraftNode): Generator<void, void> {
  yield* addAll(instances, node);
  const { parent } = node;
  if (parent === undefined) return;
  for (const { user, instance } of [...instances.of(parent)]) {
    const [top] = yield* showNode(draft, node, {
      parent: user,
      index: placeFor(draft, node, user, instance),
      instance,
    });
    if (top !== undefined) yield* followArrival(draft, instances, top);
  }
}

function* addAll(instances: Instances, top: DraftNode): Generator<void, void> {
  for (const node of subtreeOf(top)) {
    yield;
    if (node !== undefined) instances.add(node);
  }
}

/** Takes a node that goes out of the instances that show it. In steps. */
export function* followDeparture(draft: Draft, instances: Instances, node: DraftNode): Generator<void, void> {
  if (node.type === 'COMPONENT') return;
  for (const { user } of [...instances.of(node)]) {
    yield;
    yield* followDeparture(draft, instances, user);
    draft.take(user);
  }
}

/** Puts what shows a node that moved in its component where the node is now. In steps. */
export function* followMove(
  draft: Draft,
  instances: Instances,
  node: DraftNode,
  move: () => Generator<void, void>,
): Generator<void, void> {
  const shown = new Map([...instances.of(node)].map(({ user, instance }) => [instance, user]));
  if (node.type === 'COMPONENT') shown.clear();
  yield* move();
  const { parent } = node;
  for (const { user: around, instance } of parent === undefined ? [] : [...instances.of(parent)]) {
    const user = shown.get(instance);
    shown.delete(instance);
    const index = placeFor(draft, node, around, instance);
    if (user !== undefined)
      yield* followMove(draft, instances, user, () => putAlike(draft, node, user, around, index));
    else {
      const [top] = yield* showNode(draft, node, { parent: around, index, instance });
      if (top !== undefined) yield* followArrival(draft, instances, top);
    }
  }
  for (const user of shown.values()) {
    yield* followDeparture(draft, instances, user);
    draft.take(user);
  }
}

function* putAlike(
  draft: Draft,
  node: DraftNode,
  user: DraftNode,
  around: DraftNode,
  index: number,
): Generator<void, void> {
  const back = invert(user.matrix) ?? identity;
  const stays = user.parent === around && around.placeOf(user) < index ? index - 1 : index;
  draft.take(user);
  draft.put(user, around, stays);
  if (node.own.relativeTransform === undefined || user.own.relativeTransform === undefined) return;
  draft.give(user, { relativeTransform: node.own.relativeTransform });
  const shift = multiply(user.matrix, back);
  for (const below of subtreeOf(user)) {
    yield;
    if (below !== undefined) shiftBoxes(draft, below, shift);
  }
}

/** The place among the children of an instance that a node's is in its component: behind the one before it. */
function placeFor(draft: Draft, node: DraftNode, around: DraftNode, instance: string): number {
  const siblings = node.parent?.children ?? [];
  for (let at = siblings.indexOf(node) - 1; at >= 0; at--) {
    const before = draft.find(`I${instance};${bare(String(siblings[at]?.id))}`);
    const place = before === undefined ? -1 : around.placeOf(before);
    if (place >= 0) return place + 1;
  }
  return 0;
}

/** Gives an instance what its component shows. In steps. */
export function* fillInstance(
  draft: Draft,
  instances: Instances | undefined,
  instance: DraftNode,
  component: DraftNode,
): Generator<void, void> {
  yield* component.readChildren();
  for (const child of component.children) {
    const [top] = yield* showNode(draft, child, { parent: instance, instance: bare(instance.id) });
    if (top !== undefined && instances !== undefined) yield* addAll(instances, top);
  }
}
