import { loadYoga, type Yoga } from 'yoga-layout/load';
import { type InstalledFont, openFontRegistry } from '../render/text/open-font-registry.ts';
import type { LayoutTools } from '../variables/follow/layout/lay-out.ts';
import { measureWith } from '../variables/follow/layout/measure-text.ts';

/** Lays out with texts measured in some fonts; it may be done twice, until all fonts are there that it asks for. */
export async function layOutWithFonts<T>(
  fontFiles: readonly InstalledFont[],
  layOut: (tools: LayoutTools) => T | Promise<T>,
): Promise<T> {
  const fonts = openFontRegistry(fontFiles);
  const tools = { yoga: await flexBoxes(), measure: measureWith(fonts) };
  for (;;) {
    const laidOut = await layOut(tools);
    let looks = 0;
    await fonts.settle(() => ++looks);
    // A second look means that a font has been unpacked by now that was missing when texts were measured.
    if (looks === 1) return laidOut;
  }
}

let yoga: Promise<Yoga> | undefined;

function flexBoxes(): Promise<Yoga> {
  yoga ??= loadYoga();
  return yoga;
}
