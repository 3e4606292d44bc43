import { unlinkIdentity as unlink } from '../../accounts/link-identity.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';

/** Ends that somebody at the provider opens the caller's account, unless nothing else does. */
export const unlinkIdentity: Handler<'unlinkIdentity'> = async ({ caller, path }, context) => {
  await inChange(context, caller, (change) => unlink(change, path.identity_id));
  return { json: { status: 200, error: false } };
};
