import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { createOrganization as create } from '../../places/create-organization.ts';
import { organizationRecord } from './organization-record.ts';

/** Makes an organization, for who administers the installation. */
export const createOrganization: Handler<'createOrganization'> = async ({ caller, body }, context) => {
  const { name, plan } = body;
  const organization = await inChange(context, caller, (change) => create(change, { name, plan }));
  return { json: organizationRecord(organization) };
};
