import type { Caller } from '../access/caller.ts';
import { inChange } from '../change.ts';
import type { Context } from '../context.ts';
import type { MirrorId } from '../contract/branded-ids.ts';
import { hurry } from './change-mirror.ts';
import { findManagedMirror } from './find-mirror.ts';
import type { Mirror } from './mirrors-store.ts';
import { doDueWork } from './work-of-mirrors.ts';

/** What is put off for longer is not waited for: less than the shortest pause between two looks. */
const patienceMs = 45_000;
/** Nor is what is put off again and again. */
const wholePatienceMs = 10 * 60_000;

/**
 * Has all of a mirror looked at before what nobody waits for.
 * @throws ApiError 403, 404
 */
export function hurryMirror(context: Context, caller: Caller, id: MirrorId): Promise<Mirror> {
  return inChange(context, caller, async (change) => {
    const found = await findManagedMirror(change.transaction, caller, id);
    await hurry(change, id);
    return found;
  });
}

/**
 * Looks at all of a mirror now, and comes back when nothing of it is due any more.
 * @throws ApiError 403, 404
 */
export async function syncMirror(
  context: Context,
  caller: Caller,
  id: MirrorId,
  signal: AbortSignal,
): Promise<Mirror> {
  const mirror = await hurryMirror(context, caller, id);
  await doDueWork(context, { of: mirror.id, patienceMs, wholePatienceMs, signal });
  return findManagedMirror(context.database, caller, id);
}
