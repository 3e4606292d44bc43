import type { Context } from '../context.ts';
import { invitationMail } from '../mail/mails.ts';
import { changeInvitation, type InvitationRow } from '../tokens/invitations-store.ts';

/** An invitation that is stored, and whose link nobody has yet. */
export interface UnsentInvitation {
  readonly invitation: InvitationRow;
  /** What its link ends with, stored nowhere. */
  readonly token: string;
  /** Names of who invites, and whither. */
  readonly organization: string;
  readonly inviter: string;
}

/**
 * Sends the link of an invitation, and answers what became of it. Without a mail server the link is in the answer,
 * for the administrator to hand on.
 */
export async function mailInvitation(
  { addresses, mailer, database }: Context,
  { invitation, token, organization, inviter }: UnsentInvitation,
): Promise<{ readonly invitation: InvitationRow; readonly link?: string }> {
  const link = `${addresses.web}/invitation/${token}`;
  if (!mailer.isOn) return { invitation, link };
  const isSent = await mailer.send(invitationMail(invitation.email, { organization, inviter, link }));
  const delivery = isSent ? 'mailed' : 'failed';
  await changeInvitation(database, invitation.id, { delivery });
  return { invitation: { ...invitation, delivery } };
}
