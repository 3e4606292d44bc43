import type { SceneItem, SceneMasked, SceneShape } from '../scene/scene.ts';
import { isPlainBlend } from './blend-modes.ts';
import { clipToItem, outlineAreas } from './clip.ts';
import { drawItemsCut } from './cut-exactly.ts';
import { luminanceToAlpha } from './luminance.ts';
import { setMarking } from './marking.ts';
import {
  closeLayer,
  type DeviceBox,
  deviceBox,
  drawLayer,
  openLayer,
  type Painter,
  type Target,
} from './target.ts';

/** Whether a mask lets everything through within its outline: such a mask is a clip. */
function isSolid(mask: SceneItem): mask is SceneShape {
  if (mask.kind !== 'shape' || mask.opacity < 1 || mask.effects.length > 0 || mask.stroke) return false;
  return mask.fills.some(
    (paint) => paint.kind === 'solid' && paint.color.a * paint.opacity === 1 && isPlainBlend(paint.blendMode),
  );
}

/** Whether the outlines of a mask say all of what it lets through. */
export const isClip = ({ maskType, mask }: SceneMasked): boolean =>
  maskType === 'VECTOR' || (maskType === 'ALPHA' && isSolid(mask));

/** Draws items through the mask over them. */
export function paintMasked(painter: Painter, target: Target, item: SceneMasked, alpha: number): void {
  if (isClip(item)) {
    if (target.isExact && paintThroughExactly(painter, target, item, alpha)) return;
    target.context.save();
    clipToItem(target, item.mask);
    painter.paintItems(painter, target, item.children, alpha);
    target.context.restore();
    return;
  }
  const box = deviceBox(target, item.ink);
  if (box !== undefined) paintThroughPixels(painter, target, item, alpha, box);
}

/** Draws items on a layer and cuts that to the mask, px by px; false where it cannot be done. */
function paintThroughExactly(painter: Painter, target: Target, item: SceneMasked, alpha: number): boolean {
  const cut = { bounds: item.ink, areas: outlineAreas(item.mask) };
  return drawItemsCut(painter, target, cut, item.children, alpha);
}

function paintThroughPixels(
  painter: Painter,
  target: Target,
  item: SceneMasked,
  alpha: number,
  box: DeviceBox,
): void {
  // Readers of PDF do not agree on masks made of compositions, so these are pixels there.
  const content = openLayer(painter, target, box, 'pixels');
  if (content === undefined) return;
  const mask = openLayer(painter, content.target, content.target.box);
  if (mask !== undefined) {
    painter.paintItems(painter, content.target, item.children, 1);
    painter.paintItems(painter, mask.target, [item.mask], 1);
    if (item.maskType === 'LUMINANCE') luminanceToAlpha(mask.target);
    setMarking(content.target, { alpha: 1, composition: 'destination-in' });
    drawLayer(content.target, mask);
    closeLayer(painter, mask);
    setMarking(target, { alpha, composition: 'source-over' });
    drawLayer(target, content);
  }
  closeLayer(painter, content);
}
