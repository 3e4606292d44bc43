import type { Paint, SceneItem, SceneMasked, SceneText } from '../scene/scene.ts';
import { type Area, areasOf, pathArea } from './area.ts';
import { clipToItem, clipToOutline } from './clip.ts';
import { black } from './color-glyph.ts';
import { byColors, drawColoredGlyphs } from './colored-glyphs.ts';
import { fillArea } from './fill-area.ts';
import { glyphRunsOf, runArea } from './glyph-marks.ts';
import { plainMarking } from './marking.ts';
import { closeLayer, deviceBox, drawLayer, openLayer, type Painter, type Target } from './target.ts';

/** Draws in black what an item covers, as if all of its paints were opaque; images are as opaque as they are. */
export function paintSilhouette(painter: Painter, target: Target, item: SceneItem): void {
  if (item.kind === 'masked') paintMaskedSilhouette(painter, target, item);
  else if (item.kind === 'group') {
    target.context.save();
    if (item.clip !== undefined) clipToOutline(target, item.clip);
    for (const child of item.children) paintSilhouette(painter, target, child);
    target.context.restore();
  } else paintMarks(painter, target, item);
}

function paintMarks(painter: Painter, target: Target, item: Exclude<SceneItem, { children: unknown }>): void {
  const areas = item.kind === 'shape' ? areasOf(item.outline, item.ink) : textAreas(painter, target, item);
  const fills = item.kind === 'shape' ? item.fills : item.fills.flat();
  const images = fills.filter(({ kind }) => kind === 'image' || kind === 'pattern');
  if (images.length < fills.length) for (const area of areas) fillBlack(painter, target, area);
  else
    for (const paint of images)
      for (const area of areas) fillArea(painter, target, area, paint, plainMarking);
  if (item.stroke === undefined) return;
  const place = item.kind === 'shape' ? item.outline : item;
  fillBlack(
    painter,
    target,
    pathArea(item.stroke.bands.cut, { matrix: place.matrix, size: place.size, ink: item.ink }),
  );
}

/** The areas of a text's outlines; glyphs with colours of their own are drawn at once, as opaque as they are. */
function textAreas(painter: Painter, target: Target, item: SceneText): Area[] {
  return glyphRunsOf(item).map((run) => {
    const { plain, colored } = byColors(painter, run);
    const paints = item.fills[run.styleIndex] ?? [];
    if (colored.length > 0 && paints.length > 0)
      drawColoredGlyphs(painter, target, item, colored, { ...plainMarking, foreground: black });
    return runArea(item, plain);
  });
}

const opaqueBlack: Paint = {
  kind: 'solid',
  color: { r: 0, g: 0, b: 0, a: 1 },
  opacity: 1,
  blendMode: 'NORMAL',
};

/** Fills an area with opaque black. */
export const fillBlack = (painter: Painter, target: Target, area: Area): void =>
  fillArea(painter, target, area, opaqueBlack, plainMarking);

function paintMaskedSilhouette(painter: Painter, target: Target, item: SceneMasked): void {
  const { context } = target;
  if (item.maskType === 'VECTOR') {
    context.save();
    clipToItem(target, item.mask);
    for (const child of item.children) paintSilhouette(painter, target, child);
    context.restore();
    return;
  }
  const box = deviceBox(target, item.ink);
  const content = box && openLayer(painter, target, box, 'pixels');
  if (content === undefined) return;
  const mask = openLayer(painter, content.target, content.target.box);
  if (mask !== undefined) {
    for (const child of item.children) paintSilhouette(painter, content.target, child);
    paintSilhouette(painter, mask.target, item.mask);
    content.target.context.globalAlpha = 1;
    content.target.context.globalCompositeOperation = 'destination-in';
    drawLayer(content.target, mask);
    closeLayer(painter, mask);
    context.globalAlpha = 1;
    context.globalCompositeOperation = 'source-over';
    drawLayer(target, content);
  }
  closeLayer(painter, content);
}
