import { inTransaction } from '../../database/transaction.ts';
import { conflict } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { userEntity } from '../../events/activity-entities.ts';
import type { Handler } from '../../operation.ts';
import { countOwnedFiles, findUserOf, removeUser } from './people-store.ts';
import { requireAdministeredOrganization } from './store.ts';

/** Removes a person. Files need an owner, so one who owns files stays. */
export const deleteUser: Handler<'deleteUser'> = async ({ caller, path }, context) => {
  await inTransaction(context.database, async (transaction) => {
    await requireAdministeredOrganization(transaction, caller, path.organization_id);
    const user = await findUserOf(transaction, path.organization_id, path.user_id);
    if (user.installation_admin === 1) {
      throw conflict('The administrator of this installation cannot be removed.');
    }
    const owned = await countOwnedFiles(transaction, user.id);
    if (owned > 0) {
      throw conflict(`${user.handle} owns ${owned} file${owned === 1 ? '' : 's'} and cannot be removed.`);
    }
    await removeUser(transaction, user.id);
    await recordActivity(transaction, caller, context, {
      type: 'org_user_delete',
      entity: userEntity(user),
      organizationId: path.organization_id,
      details: { permission: user.role, seat: user.seat },
    });
  });
  return { json: { status: 200, error: false } };
};
