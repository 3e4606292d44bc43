import type { Layer } from '../../contract/contract.ts';
import { nodeValues, objectOf } from '../../document/node-values.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { visibleGrids } from './visible-grids.ts';

/** A node as a list of layers shows it; what it says of itself is read, not what lies in it. */
export function layerRecord(snapshot: Snapshot, index: number): Layer {
  const { id, name, type, subtreeEnd } = snapshot.node(index);
  const values = nodeValues(snapshot, index);
  const { type: devStatus } = objectOf(values, 'devStatus');
  return {
    ...{ id, name, type, has_children: subtreeEnd > index + 1, bounds: boundsOf(values) },
    ...(values.get('visible') === 'false' ? { hidden: true } : {}),
    ...(values.get('locked') === 'true' ? { locked: true } : {}),
    ...(values.get('layoutPositioning') === '"ABSOLUTE"' ? { absolute: true } : {}),
    ...(typeof devStatus === 'string' ? { dev_status: devStatus } : {}),
    ...visibleGrids(values.get('layoutGrids')),
  };
}

function boundsOf(values: ReadonlyMap<string, string>): Layer['bounds'] {
  const { x, y, width, height } = objectOf(values, 'absoluteBoundingBox') as NonNullable<Layer['bounds']>;
  return [x, y, width, height].every(Number.isFinite) ? { x, y, width, height } : null;
}
