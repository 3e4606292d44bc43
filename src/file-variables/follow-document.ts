import { loadYoga, type Yoga } from 'yoga-layout/load';
import { patiently } from '../content/patiently.ts';
import type { Context } from '../context.ts';
import type { Patch } from '../document/patches.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { fontSet } from '../images/font-set.ts';
import { openFontRegistry } from '../render/text/open-font-registry.ts';
import { followNodes } from '../variables/follow/follow-nodes.ts';
import type { Followed } from '../variables/follow/followed-nodes.ts';
import { followLayout } from '../variables/follow/layout/follow-layout.ts';
import { measureWith } from '../variables/follow/layout/measure-text.ts';
import type { VariablesState } from '../variables/state.ts';

/** The patches of a document that follows a change of its variables; none where nothing of it changes. */
export async function followDocument(
  context: Context,
  organizationId: string,
  document: Snapshot,
  change: { readonly before: VariablesState; readonly after: VariablesState },
): Promise<Patch[]> {
  const { patches, moving } = await patiently(followNodes(document, change.before, change.after));
  if (moving.size === 0) return [...patches];
  return [...patches, ...(await layOutAnew(context, organizationId, document, moving))];
}

async function layOutAnew(
  context: Context,
  organizationId: string,
  document: Snapshot,
  moving: Followed['moving'],
): Promise<Patch[]> {
  const { files } = await fontSet(context, organizationId);
  const fonts = openFontRegistry(files);
  const tools = { yoga: await flexBoxes(), measure: measureWith(fonts) };
  for (;;) {
    const patches = await patiently(followLayout(document, moving, tools));
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
