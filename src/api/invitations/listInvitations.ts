import { nextPage } from '../../access/paged-list.ts';
import { administeredInvitations } from '../../accounts/send-invitation.ts';
import type { Handler } from '../../operation.ts';
import { invitationRecord } from './invitation-record.ts';

export const listInvitations: Handler<'listInvitations'> = async (
  { caller, path, query },
  { database, clock },
) => {
  const { rows, ...page } = await administeredInvitations(database, caller, path.organization_id, query);
  return { json: { invitations: rows.map((row) => invitationRecord(row, clock.now())), ...nextPage(page) } };
};
