import type { Invitation } from '../../contract/contract.ts';
import type { InvitationRow } from '../../tokens/invitations-store.ts';

/** An invitation as answers show it: without its link, which is stored nowhere. */
export function invitationRecord(row: InvitationRow, now: number): Invitation {
  return {
    id: row.id,
    email: row.email,
    handle: row.handle,
    role: row.role,
    seat: row.seat,
    inviter: row.inviter_id,
    delivery: row.delivery,
    created_at: new Date(row.created_at).toISOString(),
    sent_at: new Date(row.sent_at).toISOString(),
    expires_at: new Date(row.expires_at).toISOString(),
    expired: row.expires_at <= now,
  };
}
