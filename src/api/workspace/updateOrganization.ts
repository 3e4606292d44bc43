import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { changeOrganization } from '../../places/change-organization.ts';
import { organizationRecord } from './organization-record.ts';

export const updateOrganization: Handler<'updateOrganization'> = async ({ caller, path, body }, context) => {
  const { name, plan } = body;
  const organization = await inChange(context, caller, (change) =>
    changeOrganization(change, path.organization_id, { name, plan }),
  );
  return { json: organizationRecord(organization) };
};
