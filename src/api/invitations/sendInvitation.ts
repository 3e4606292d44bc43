import { mailInvitation } from '../../accounts/mail-invitation.ts';
import { sendInvitation as send } from '../../accounts/send-invitation.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { sentRecord } from './invitation-record.ts';

export const sendInvitation: Handler<'sendInvitation'> = async ({ caller, path }, context) => {
  const asked = { organizationId: path.organization_id, id: path.invitation_id };
  const unsent = await inChange(context, caller, (change) => send(change, asked));
  return { json: sentRecord(await mailInvitation(context, unsent), context.clock.now()) };
};
