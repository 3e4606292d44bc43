import { createInvitation as create } from '../../accounts/create-invitation.ts';
import { mailInvitation } from '../../accounts/mail-invitation.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { sentRecord } from './invitation-record.ts';

export const createInvitation: Handler<'createInvitation'> = async ({ caller, path, body }, context) => {
  const { email, handle, role, seat } = body;
  const wanted = { organizationId: path.organization_id, email, handle, role, seat };
  const unsent = await inChange(context, caller, (change) => create(change, wanted));
  return { json: sentRecord(await mailInvitation(context, unsent), context.clock.now()) };
};
