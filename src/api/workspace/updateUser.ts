import { hashPassword } from '../../access/password.ts';
import { endSessionsOf } from '../../access/session-store.ts';
import { inTransaction } from '../../database/transaction.ts';
import { badRequest } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { changeUser, findUserOf, refuseHigherPerson, refuseTakenEmail, userRecord } from './people-store.ts';
import { recordUserUpdate } from './record-user-update.ts';
import { requireAdministeredOrganization } from './store.ts';

/** Changes what the body names of a person. */
export const updateUser: Handler<'updateUser'> = async ({ caller, path, body }, context) => {
  const organization = path.organization_id;
  await requireAdministeredOrganization(context.database, caller, organization);
  const { email, handle, role, seat, password } = body;
  const changes = {
    ...(email === undefined ? {} : { email }),
    ...(handle === undefined ? {} : { handle }),
    ...(role === undefined ? {} : { role }),
    ...(seat === undefined ? {} : { seat }),
    ...(password === undefined ? {} : { password_hash: await hashPassword(password) }),
  };
  if (Object.keys(changes).length === 0) {
    throw badRequest('Nothing to change: name email, handle, role, seat or password.');
  }
  const user = await inTransaction(context.database, async (transaction) => {
    const present = await findUserOf(transaction, organization, path.user_id);
    refuseHigherPerson(caller, present);
    if (email !== undefined) await refuseTakenEmail(transaction, organization, email, present.id);
    await changeUser(transaction, present.id, changes);
    if (password !== undefined) await endSessionsOf(transaction, present.id);
    const changed = { ...present, ...changes };
    await recordUserUpdate(transaction, caller, context, present, changed);
    return changed;
  });
  return { json: userRecord(user) };
};
