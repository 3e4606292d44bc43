import { nextPage } from '../../access/paged-list.ts';
import type { Handler } from '../../operation.ts';
import { administeredPeople } from '../../people/administered-people.ts';
import { userRecord } from './user-record.ts';

/** The people of an organization with their e-mail addresses, for its administrators. */
export const listUsers: Handler<'listUsers'> = async ({ caller, path, query }, { database }) => {
  const listed = await administeredPeople(database, caller, path.organization_id, query);
  const { people, lastSeen, ...page } = listed;
  const users = people.map((person) => {
    const seen = lastSeen.get(person.id);
    return {
      ...userRecord(person),
      last_seen_at: seen === undefined ? null : new Date(seen).toISOString(),
      projects_access: person.projectsAccess === 'approved',
    };
  });
  return { json: { users, ...nextPage(page) } };
};
