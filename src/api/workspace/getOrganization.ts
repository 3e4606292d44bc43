import type { Handler } from '../../operation.ts';
import { findOwnOrganization } from '../../places/organizations-store.ts';
import { organizationRecord } from './organization-record.ts';

/** For its people; of others nobody learns that they are there. */
export const getOrganization: Handler<'getOrganization'> = async ({ caller, path }, { database }) => ({
  json: organizationRecord(await findOwnOrganization(database, caller, path.organization_id)),
});
