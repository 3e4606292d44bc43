import type { Handler } from '../../operation.ts';
import { lastSeenIn, peopleOf, userRecord } from './people-store.ts';
import { requireAdministeredOrganization } from './store.ts';

/** The people of an organization with their e-mail addresses, for its administrators. */
export const listUsers: Handler<'listUsers'> = async ({ caller, path }, { database }) => {
  await requireAdministeredOrganization(database, caller, path.organization_id);
  const people = await peopleOf(database, path.organization_id);
  const lastSeen = await lastSeenIn(database, path.organization_id);
  const users = people.map((person) => {
    const seen = lastSeen.get(person.id);
    return {
      ...userRecord(person),
      last_seen_at: seen === undefined ? null : new Date(seen).toISOString(),
      projects_access: person.projects_access === 'approved',
    };
  });
  return { json: { users } };
};
