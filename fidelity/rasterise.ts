import { Resvg } from '@resvg/resvg-js';
import type { Picture } from './pictures.ts';

/** Draws an SVG; texts are drawn only where they are outlines, so that no font of this machine plays a part. */
export function rasterise(svg: string, scale: number): Picture {
  const image = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: scale },
    font: { loadSystemFonts: false },
  }).render();
  return { width: image.width, height: image.height, rgba: straight(image.pixels) };
}

/** From premultiplied to straight alpha. */
function straight(pixels: Uint8Array): Uint8Array {
  const rgba = Uint8Array.from(pixels);
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3]!;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel += 1)
      rgba[channel] = Math.min(255, Math.round((rgba[channel]! * 255) / alpha));
  }
  return rgba;
}
