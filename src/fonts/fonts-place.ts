import type { Kysely } from 'kysely';
import { administersInstallation, type Caller } from '../access/caller.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { forbidden } from '../errors.ts';
import { requireAdministeredOrganization } from '../places/organizations-store.ts';

/**
 * Whose fonts the caller administers: those of the organization that is asked for, else of their own; null for
 * everybody's, which are the installation's administrator's.
 *
 * @throws ApiError 404, 403
 */
export async function fontsPlace(
  database: Kysely<Tables>,
  caller: Caller,
  asked: OrganizationId | undefined,
): Promise<OrganizationId | null> {
  if (asked === undefined && administersInstallation(caller)) return null;
  const organization = asked ?? caller.user.organizationId;
  if (organization === null) throw forbidden('Only an administrator of an organization may do this.');
  await requireAdministeredOrganization(database, caller, organization);
  return organization;
}
