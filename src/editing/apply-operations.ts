import type { NodeId } from '../contract/branded-ids.ts';
import { type JsonRecord, recordOf } from '../render/scene/json-values.ts';
import { arriveAll } from './arrive.ts';
import { checkedProperties } from './checked-properties.ts';
import { initialProperties, propertiesWith, showProperties, tellProperties } from './component-properties.ts';
import { copyNode } from './copy-node.ts';
import type { Draft } from './draft.ts';
import type { DraftNode } from './draft-node.ts';
import { EditRefused, type NodeOperation } from './edit.ts';
import {
  fillInstance,
  followArrival,
  followDeparture,
  followMove,
  followProperties,
  isShown,
} from './follow-components.ts';
import { arriveAsTold, giveAsTold, putAsTold } from './given-places.ts';
import { componentAround, Instances, instanceAround, override } from './instances.ts';
import { enterComponent, enterComponents, isEntry, leaveComponents, setEntryOf } from './kept-maps.ts';
import { makeSent } from './new-node.ts';
import { transformIn } from './place-node.ts';
import { setProperties } from './set-properties.ts';
import { refuseCycle, refuseMisplaced, refuseRooted } from './tree-rules.ts';

/** How operations are taken. */
export interface Taking {
  /** Every value stands as it is given: nothing follows. */
  readonly asGiven: boolean;
  /** The operations are made of documents: their values are held to nothing. */
  readonly isTrusted: boolean;
  /** A change in an instance is written down as its own. */
  readonly overrides: boolean;
}

interface Work extends Taking {
  readonly draft: Draft;
  readonly at: number;
  /** Absent where no component is touched. */
  readonly instances: Instances | undefined;
}

type OperationOf<Op extends NodeOperation['op']> = Extract<NodeOperation, { op: Op }>;

/**
 * Changes a draft as the operations say, one after the other. Yields between them, and between the nodes of each.
 *
 * @returns ids of the nodes that were made, by the place of their operation
 * @throws EditRefused where one cannot be done; the draft is of no use then
 */
export function* applyOperations(
  draft: Draft,
  operations: readonly NodeOperation[],
  taking: Taking,
): Generator<void, Map<number, NodeId>> {
  const ids = new Map<number, NodeId>();
  let instances: Instances | undefined;
  for (const [at, operation] of operations.entries()) {
    yield;
    yield* readNamed(draft, operation);
    if (!taking.asGiven && instances === undefined && touchesComponents(draft, operation))
      instances = yield* new Instances(draft).read();
    if (taking.isTrusted && isOver(draft, operation)) continue;
    const made = yield* apply({ ...taking, draft, at, instances }, operation);
    if (made !== undefined) ids.set(at, made.id);
  }
  return ids;
}

/** Reads the nodes that an operation names, and the children of those that come to have others. */
function* readNamed(draft: Draft, operation: NodeOperation): Generator<void, void> {
  const node = 'id' in operation ? draft.find(operation.id) : undefined;
  const parent = 'parent' in operation ? draft.find(operation.parent) : undefined;
  yield* node?.read() ?? [];
  yield* parent?.read() ?? [];
  yield* parent?.readChildren() ?? [];
  if (operation.op === 'move' || operation.op === 'remove') yield* node?.parent?.readChildren() ?? [];
}

/** Whether what an operation of a document is about is gone, or its work was done by what follows. */
function isOver(draft: Draft, operation: NodeOperation): boolean {
  if (operation.op === 'insert') {
    const there = draft.find(String(operation.node.id));
    if (there !== undefined) draft.give(there, operation.node);
    return there !== undefined || draft.find(operation.parent) === undefined;
  }
  const isGone = draft.find(operation.id) === undefined;
  if (operation.op === 'move') return isGone || draft.find(operation.parent) === undefined;
  return isGone && !(operation.op === 'set' && isEntry(operation.properties));
}

function touchesComponents(draft: Draft, operation: NodeOperation): boolean {
  const named = [
    'id' in operation ? operation.id : undefined,
    'parent' in operation ? operation.parent : undefined,
  ];
  return named.some((id) => {
    const node = id === undefined ? undefined : draft.find(id);
    return node !== undefined && componentAround(node) !== undefined;
  });
}

