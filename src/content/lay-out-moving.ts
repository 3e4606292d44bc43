import { loadYoga, type Yoga } from 'yoga-layout/load';
import type { Patch } from '../document/patches.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { type InstalledFont, openFontRegistry } from '../render/text/open-font-registry.ts';
import { followLayout } from '../variables/follow/layout/follow-layout.ts';
import type { LayoutPlan } from '../variables/follow/layout/layout-plan.ts';
import { measureWith } from '../variables/follow/layout/measure-text.ts';

/** Lays out anew what a plan says, texts measured in the fonts of the installation. */
export async function layOutMoving(
  document: Snapshot,
  plan: LayoutPlan,
  fontFiles: readonly InstalledFont[],
  finish: <T>(steps: Generator<void, T>) => T | Promise<T>,
): Promise<Patch[]> {
  const fonts = openFontRegistry(fontFiles);
  const tools = { yoga: await flexBoxes(), measure: measureWith(fonts) };
  for (;;) {
    const patches = await finish(followLayout(document, plan, tools));
    let looks = 0;
    await fonts.settle(() => ++looks);
    // A second look means that a font has been unpacked by now that was missing when texts were measured.
    if (looks === 1) return patches;
  }
}

let yoga: Promise<Yoga> | undefined;

function flexBoxes(): Promise<Yoga> {
  yoga ??= loadYoga();
  return yoga;
}
