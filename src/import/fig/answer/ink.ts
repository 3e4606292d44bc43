import type { Blobs } from '../message/blobs.ts';
import type { Fig, FigNode, Matrix } from '../message/wanted.ts';
import { isContainer } from './identity.ts';
import { type Box, boxOf, extentOf, identity, multiply, unite } from './matrix.ts';

/** Where a node itself leaves ink, without what it holds and without its effects. */
export function inkOf(node: FigNode, type: string, world: Matrix, blobs: Blobs): Box | undefined {
  if (type === 'GROUP' || type === 'SLICE' || type === 'TRANSFORM_GROUP') return undefined;
  if (type === 'TEXT') return textInkOf(node, world, blobs);
  const size = node.size ?? { x: 0, y: 0 };
  const isBox = isContainer(type) || type === 'SECTION';
  const hasGeometry = (node.fillGeometry?.length ?? 0) + (node.strokeGeometry?.length ?? 0) > 0;
  if (isBox || !hasGeometry) return unite(boxOf(world, size), strokeInkOf(node, world, blobs));
  return unite(pathsInk(node.fillGeometry, world, blobs), strokeInkOf(node, world, blobs));
}

/** A stroke inside of a shape adds nothing to it. */
function strokeInkOf(node: FigNode, world: Matrix, blobs: Blobs): Box | undefined {
  const isVisible = (node.strokePaints ?? []).some((paint) => paint.visible !== false);
  if (!isVisible) return undefined;
  if (node.fillGeometry === undefined && node.strokeGeometry === undefined) return strokedBox(node, world);
  const isInside = node.strokeAlign === 'INSIDE' && (node.fillGeometry?.length ?? 0) > 0;
  return isInside ? undefined : pathsInk(node.strokeGeometry, world, blobs);
}

const outerShares: Readonly<Record<string, number>> = { INSIDE: 0, OUTSIDE: 1 };

/** Other programs tell no outlines: the stroke reaches beyond the box by its share of the weight. */
function strokedBox(node: FigNode, world: Matrix): Box {
  const { size = { x: 0, y: 0 }, strokeWeight = 1, strokeAlign = 'CENTER' } = node;
  const by = (weight = 0) => (outerShares[strokeAlign] ?? 0.5) * Math.max(0, weight);
  const [top, right, bottom, left] = node.borderStrokeWeightsIndependent
    ? [node.borderTopWeight, node.borderRightWeight, node.borderBottomWeight, node.borderLeftWeight].map(by)
    : Array<number>(4).fill(by(strokeWeight));
  const corner = { ...identity, m02: -left!, m12: -top! };
  return boxOf(multiply(world, corner), { x: size.x + left! + right!, y: size.y + top! + bottom! });
}

function pathsInk(paths: readonly Fig<'Path'>[] | undefined, world: Matrix, blobs: Blobs): Box | undefined {
  let ink: Box | undefined;
  for (const { commandsBlob } of paths ?? []) {
    const path = blobs.path(commandsBlob);
    if (path !== undefined) ink = unite(ink, extentOf(path, world));
  }
  return ink;
}

/** The outlines of the glyphs, in em and upwards, each base line on a whole pixel. */
function textInkOf(node: FigNode, world: Matrix, blobs: Blobs): Box | undefined {
  const glyphs = node.derivedTextData?.glyphs ?? node.textData?.glyphs;
  if (glyphs === undefined) return boxOf(world, node.size ?? { x: 0, y: 0 });
  let ink: Box | undefined;
  for (const { commandsBlob, position, fontSize = 0 } of glyphs) {
    const path = blobs.path(commandsBlob);
    if (path === undefined || position === undefined) continue;
    const { x, y } = position;
    const placed = { m00: fontSize, m01: 0, m02: x, m10: 0, m11: -fontSize, m12: Math.round(y) };
    ink = unite(ink, extentOf(path, multiply(world, placed)));
  }
  return ink;
}

/** What effects add to the content that they are of. Those of a slide are how the editor shows it among others. */
export function withEffects(content: Box | undefined, node: FigNode): Box | undefined {
  if (content === undefined || node.type === 'SLIDE') return content;
  let box: Box | undefined = content;
  for (const { type, visible, radius = 0, spread = 0, offset } of node.effects ?? []) {
    if (visible === false) continue;
    if (type === 'DROP_SHADOW') box = unite(box, grown(content, radius + spread, offset));
    if (type === 'FOREGROUND_BLUR') box = unite(box, grown(content, radius));
  }
  return box;
}

function grown(
  box: Box,
  by: number,
  { x, y }: { readonly x: number; readonly y: number } = { x: 0, y: 0 },
): Box {
  return {
    left: box.left + x - by,
    top: box.top + y - by,
    right: box.right + x + by,
    bottom: box.bottom + y + by,
  };
}
