import { PDFDocument, type SKRSContext2D } from '@napi-rs/canvas';
import { paintScene } from '../canvas/paint-scene.ts';
import type { Painter, Target } from '../canvas/target.ts';
import type { PictureSize } from '../picture-size.ts';
import type { Scene } from '../scene/scene.ts';
import { drawAsText } from './draw-text.ts';

/** Dots to the inch of what can't be said in vectors, as shadows. */
const rasterDpi = 216;

/** Backdrops are drawn from the beginning each time; beyond this many they are left out. */
const mostBackdrops = 32;

/** Draws what lies below an item in pixels, for effects that look through it and colours that are added to it. */
function backdropPainter(painter: Painter, scene: Scene): NonNullable<Painter['paintBelow']> {
  let left = mostBackdrops;
  return (target, item) => {
    left -= 1;
    if (left < 0) return false;
    let isReached = false;
    const isPast: Painter['isPast'] = (next) => {
      isReached ||= next === item;
      return isReached;
    };
    paintScene({ ...painter, isPast }, target, scene);
    return true;
  };
}

/** Draws a scene as a PDF of one page. */
export function renderPdf(painter: Painter, scene: Scene, { width, height, scale }: PictureSize): Buffer {
  const pdf = new PDFDocument({ title: scene.root.name, producer: 'Vitrine', rasterDPI: rasterDpi });
  const context = pdf.beginPage(width, height) as SKRSContext2D;
  const target: Target = {
    context,
    canvas: context.canvas,
    matrix: [scale, 0, 0, scale, 0, 0],
    scale,
    box: { left: 0, top: 0, width, height },
    isVector: true,
  };
  const paintBelow = backdropPainter(painter, scene);
  paintScene({ ...painter, paintBelow, drawAsText }, target, scene);
  pdf.endPage();
  return pdf.close();
}
