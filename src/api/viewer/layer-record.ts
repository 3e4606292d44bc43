import type { Layer } from '../../contract/contract.ts';
import { objectOf, someValues } from '../../document/node-values.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { visibleGrids } from './visible-grids.ts';

const shown: ReadonlySet<string> = new Set([
  'absoluteBoundingBox',
  'devStatus',
  'layoutGrids',
  'layoutPositioning',
  'locked',
  'visible',
]);

/** A node as a list of layers shows it; what it says of itself is read, not what lies in it. In steps. */
export function* layerRecord(snapshot: Snapshot, index: number): Generator<void, Layer> {
  const { id, shortName: name, type, subtreeEnd } = snapshot.node(index);
  const values = yield* someValues(snapshot, index, shown);
  const { type: devStatus } = objectOf(values, 'devStatus');
  return {
    id,
    name,
    type,
    has_children: subtreeEnd > index + 1,
    bounds: boundsOf(values),
    ...(values.get('visible') === 'false' ? { hidden: true } : {}),
    ...(values.get('locked') === 'true' ? { locked: true } : {}),
    ...(values.get('layoutPositioning') === '"ABSOLUTE"' ? { absolute: true } : {}),
    ...(typeof devStatus === 'string' ? { dev_status: devStatus } : {}),
    ...visibleGrids(values.get('layoutGrids')),
  };
}

/** Nodes as a list of layers shows them, one after the other. */
export function* layerRecords(snapshot: Snapshot, indexes: Iterable<number>): Generator<void, Layer[]> {
  const layers: Layer[] = [];
  for (const index of indexes) {
    layers.push(yield* layerRecord(snapshot, index));
    yield;
  }
  return layers;
}

function boundsOf(values: ReadonlyMap<string, string>): Layer['bounds'] {
  const { x, y, width, height } = objectOf(values, 'absoluteBoundingBox') as NonNullable<Layer['bounds']>;
  return [x, y, width, height].every(Number.isFinite) ? { x, y, width, height } : null;
}
