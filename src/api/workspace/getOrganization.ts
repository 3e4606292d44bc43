import { administersInstallation } from '../../access/caller.ts';
import { notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { findOrganization } from './store.ts';

/** For its people; of others nobody learns that they are there. */
export const getOrganization: Handler<'getOrganization'> = async ({ caller, path }, { database }) => {
  const isOwn = caller.user.organizationId === path.organization_id || administersInstallation(caller);
  const organization = isOwn ? await findOrganization(database, path.organization_id) : undefined;
  if (organization === undefined) throw notFound('Organization not found');
  return { json: organization };
};
