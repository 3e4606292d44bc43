import { layOutInThread } from '../content/lay-out-in-thread.ts';
import type { ShelvedSnapshot } from '../content/snapshot-shelf.ts';
import { runYielding } from '../content/yielding.ts';
import type { Context } from '../context.ts';
import { organizationIdOf } from '../contract/branded-ids.ts';
import type { Patch } from '../document/patches.ts';
import { fontSet } from '../images/font-set.ts';
import type { Party } from '../processes/turns.ts';
import { followNodes } from '../variables/follow/follow-nodes.ts';
import type { Followed } from '../variables/follow/followed-nodes.ts';
import { isSoonLaidOut } from '../variables/follow/layout/follow-layout.ts';
import { planLayout } from '../variables/follow/layout/layout-plan.ts';
import type { VariablesState } from '../variables/state.ts';

/** The patches of a document that follows a change of its variables; none where nothing of it changes. */
export async function followDocument(
  context: Context,
  party: Party,
  document: ShelvedSnapshot,
  change: { readonly before: VariablesState; readonly after: VariablesState },
): Promise<Patch[]> {
  const steps = followNodes(document.snapshot, change.before, change.after);
  const { patches, moving } = await runYielding(steps);
  if (moving.size === 0) return [...patches];
  return [...patches, ...(await layOutAnew(context, party, document, moving))];
}

/** A frame is laid out in one step: others wait only for small ones. */
async function layOutAnew(
  context: Context,
  party: Party,
  document: ShelvedSnapshot,
  moving: Followed['moving'],
): Promise<readonly Patch[]> {
  const { files: fonts } = await fontSet(context, organizationIdOf(party.organization));
  const { snapshot } = document;
  const plan = await runYielding(planLayout(snapshot, moving));
  if (isSoonLaidOut(snapshot, plan))
    return (await import('../content/lay-out-moving.ts')).layOutMoving(snapshot, plan, fonts, runYielding);
  return layOutInThread(document, moving, { fonts, party });
}
