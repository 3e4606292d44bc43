import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { PageQuery } from '../access/paged-list.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { requireAdministeredOrganization } from '../places/organizations-store.ts';
import { lastSeenOf, pageOfPeople } from './people-store.ts';

/**
 * A page of an organization's people, and when each was last seen.
 * @throws ApiError 403, 404
 */
export async function administeredPeople(
  database: Kysely<Tables>,
  caller: Caller,
  id: OrganizationId,
  query: PageQuery,
) {
  await requireAdministeredOrganization(database, caller, id);
  const { rows: people, ...page } = await pageOfPeople(database, id, query);
  const lastSeen = await lastSeenOf(
    database,
    people.map((person) => person.id),
  );
  return { people, lastSeen, ...page };
}
