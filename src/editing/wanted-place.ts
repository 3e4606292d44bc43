import { type Matrix, multiply, rotation } from '../render/geometry/matrix.ts';
import { type JsonRecord, numberOf, recordOf } from '../render/scene/json-values.ts';
import { readTransform } from '../render/scene/placement.ts';
import type { Size } from '../variables/follow/layout/sizes.ts';
import { directionOf, isInFlow, sizingOf } from '../variables/follow/layout/sizing.ts';
import { isOther } from '../variables/follow/layout/text-sizes.ts';
import type { Draft } from './draft.ts';
import type { DraftNode } from './draft-node.ts';
import { EditRefused } from './edit.ts';
import { isStraight, type Place, placeAt, placeOf } from './place-node.ts';

/** Properties that say where a node lies, and how large it is. */
export const placeKeys = ['absoluteBoundingBox', 'relativeTransform', 'size', 'rotation'] as const;

/** Puts a node where its new properties say; what a frame lays out stays where the frame puts it. In steps. */
export function* placeAsWanted(draft: Draft, node: DraftNode, wanted: JsonRecord): Generator<void, void> {
  const before = placeOf(node);
  const { matrix, size } = wantedPlace(node, before, wanted);
  const frame = node.parent?.own;
  const isLaidOut = frame !== undefined && directionOf(frame) !== undefined && isInFlow(node.own);
  if (isLaidOut && hasMoved(before.matrix, matrix))
    draft.note(node, 'Its frame lays it out and says where it is.', 'absoluteBoundingBox');
  const length = (axis: 'HORIZONTAL' | 'VERTICAL', own: number, asked: number): number => {
    const sizing = sizingOf(node.own, axis, isLaidOut ? frame : undefined);
    if (sizing === 'FIXED' || !isOther(own, asked)) return asked;
    const why = sizing === 'HUG' ? 'It hugs what is in it' : 'It fills its frame';
    draft.note(node, `${why}, and is not sized by hand.`, 'size');
    return own;
  };
  yield* placeAt(draft, node, {
    matrix: isLaidOut && hasMoved(before.matrix, matrix) ? before.matrix : matrix,
    size: {
      width: length('HORIZONTAL', before.size.width, size.width),
      height: length('VERTICAL', before.size.height, size.height),
    },
  });
  if (wanted.rotation !== undefined) draft.give(node, { rotation: wanted.rotation });
}

/** @throws EditRefused where a turned node is given another box */
function wantedPlace(node: DraftNode, before: Place, wanted: JsonRecord): Place {
  const size = sizeIn(wanted.size) ?? before.size;
  const parent = node.parent === undefined ? before.matrix : node.parent.matrix;
  const transform = readTransform(wanted.relativeTransform);
  if (transform !== undefined) return { matrix: multiply(parent, transform), size };
  const angle = numberOf(wanted.rotation);
  const { matrix } = before;
  const turned: Matrix =
    angle === undefined ? matrix : multiply([1, 0, 0, 1, matrix[4], matrix[5]], rotation(angle));
  const box = boxIn(wanted.absoluteBoundingBox);
  if (box === undefined) return { matrix: turned, size };
  const own = boxIn(node.own.absoluteBoundingBox) ?? { x: matrix[4], y: matrix[5], ...before.size };
  const isLarger = isOther(own.width, box.width) || isOther(own.height, box.height);
  if (isLarger && !isStraight(matrix))
    throw new EditRefused(
      `The node ${node.id} is turned, so its box does not say its size: set "size" and "relativeTransform".`,
    );
  const [a, b, c, d, e, f] = turned;
  return {
    matrix: [a, b, c, d, e + box.x - own.x, f + box.y - own.y],
    size: isLarger ? { width: box.width, height: box.height } : size,
  };
}

const hasMoved = (before: Matrix, after: Matrix): boolean =>
  before.some((part, index) => Math.abs(part - after[index]!) > 0.001);

function sizeIn(value: unknown): Size | undefined {
  const [width, height] = [numberOf(recordOf(value)?.x), numberOf(recordOf(value)?.y)];
  return width === undefined || height === undefined ? undefined : { width, height };
}

function boxIn(value: unknown): (Size & { readonly x: number; readonly y: number }) | undefined {
  const box = recordOf(value) ?? {};
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(numberOf);
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  return { x, y, width, height };
}
