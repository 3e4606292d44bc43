import type { Paint, SceneGroup, SceneItem, SceneMasked, SceneText } from '../scene/scene.ts';
import { type Area, areasOf, pathArea } from './area.ts';
import { clipToAreas, outlineAreas } from './clip.ts';
import { black } from './color-glyph.ts';
import { byColors, drawColoredGlyphs } from './colored-glyphs.ts';
import { drawCut } from './cut-exactly.ts';
import { fillArea } from './fill-area.ts';
import { glyphRunsOf, runArea } from './glyph-marks.ts';
import { plainMarking } from './marking.ts';
import {
  closeLayer,
  deviceBox,
  drawLayer,
  type Layer,
  openLayer,
  type Painter,
  type Target,
} from './target.ts';

/** Draws in black what an item covers, as if all of its paints were opaque; images are as opaque as they are. */
export function paintSilhouette(painter: Painter, target: Target, item: SceneItem): void {
  if (item.kind === 'masked') paintMaskedSilhouette(painter, target, item);
  else if (item.kind !== 'group') paintMarks(painter, target, item);
  else if (item.clip === undefined) paintAll(painter, target, item.children);
  else paintWithin(painter, target, item, areasOf(item.clip, item.ink));
}

function paintAll(painter: Painter, target: Target, items: readonly SceneItem[]): void {
  for (const item of items) paintSilhouette(painter, target, item);
}

/** What of an item's children lies within areas. */
function paintWithin(
  painter: Painter,
  target: Target,
  { ink, children }: SceneGroup | SceneMasked,
  areas: readonly Area[],
): void {
  const draw = ({ target: on }: Layer): void => paintAll(painter, { ...on, isExact: true }, children);
  if (target.isExact && drawCut(painter, target, { bounds: ink, areas }, draw)) return;
  target.context.save();
  clipToAreas(target, areas);
  paintAll(painter, target, children);
  target.context.restore();
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
    paintWithin(painter, target, item, outlineAreas(item.mask));
    return;
  }
  const box = deviceBox(target, item.ink);
  const content = box && openLayer(painter, target, box, 'pixels');
  if (content === undefined) return;
  const mask = openLayer(painter, content.target, content.target.box);
  if (mask !== undefined) {
    paintAll(painter, content.target, item.children);
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
