import { printGeometry } from '../../render/geometry/print-path.ts';
import { rectanglePath } from '../../render/geometry/rectangle.ts';
import { type JsonRecord, listOf, numberOr } from '../../render/scene/json-values.ts';
import { nothing, sizeOf } from './layout/sizes.ts';

const rectangles = new Set(['FRAME', 'RECTANGLE', 'COMPONENT', 'COMPONENT_SET', 'INSTANCE', 'SECTION']);
const shapedBy = ['size', 'cornerRadius', 'rectangleCornerRadii'];

/** Vector data of a rectangle says what its size and its corners say. */
export function withOutline(before: JsonRecord, after: JsonRecord): JsonRecord {
  const isSame = shapedBy.every((key) => before[key] === after[key]);
  if (isSame || listOf(after.fillGeometry).length !== 1 || !rectangles.has(String(after.type))) return after;
  const [one, listed] = [numberOr(after.cornerRadius, 0), listOf(after.rectangleCornerRadii)];
  const radius = (index: number): number => Math.max(0, numberOr(listed[index], one));
  const radii = [radius(0), radius(1), radius(2), radius(3)] as const;
  const path = rectanglePath(sizeOf(after) ?? nothing, radii, numberOr(after.cornerSmoothing, 0));
  return { ...after, fillGeometry: [{ path: printGeometry(path), windingRule: 'NONZERO' }] };
}
