import type { Patch } from '../document/patches.ts';
import type { Snapshot } from '../document/snapshot.ts';
import type { InstalledFont } from '../render/text/open-font-registry.ts';
import { followLayout } from '../variables/follow/layout/follow-layout.ts';
import type { LayoutPlan } from '../variables/follow/layout/layout-plan.ts';
import { layOutWithFonts } from './lay-out-with-fonts.ts';

/** Lays out anew what a plan says, texts measured in the fonts of the installation. */
export const layOutMoving = (
  document: Snapshot,
  plan: LayoutPlan,
  fontFiles: readonly InstalledFont[],
  finish: <T>(steps: Generator<void, T>) => T | Promise<T>,
): Promise<Patch[]> => layOutWithFonts(fontFiles, (tools) => finish(followLayout(document, plan, tools)));
