import { isDeepStrictEqual } from 'node:util';
import type { Draft } from './draft.ts';
import { type DraftNode, upwards } from './draft-node.ts';

/** What of a part tells in the shape that it is combined to. */
const shapedBy = [
  'relativeTransform',
  'size',
  'visible',
  'booleanOperation',
  'fillGeometry',
  'characters',
  'style',
  'cornerRadius',
  'rectangleCornerRadii',
  'cornerSmoothing',
  'arcData',
  'pointCount',
  'starInnerRadius',
  'strokes',
  'strokeWeight',
  'strokeAlign',
  'individualStrokeWeights',
];

const combines = new Set(['BOOLEAN_OPERATION', 'GROUP']);

/** Boolean operations whose shape is another one, since their parts are. Yields after each node that changed. */
export function* recombined(draft: Draft): Generator<void, ReadonlySet<DraftNode>> {
  const found = new Set<DraftNode>();
  const looked = new Set<DraftNode>();
  const add = (from: DraftNode | undefined): void => {
    for (const above of from === undefined ? [] : upwards(from)) {
      if (looked.has(above) || !combines.has(above.type)) return;
      looked.add(above);
      if (above.type === 'BOOLEAN_OPERATION') found.add(above);
    }
  };
  for (const node of draft.restructured) {
    yield;
    add(node);
  }
  for (const node of draft.given) {
    yield;
    const { before, own } = node;
    if (before === undefined || !shapedBy.some((key) => !isDeepStrictEqual(before[key], own[key]))) continue;
    add(node.parent);
    if (before.booleanOperation !== own.booleanOperation) add(node);
  }
  return found;
}
