import type { Handler } from '../../operation.ts';
import { peopleOf, userRecord } from './people-store.ts';
import { requireAdministeredOrganization } from './store.ts';

/** The people of an organization with their e-mail addresses, for its administrators. */
export const listUsers: Handler<'listUsers'> = async ({ caller, path }, { database }) => {
  await requireAdministeredOrganization(database, caller, path.organization_id);
  const users = await peopleOf(database, path.organization_id);
  return { json: { users: users.map(userRecord) } };
};
