import { multiply, translation } from '../render/geometry/matrix.ts';
import { pointOf } from '../render/scene/json-values.ts';
import { readTransform } from '../render/scene/placement.ts';
import { sizeOf } from '../variables/follow/layout/sizes.ts';
import type { Draft } from './draft.ts';
import type { DraftNode } from './draft-node.ts';
import { boxAt, transformIn } from './place-node.ts';

const canvasTypes = new Set(['DOCUMENT', 'CANVAS']);
/** As the editor draws a frame that nobody has given a size. */
const plainSize = { width: 100, height: 100 };

/** Gives new nodes the size, the transform and the boxes that they do not say; those above come first. Yields after each. */
export function* arriveAll(draft: Draft, nodes: readonly DraftNode[]): Generator<void, void> {
  for (const node of nodes) {
    if (!canvasTypes.has(node.type)) arrive(draft, node);
    yield;
  }
}

function arrive(draft: Draft, node: DraftNode): void {
  const { own, parent } = node;
  const around = parent === undefined ? translation(0, 0) : parent.matrix;
  const isUnmeasured = own.type === 'TEXT' && sizeOf(own) === undefined;
  if (isUnmeasured) draft.unmeasured.add(node);
  const size = sizeOf(own) ?? (isUnmeasured ? { width: 0, height: 0 } : plainSize);
  const transform = readTransform(own.relativeTransform);
  const box = pointOf(own.absoluteBoundingBox);
  const matrix =
    transform !== undefined
      ? multiply(around, transform)
      : box === undefined
        ? around
        : translation(box.x, box.y);
  const absoluteBoundingBox = own.absoluteBoundingBox ?? boxAt({ matrix, size });
  node.give({
    size: { x: size.width, y: size.height },
    relativeTransform: own.relativeTransform ?? transformIn(node, matrix),
    absoluteBoundingBox,
    absoluteRenderBounds:
      own.absoluteRenderBounds === undefined ? absoluteBoundingBox : own.absoluteRenderBounds,
  });
}
