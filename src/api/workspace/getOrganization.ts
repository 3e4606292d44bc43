import type { Handler } from '../../operation.ts';
import { requireOwnOrganization } from '../../places/places-store.ts';

/** For its people; of others nobody learns that they are there. */
export const getOrganization: Handler<'getOrganization'> = async ({ caller, path }, { database }) => ({
  json: await requireOwnOrganization(database, caller, path.organization_id),
});
