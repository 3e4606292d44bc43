import type { Caller } from '../../access/caller.ts';
import { passwordProblem } from '../../access/password-policy.ts';
import { requireName } from '../../access/shown-name.ts';
import { refuseTakeover } from '../../access/takeover-store.ts';
import { inChange } from '../../change.ts';
import { badRequest, forbidden } from '../../errors.ts';
import type { Call, Handler } from '../../operation.ts';
import { putPassword } from '../../people/password-store.ts';
import {
  changeUser,
  findUserOf,
  refuseHigherPerson,
  refuseLastAdministrator,
  refuseTakenEmail,
  type UserRow,
  userRecord,
} from '../../people/people-store.ts';
import { recordUserUpdate } from '../../people/record-user-update.ts';
import { requireAdministeredOrganization } from '../../places/organizations-store.ts';
import { endLostGrants } from '../../tokens/grants-store.ts';
import { endPasswordResetsOf } from '../../tokens/password-resets-store.ts';

/** Changes what the body names of a person. */
export const updateUser: Handler<'updateUser'> = async ({ caller, path, body }, context) => {
  const organization = path.organization_id;
  await requireAdministeredOrganization(context.database, caller, organization);
  const { email, handle, role, seat, password } = body;
  requireName(handle);
  const changes = {
    ...(email === undefined ? {} : { email }),
    ...(handle === undefined ? {} : { handle }),
    ...(role === undefined ? {} : { role }),
    ...(seat === undefined ? {} : { seat }),
    ...(password === undefined
      ? {}
      : { password_hash: await context.passwords.hash(password, caller.ipAddress) }),
  };
  if (Object.keys(changes).length === 0) {
    throw badRequest('Nothing to change: name email, handle, role, seat or password.');
  }
  const user = await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const present = await findUserOf(transaction, organization, path.user_id);
    refuseHigherPerson(caller, present);
    if (changes.role !== undefined && changes.role !== 'admin')
      await refuseLastAdministrator(transaction, caller, present);
    if (email !== undefined) await refuseTakenEmail(transaction, organization, email, present.id);
    if (givesSignIn(body, present)) await refuseTakeover(transaction, caller.user, present);
    if (password !== undefined) refuseUnfitPassword(caller, { ...present, ...changes }, password);
    await changeUser(transaction, present.id, changes);
    if (role !== undefined && role !== present.role) await endLostGrants(transaction, present.id);
    if (changes.password_hash !== undefined)
      await putPassword(transaction, present.id, { hash: changes.password_hash });
    // A link that went to the address before is not for who has the new one.
    if (email !== undefined) await endPasswordResetsOf(transaction, present.id);
    const changed = { ...present, ...changes };
    await recordUserUpdate(change, present, changed);
    return changed;
  });
  return { json: userRecord(user) };
};

type Changes = Call<'updateUser'>['body'];

/** Whether who makes the change could sign in as the person afterwards, by a password or by a mail. */
function givesSignIn({ email, password }: Changes, present: UserRow): boolean {
  return password !== undefined || (email !== undefined && email !== present.email);
}

/** @throws ApiError 400; 403 for one's own from a browser, where the one before has to be known */
function refuseUnfitPassword(caller: Caller, person: UserRow, password: string): void {
  const isOwnInBrowser = caller.csrfToken !== undefined && caller.user.id === person.id;
  if (isOwnInBrowser)
    throw forbidden('Change your own password with the one before, at /workspace/v1/me/password.');
  const problem = passwordProblem(password, person);
  if (problem !== undefined) throw badRequest(problem);
}