function* apply(work: Work, operation: NodeOperation): Generator<void, DraftNode | undefined> {
  try {
    if (operation.op === 'set') yield* set(work, operation);
    else if (operation.op === 'insert') return yield* insert(work, operation);
    else if (operation.op === 'copy') return yield* copy(work, operation);
    else if (operation.op === 'move') yield* move(work, operation);
    else yield* remove(work, operation);
    return undefined;
  } catch (error) {
    const place = `operations[${work.at}]`;
    if (!(error instanceof EditRefused) || error.message.includes(`"${place}.`)) throw error;
    throw new EditRefused(`${place}: ${error.message}`);
  }
}

function required(draft: Draft, id: string, field: string): DraftNode {
  const node = draft.find(id);
  if (node !== undefined) return node;
  throw new EditRefused(`The document has no node "${id.slice(0, 200)}", which "${field}" names.`);
}

const fixed = ['id', 'type', 'children'];

function* set(work: Work, { id, properties, unbind }: OperationOf<'set'>): Generator<void, void> {
  const { draft, at, asGiven, isTrusted, instances } = work;
  if (setEntryOf(draft, { id, properties, at, isTrusted })) return;
  const node = required(draft, id, 'id');
  const place = `/operations/${at}/properties`;
  if (isTrusted) {
    const before = node.own;
    yield* giveAsTold(draft, node, properties);
    if (instances !== undefined) yield* followProperties(draft, instances, node, { before, after: node.own });
    return;
  }
  for (const key of fixed)
    if (Object.hasOwn(properties, key))
      throw new EditRefused(
        `"${key}" of the node ${node.id} is not set: insert, move and remove nodes instead.`,
      );
  const wanted = checkedProperties(properties, { place, type: node.type });
  if (asGiven) {
    yield* giveAsTold(draft, node, wanted);
    return;
  }
  if ('componentId' in wanted || 'overrides' in wanted)
    throw new EditRefused(
      `The instance ${node.id} shows one component for good: insert an instance of another in its place.`,
    );
  const before = node.own;
  yield* setProperties(draft, node, { properties: withComponentProperties(node, wanted), unbind });
  if ('name' in wanted) enterComponent(draft, node);
  tellProperties(draft, node, wanted);
  if (work.overrides && instanceAround(node) !== undefined)
    override(
      draft,
      node,
      Object.keys(wanted).filter((key) => isShown(key, node.type === 'INSTANCE') || key === 'size'),
    );
  if (instances !== undefined) yield* followProperties(draft, instances, node, { before, after: node.own });
  if ('componentProperties' in wanted) yield* showComponentProperties(work, node, before);
}

/** Properties of its component are given to an instance one by one. @throws EditRefused */
const withComponentProperties = (node: DraftNode, wanted: JsonRecord): JsonRecord =>
  node.type === 'INSTANCE' && 'componentProperties' in wanted
    ? { ...wanted, componentProperties: propertiesWith(node, wanted.componentProperties) }
    : wanted;

function* showComponentProperties(
  { draft, instances }: Work,
  instance: DraftNode,
  before: JsonRecord,
): Generator<void, void> {
  for (const { node, before: was } of yield* showProperties(draft, instance, before))
    if (instances !== undefined)
      yield* followProperties(draft, instances, node, { before: was, after: node.own });
}

/** The index that is asked for, or behind the sibling that is named. */
function indexIn(
  draft: Draft,
  parent: DraftNode,
  { index, behind }: OperationOf<'insert' | 'move'>,
): number | undefined {
  if (behind === undefined || behind === null) return behind === null ? 0 : index;
  const sibling = draft.find(behind);
  const place = sibling === undefined ? -1 : parent.placeOf(sibling);
  return place < 0 ? undefined : place + 1;
}

function* insert(work: Work, operation: OperationOf<'insert'>): Generator<void, DraftNode> {
  const { parent: id, node: spec, origin } = operation;
  const { draft, at, asGiven, isTrusted, instances } = work;
  const parent = required(draft, id, 'parent');
  const index = indexIn(draft, parent, operation);
  const place = `/operations/${at}/node`;
  const { top, made } = yield* makeSent(draft, { spec, place, parent, index }, { isTrusted, asGiven });
  yield* enterComponents(draft, made);
  if (origin !== undefined) yield* arriveAsTold(draft, made, origin);
  if (asGiven) return top;
  if (isTrusted) {
    if (instances !== undefined) yield* followArrival(draft, instances, top);
    return top;
  }
  yield* arriveAll(draft, made);
  for (const node of made) {
    yield;
    const component = node.type === 'INSTANCE' ? componentOf(draft, node) : undefined;
    if (component !== undefined && node.childCount === 0) yield* showComponent(work, node, component, spec);
  }
  if (instances !== undefined) yield* followArrival(draft, instances, top);
  return top;
}

