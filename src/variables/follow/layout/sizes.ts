import { type JsonRecord, pointOf, recordOf } from '../../../render/scene/json-values.ts';
import { isAlias } from '../../values.ts';
import { type FollowedValues, numberIn } from '../followed-value.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How large a text is, wrapped where a width is given. Yields after each thousand characters at most. */
export type MeasureText = (text: JsonRecord, widthPx?: number) => Generator<undefined, Size>;

/** The size of a node before its turns; of files without vector data, that of its box. */
export function sizeOf(node: JsonRecord): Size | undefined {
  const size = pointOf(node.size);
  if (size !== undefined) return { width: Math.max(0, size.x), height: Math.max(0, size.y) };
  const { width, height } = recordOf(node.absoluteBoundingBox) ?? {};
  const box = pointOf({ x: width, y: height });
  return box && { width: Math.max(0, box.x), height: Math.max(0, box.y) };
}

export const nothing: Size = { width: 0, height: 0 };

/** A size that is bound; the box of a node that says its size only so follows in layout. */
export function followSize(node: JsonRecord, values: FollowedValues): JsonRecord | undefined {
  const bound = recordOf(recordOf(node.boundVariables)?.size) ?? {};
  const size = sizeOf(node);
  const side = (binding: unknown): number | undefined => {
    const followed = isAlias(binding) ? values(binding.id) : undefined;
    return followed && numberIn(followed, 0);
  };
  const [width, height] = [side(bound.x), side(bound.y)];
  if (size === undefined || (width === undefined && height === undefined)) return undefined;
  return withSize(node, { width: width ?? size.width, height: height ?? size.height });
}

function withSize(node: JsonRecord, { width, height }: Size): JsonRecord {
  if (node.size !== undefined) return { size: { x: width, y: height } };
  return { absoluteBoundingBox: { ...recordOf(node.absoluteBoundingBox), width, height } };
}
