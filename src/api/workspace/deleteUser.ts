import { removePerson } from '../../accounts/remove-person.ts';
import { inChange } from '../../change.ts';
import { userIdOf } from '../../contract/branded-ids.ts';
import type { Handler } from '../../operation.ts';

export const deleteUser: Handler<'deleteUser'> = async ({ caller, path, query }, context) => {
  const { organization_id: organizationId, user_id: userId } = path;
  await inChange(context, caller, (change) =>
    removePerson(change, { organizationId, userId, filesTo: userIdOf(query.files_to) }),
  );
  return { json: { status: 200, error: false } };
};