/** @throws EditRefused where the file knows no such component */
function componentOf(draft: Draft, { id, own }: DraftNode): DraftNode | undefined {
  const componentId = String(own.componentId);
  const component = draft.find(componentId);
  if (component?.type === 'COMPONENT') return component;
  if (draft.entry('components', componentId) !== undefined) return undefined;
  throw new EditRefused(
    `The instance ${id} is of the component "${componentId.slice(0, 200)}", which the file lacks.`,
  );
}

/** A new instance looks as its component does, but for what was said of it. */
function* showComponent(
  work: Work,
  node: DraftNode,
  component: DraftNode,
  spec: unknown,
): Generator<void, void> {
  const { draft, instances } = work;
  const said = new Set(Object.keys(recordOf(spec) ?? {}));
  const shown = Object.entries(component.own).filter(
    ([key]) => (isShown(key, true) || (key === 'size' && !said.has('absoluteBoundingBox'))) && !said.has(key),
  );
  node.give(Object.fromEntries(shown));
  if (!said.has('absoluteBoundingBox') || !said.has('absoluteRenderBounds')) {
    node.give({ absoluteBoundingBox: undefined, absoluteRenderBounds: undefined });
    if (said.has('absoluteBoundingBox'))
      node.give({ absoluteBoundingBox: recordOf(spec)?.absoluteBoundingBox });
    yield* arriveAll(draft, [node]);
  }
  yield* fillInstance(draft, instances, node, component);
  const componentProperties = initialProperties(component);
  const given = node.own.componentProperties;
  if (componentProperties === undefined) return;
  node.give({ componentProperties });
  const before = node.own;
  node.give({ componentProperties: propertiesWith(node, given) });
  yield* showComponentProperties(work, node, before);
}

function* copy(work: Work, { id, parent: parentId, index }: OperationOf<'copy'>): Generator<void, DraftNode> {
  const { draft, instances } = work;
  const [node, parent] = [required(draft, id, 'id'), required(draft, parentId, 'parent')];
  if (node.parent === undefined) refuseRooted(node);
  refuseMisplaced({ id: node.id, type: node.type, componentId: node.own.componentId }, parent);
  const made = yield* copyNode(draft, node, parent, index);
  yield* enterComponents(draft, made);
  const [top] = made as [DraftNode];
  if (instances !== undefined) yield* followArrival(draft, instances, top);
  return top;
}

function* move(work: Work, operation: OperationOf<'move'>): Generator<void, void> {
  const { id, parent: parentId } = operation;
  const { draft, asGiven, isTrusted, instances } = work;
  const [node, parent] = [required(draft, id, 'id'), required(draft, parentId, 'parent')];
  const isTold = asGiven || isTrusted;
  if (node.parent === undefined || !isTold) refuseRooted(node);
  refuseCycle(node, parent);
  refuseMisplaced({ id: node.id, type: node.type, componentId: node.own.componentId }, parent, isTold);
  const put = isTold ? putAsTold : putWhereItLies;
  const moved = () => put(draft, node, parent, () => indexIn(draft, parent, operation));
  if (instances === undefined) yield* moved();
  else yield* followMove(draft, instances, node, moved);
}

function* putWhereItLies(
  draft: Draft,
  node: DraftNode,
  parent: DraftNode,
  index: () => number | undefined,
): Generator<void, void> {
  const matrix = node.matrix;
  draft.take(node);
  draft.put(node, parent, index());
  if (node.own.relativeTransform !== undefined)
    draft.give(node, { relativeTransform: transformIn(node, matrix) });
  yield* enterComponents(draft, [node]);
}

function* remove(
  { draft, asGiven, isTrusted, instances }: Work,
  { id }: OperationOf<'remove'>,
): Generator<void, void> {
  const node = required(draft, id, 'id');
  if (node.parent === undefined || !(asGiven || isTrusted)) refuseRooted(node);
  if (node.type === 'CANVAS' && draft.root.childCount === 1)
    throw new EditRefused(`The page ${node.id} is the only one, and stays.`);
  if (instances !== undefined) yield* followDeparture(draft, instances, node);
  yield* leaveComponents(draft, node);
  draft.take(node);
}
