import type { Target } from './target.ts';

/** Sets a layer's alpha to the luminance of its colours: a luminance mask. */
export function luminanceToAlpha({ context, box }: Target): void {
  const image = context.getImageData(0, 0, box.width, box.height);
  const bytes = image.data;
  for (let at = 0; at < bytes.length; at += 4) {
    const light = 0.2126 * bytes[at]! + 0.7152 * bytes[at + 1]! + 0.0722 * bytes[at + 2]!;
    bytes[at + 3] = Math.round((light * bytes[at + 3]!) / 255);
  }
  context.putImageData(image, 0, 0);
}
