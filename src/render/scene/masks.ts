import { intersect, isEmpty, uniteAll } from './boxes.ts';
import type { Drawing } from './drawing.ts';
import { type JsonRecord, wordOf } from './json-values.ts';
import { hasPaint } from './paints.ts';
import type { Placement } from './placement.ts';
import type { SceneItem, SceneMasked } from './scene.ts';

const maskTypes = { ALPHA: true, VECTOR: true, LUMINANCE: true } satisfies Record<
  SceneMasked['maskType'],
  true
>;

export const isMask = (node: JsonRecord): boolean => node.isMask === true && node.visible !== false;

const maskTypeOf = (node: JsonRecord): SceneMasked['maskType'] =>
  wordOf(node.maskType, maskTypes) ?? (node.isMaskOutline === true ? 'VECTOR' : 'ALPHA');

const black = [{ type: 'SOLID', color: { r: 0, g: 0, b: 0, a: 1 } }];

/** Outlines count whatever their paints, so one without any is given one. */
const withPaint = (node: JsonRecord): JsonRecord =>
  hasPaint(node.fills) || hasPaint(node.strokes) || Array.isArray(node.children)
    ? node
    : { ...node, fills: black };

/** The file lacks the outline, so what is seen through it is unknown too. */
const isBlank = (item: SceneItem): boolean => item.kind === 'group' && item.children.length === 0;

/** Items seen through a mask: those that follow it among its siblings. Nothing shows through an empty mask. */
export function drawMasked(
  drawing: Drawing,
  node: JsonRecord,
  parent: Placement,
  children: readonly SceneItem[],
): SceneItem | undefined {
  const maskType = maskTypeOf(node);
  if (children.length === 0) return undefined;
  const mask = drawing.drawNode(maskType === 'VECTOR' ? withPaint(node) : node, parent);
  if (mask === undefined || isBlank(mask)) return mask;
  const ink = intersect(mask.bounds, uniteAll(children.map(({ bounds }) => bounds)));
  if (isEmpty(ink)) return undefined;
  return {
    kind: 'masked',
    maskType,
    mask,
    children,
    opacity: 1,
    blendMode: 'PASS_THROUGH',
    effects: [],
    ink,
    bounds: ink,
  };
}
