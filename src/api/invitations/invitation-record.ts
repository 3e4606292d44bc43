import type { Invitation, Operations } from '../../contract/contract.ts';
import type { InvitationRow } from '../../tokens/invitations-store.ts';

/** An invitation as answers show it: without its link, which is stored nowhere. */
export function invitationRecord(row: InvitationRow, now: number): Invitation {
  return {
    id: row.id,
    email: row.email,
    handle: row.handle,
    role: row.role,
    seat: row.seat,
    inviter: row.inviterId,
    delivery: row.delivery,
    created_at: new Date(row.createdAt).toISOString(),
    sent_at: new Date(row.sentAt).toISOString(),
    expires_at: new Date(row.expiresAt).toISOString(),
    expired: row.expiresAt <= now,
  };
}

/** The same of one that was just sent, or whose link the caller is to hand on. */
export function sentRecord(
  { invitation, ...link }: { readonly invitation: InvitationRow; readonly link?: string },
  now: number,
): Operations['createInvitation']['answer'] {
  return { ...invitationRecord(invitation, now), ...link };
}
