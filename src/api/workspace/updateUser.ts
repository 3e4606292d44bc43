import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { changePerson, preparePersonChanges } from '../../people/change-person.ts';
import { findUserOf } from '../../people/people-store.ts';
import { userRecord } from './user-record.ts';

/** Changes what the body names of a person. */
export const updateUser: Handler<'updateUser'> = async ({ caller, path, body }, context) => {
  const { organization_id: organizationId, user_id: userId } = path;
  const { email, handle, role, seat, password } = body;
  const asked = { email, handle, role, seat, password };
  const changes = await preparePersonChanges(context, caller, organizationId, asked);
  const person = await inChange(context, caller, async (change) =>
    changePerson(change, await findUserOf(change.transaction, organizationId, userId), changes),
  );
  return { json: userRecord(person) };
};
