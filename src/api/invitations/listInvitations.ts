import { nextPage } from '../../access/paged-list.ts';
import type { Handler } from '../../operation.ts';
import { requireAdministeredOrganization } from '../../places/organizations-store.ts';
import { pageOfInvitations } from '../../tokens/invitations-store.ts';
import { invitationRecord } from './invitation-record.ts';

export const listInvitations: Handler<'listInvitations'> = async (
  { caller, path, query },
  { database, clock },
) => {
  const organization = await requireAdministeredOrganization(database, caller, path.organization_id);
  const { rows, ...page } = await pageOfInvitations(database, organization.id, query);
  return { json: { invitations: rows.map((row) => invitationRecord(row, clock.now())), ...nextPage(page) } };
};
