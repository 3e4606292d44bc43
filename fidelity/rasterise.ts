import { Resvg } from '@resvg/resvg-js';
import type { Picture } from './pictures.ts';

/** Draws an SVG; texts are drawn only where they are outlines, so that no font of this machine plays a part. */
export function rasterise(svg: string, scale: number): Picture {
  const picture = premultiplied(svg, scale);
  return { ...picture, rgba: straight(picture.rgba) };
}

/** Samples of a px along each side. */
const samples = 8;

/** The same with just the share of each px that is covered: the rasteriser itself counts in quarters of a px. */
export function rasteriseFinely(svg: string, scale: number): Picture {
  const fine = premultiplied(svg, scale * samples);
  const [width, height] = [Math.round(fine.width / samples), Math.round(fine.height / samples)];
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < rgba.length; at += 1) rgba[at] = meanOfSamples(fine, width, at);
  return { width, height, rgba: straight(rgba) };
}

function meanOfSamples(fine: Picture, width: number, at: number): number {
  const [pixel, channel] = [Math.floor(at / 4), at % 4];
  const [left, top] = [(pixel % width) * samples, Math.floor(pixel / width) * samples];
  let sum = 0;
  for (let y = top; y < top + samples; y += 1)
    for (let x = left; x < left + samples; x += 1) sum += fine.rgba[(y * fine.width + x) * 4 + channel] ?? 0;
  return Math.round(sum / samples ** 2);
}

function premultiplied(svg: string, scale: number): Picture {
  const image = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: scale },
    font: { loadSystemFonts: false },
  }).render();
  return { width: image.width, height: image.height, rgba: image.pixels };
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
