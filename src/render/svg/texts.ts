import type { SceneText } from '../scene/scene.ts';
import type { Part } from './elements.ts';
import { outlinedText } from './outlined-text.ts';
import type { SvgSheet } from './svg-sheet.ts';
import { textElements } from './text-elements.ts';

/** The elements of a text: its glyphs as paths, or as text for the reader's fonts. */
export function textParts(sheet: SvgSheet, text: SceneText): Part[] {
  return sheet.options.svgOutlineText ? outlinedText(sheet, text) : textElements(sheet, text);
}
