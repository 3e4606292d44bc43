import type { SceneItem } from '../scene/scene.ts';
import { plainMarking, setMarking } from './marking.ts';
import { castingArea, castingShape } from './shadow-casting.ts';
import { fillBlack, paintSilhouette } from './silhouette.ts';
import { closeLayer, drawLayer, openLayer, type Painter, type Target } from './target.ts';
import { castingBox, castingOf, spendWhole } from './whole-box.ts';

/** Paints in black on an empty target what an item covers, alike in every tile. */
export function paintCover(painter: Painter, target: Target, item: SceneItem): void {
  const casting = castingOf(painter, target, item, castingShape(item, 0));
  if (casting === 'whole' && paintWholeCover(painter, target, item)) return;
  paintOn(painter, casting === 'exactly' ? { ...target, isExact: true } : target, item);
}

function paintOn(painter: Painter, target: Target, item: SceneItem): void {
  const area = castingArea(item, 0);
  if (area !== undefined) fillBlack(painter, target, area);
  else paintSilhouette(painter, target, item);
}

/** Paints all of it on a layer first; false where no memory is left for that. */
function paintWholeCover(painter: Painter, target: Target, item: SceneItem): boolean {
  const box = castingBox(target, item);
  const whole = box && openLayer(painter, { ...target, shown: undefined }, box, 'pixels');
  if (whole === undefined) return false;
  spendWhole(painter, whole);
  paintOn(painter, whole.target, item);
  setMarking(target, plainMarking);
  drawLayer(target, whole);
  closeLayer(painter, whole);
  return true;
}
