import { readTextBox } from '../../../render/scene/text-boxes.ts';
import type { FontRegistry } from '../../../render/text/font-registry.ts';
import { measureText } from '../../../render/text/layout.ts';
import { type MeasureText, nothing, sizeOf } from './sizes.ts';

/** Does not affect sizes. */
const drawn = { contentsOnly: true, useAbsoluteBounds: false };

/** Measures texts as images of them are drawn, in whole px of width. */
export const measureWith = (fonts: FontRegistry): MeasureText =>
  function* (text, widthPx) {
    const { width, height } = sizeOf(text) ?? nothing;
    const box = readTextBox(text, { width: widthPx ?? width, height }, drawn);
    const measured = yield* measureText(box, fonts);
    return { width: Math.ceil(measured.width), height: measured.height };
  };
