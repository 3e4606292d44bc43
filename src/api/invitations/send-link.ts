import type { Context } from '../../context.ts';
import type { Operations } from '../../contract/contract.ts';
import { invitationMail } from '../../mail/mails.ts';
import { changeInvitation, type InvitationRow } from '../../tokens/invitations-store.ts';
import { invitationRecord } from './invitation-record.ts';

/** Who invites whither, by which link. */
interface Sending {
  readonly organization: string;
  readonly inviter: string;
  readonly token: string;
}

/**
 * Sends the link of an invitation that is stored already, and answers what became of it. Without a mail server
 * the link is in the answer, for the administrator to hand on.
 */
export async function sendLink(
  context: Context,
  invitation: InvitationRow,
  { organization, inviter, token }: Sending,
): Promise<Operations['createInvitation']['answer']> {
  const link = `${context.addresses.web}/invitation/${token}`;
  const { mailer, database, clock } = context;
  if (!mailer.isOn) return { ...invitationRecord(invitation, clock.now()), link };
  const isSent = await mailer.send(invitationMail(invitation.email, { organization, inviter, link }));
  const delivery = isSent ? 'mailed' : 'failed';
  await changeInvitation(database, invitation.id, { delivery });
  return invitationRecord({ ...invitation, delivery }, clock.now());
}
