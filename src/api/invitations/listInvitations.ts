import { invitationsOf } from '../../access/invitation-store.ts';
import type { Handler } from '../../operation.ts';
import { requireAdministeredOrganization } from '../workspace/store.ts';
import { invitationRecord } from './invitation-record.ts';

export const listInvitations: Handler<'listInvitations'> = async ({ caller, path }, { database, clock }) => {
  const organization = await requireAdministeredOrganization(database, caller, path.organization_id);
  const rows = await invitationsOf(database, organization.id);
  return { json: { invitations: rows.map((row) => invitationRecord(row, clock.now())) } };
};
