import { PDFDocument, type SKRSContext2D } from '@napi-rs/canvas';
import { paintScene } from '../canvas/paint-scene.ts';
import type { Painter, Target } from '../canvas/target.ts';
import { pictureSize } from '../picture-size.ts';
import type { Scene } from '../scene/scene.ts';

/** Dots to the inch of what can't be said in vectors, as shadows. */
const rasterDpi = 216;

/** Draws a scene as a PDF of one page; a px of the design is a point. */
export function renderPdf(painter: Painter, scene: Scene): Buffer {
  const { width, height, scale } = pictureSize(scene.size, 1);
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
  paintScene(painter, target, scene);
  pdf.endPage();
  return pdf.close();
}
