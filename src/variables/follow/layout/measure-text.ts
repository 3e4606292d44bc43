import { readTextBox } from '../../../render/scene/text-boxes.ts';
import type { FontRegistry } from '../../../render/text/font-registry.ts';
import { layoutText } from '../../../render/text/layout.ts';
import { type MeasureText, nothing, sizeOf } from './sizes.ts';

/** Does not affect sizes. */
const drawn = { contentsOnly: true, useAbsoluteBounds: false };

/** Measures texts as images of them are drawn, in whole px of width. */
export const measureWith =
  (fonts: FontRegistry): MeasureText =>
  (text, widthPx) => {
    const { width, height } = sizeOf(text) ?? nothing;
    const box = readTextBox(text, { width: widthPx ?? width, height }, drawn);
    const layout = layoutText(box, fonts);
    return { width: Math.ceil(layout.width), height: layout.height };
  };
