import { readShown } from '../document/read-node.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { directionOf, isInFlow, sizingOf, textAutoResize } from '../variables/follow/layout/sizing.ts';
import type { Changes } from './changes-between.ts';

const placeKeys = ['absoluteBoundingBox', 'absoluteRenderBounds', 'relativeTransform', 'size'];

/** Takes from changes where nodes lie that are laid out: layout says that anew, whatever else comes together. */
export function* withoutLaidOutPlaces(changes: Changes): Generator<void, void> {
  for (const [id, values] of changes.changed) {
    yield;
    const row = changes.after.find(id);
    const isSaid = placeKeys.some((key) => values.has(key));
    if (row === undefined || !isSaid || !(yield* isPlacedByLayout(changes.after, row))) continue;
    for (const key of placeKeys) values.delete(key);
    if (values.size === 0) changes.changed.delete(id);
  }
}

/** Whether a node's place, or its size, follows from what is around it or in it. */
function* isPlacedByLayout(document: Snapshot, row: number): Generator<void, boolean> {
  const { id, type, parent } = document.node(row);
  if (id.startsWith('I') || type === 'GROUP') return true;
  const own = yield* readShown(document, row);
  const frame = parent === undefined ? {} : yield* readShown(document, parent);
  if (directionOf(frame) !== undefined && isInFlow(own)) return true;
  if (textAutoResize(own) !== undefined) return true;
  const isFrame = directionOf(own) !== undefined;
  return (
    isFrame && (['HORIZONTAL', 'VERTICAL'] as const).some((axis) => sizingOf(own, axis, undefined) === 'HUG')
  );
}
