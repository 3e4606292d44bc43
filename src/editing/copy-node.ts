import { exactNodeId, type NodeId } from '../contract/branded-ids.ts';
import { identity, invert, type Matrix, multiply } from '../render/geometry/matrix.ts';
import { recordOf } from '../render/scene/json-values.ts';
import type { Draft } from './draft.ts';
import { type DraftNode, subtreeOf } from './draft-node.ts';
import { bare, idWithin } from './instances.ts';
import { shiftBoxes, transformIn } from './place-node.ts';

/** How a copy is called. */
type IdOf = (source: DraftNode) => NodeId;

/** Copies a node with all below it into a parent, where it lies on the canvas as the source does. In steps. */
export function* copyNode(
  draft: Draft,
  source: DraftNode,
  parent: DraftNode,
  index?: number,
): Generator<void, DraftNode[]> {
  const matrix = source.matrix;
  const copies = yield* copyTree(draft, source, { parent, index, idOf: freshIds(draft) });
  const [top] = copies as [DraftNode];
  if (top.own.relativeTransform !== undefined) top.give({ relativeTransform: transformIn(top, matrix) });
  return copies;
}

/** Shows a node of a component in an instance, where the instance's own parent of it is. In steps. */
export function* showNode(
  draft: Draft,
  source: DraftNode,
  { parent, index, instance }: { parent: DraftNode; index?: number | undefined; instance: string },
): Generator<void, DraftNode[]> {
  const idOf = (node: DraftNode) => idWithin(instance, node.id);
  const copies = yield* copyTree(draft, source, { parent, index, idOf });
  const around = source.parent === undefined ? identity : source.parent.matrix;
  const back: Matrix = invert(around) ?? identity;
  const shift = multiply(parent.matrix, back);
  for (const copy of copies) {
    yield;
    if (copy.type === 'INSTANCE') copy.give({ overrides: [] });
    shiftBoxes(draft, copy, shift);
  }
  return copies;
}

function* copyTree(
  draft: Draft,
  source: DraftNode,
  { parent, index, idOf }: { parent: DraftNode; index?: number | undefined; idOf: IdOf },
): Generator<void, DraftNode[]> {
  const ids = new Map<DraftNode, NodeId>();
  const renamed = new Map<string, NodeId>();
  for (const node of subtreeOf(source)) {
    yield;
    if (node === undefined) continue;
    const id = idOf(node);
    ids.set(node, id);
    renamed.set(String(node.id), id);
  }
  const copies = new Map<DraftNode, DraftNode>();
  for (const [node, id] of ids) {
    yield;
    yield* node.read();
    const copy = draft.make(node.own, id);
    const { overrides } = node.own;
    if (Array.isArray(overrides))
      copy.give({
        overrides: overrides.map((entry) => {
          const id = recordOf(entry)?.id;
          return { ...recordOf(entry), id: renamed.get(String(id)) ?? id };
        }),
      });
    copies.set(node, copy);
    const above = node.parent && copies.get(node.parent);
    if (node === source) draft.put(copy, parent, index);
    else if (above !== undefined) draft.put(copy, above);
  }
  return [...copies.values()];
}

/** New ids; what an instance holds is called after it. */
function freshIds(draft: Draft): IdOf {
  const instances = new Map<string, NodeId>();
  return (node) => {
    for (let at = node.id.lastIndexOf(';'); at > 0; at = node.id.lastIndexOf(';', at - 1)) {
      const known = instances.get(bare(node.id.slice(0, at)));
      if (known !== undefined) return exactNodeId(`I${bare(known)}${node.id.slice(at)}`);
    }
    const id = draft.freshId();
    if (node.type === 'INSTANCE') instances.set(bare(node.id), id);
    return id;
  };
}
