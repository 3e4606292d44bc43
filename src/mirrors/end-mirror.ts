import type { Caller } from '../access/caller.ts';
import { inChange } from '../change.ts';
import type { Context } from '../context.ts';
import type { MirrorId } from '../contract/branded-ids.ts';
import { detachMirror } from './detach-mirror.ts';
import { findManagedMirror } from './find-mirror.ts';
import { unhookMirror } from './mirror-webhooks.ts';

/**
 * Ends a mirror, and takes back what the upstream was asked to tell.
 * @throws ApiError 403, 404
 */
export async function endMirror(context: Context, caller: Caller, id: MirrorId): Promise<void> {
  const mirror = await findManagedMirror(context.database, caller, id);
  await inChange(context, caller, (change) => detachMirror(change, id));
  await unhookMirror(context, mirror);
}
