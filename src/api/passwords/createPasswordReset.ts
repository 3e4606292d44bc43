import { createPasswordReset as create, preparePasswordReset } from '../../accounts/create-password-reset.ts';
import { mailReset } from '../../accounts/mail-resets.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';

/** Sends a person a link to choose another password, or gives it to the administrator where no mail is sent. */
export const createPasswordReset: Handler<'createPasswordReset'> = async ({ caller, path }, context) => {
  const asked = { organizationId: path.organization_id, userId: path.user_id };
  const counted = await preparePasswordReset(context, caller, asked);
  const reset = await inChange(context, caller, (change) => create(change, counted));
  const sent = await mailReset(context, reset);
  return { json: { ...sent, expires_at: new Date(reset.expiresAt).toISOString() } };
};
