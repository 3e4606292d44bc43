import type { Paint, SceneText } from '../scene/scene.ts';
import { coverWith } from './cover-with.ts';
import { opaqueCss } from './css-color.ts';
import { markingOf } from './fill-area.ts';
import { fillGlyphs } from './fill-glyphs.ts';
import { type GlyphRun, runArea } from './glyph-marks.ts';
import { type Marking, plainMarking, setMarking } from './marking.ts';
import { closeLayer, deviceBox, drawLayer, openLayer, type Painter, type Target } from './target.ts';

/**
 * Fills small letters with a paint that may be seen through: one by one on a layer, with the paint in their place. All
 * as one path would be cut by the end of the canvas, and come out otherwise from tile to tile.
 */
export function fillLetters(
  painter: Painter,
  target: Target,
  item: SceneText,
  run: GlyphRun,
  paint: Paint,
  marking: Marking,
): void {
  const area = runArea(item, run);
  const box = deviceBox(target, area.ink, 1);
  const layer = box && openLayer(painter, target, box, 'pixels');
  if (layer === undefined) return;
  const { target: on } = layer;
  setMarking(on, plainMarking);
  fillGlyphs(painter, on, item, run, paint.kind === 'solid' ? opaqueCss(paint.color) : '#000');
  const colours = paint.kind === 'solid' ? undefined : openLayer(painter, on, on.box, 'pixels');
  if (colours !== undefined) {
    coverWith(painter, colours.target, area, paint);
    setMarking(on, { alpha: 1, composition: 'source-in' });
    drawLayer(on, colours);
    closeLayer(painter, colours);
  }
  setMarking(target, markingOf(target, paint, marking));
  drawLayer(target, layer);
  closeLayer(painter, layer);
}
