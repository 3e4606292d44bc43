import type { Kysely } from 'kysely';
import { inChange } from '../../change.ts';
import type { Tables } from '../../database/tables.ts';
import { badRequest, conflict } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { userEntity } from '../../events/activity-entities.ts';
import { countOwnedFiles, handFilesOver, leaveFilesElsewhere } from '../../files/owned-files-store.ts';
import type { Call, Handler } from '../../operation.ts';
import { findUserOf, refuseLastAdministrator, removeUser, type UserRow } from '../../people/people-store.ts';
import { requireAdministeredOrganization } from '../../places/organizations-store.ts';

/**
 * Removes a person. Files need an owner, so one who owns files of the organization stays, unless somebody gets
 * them; those in other organizations are none of its business and stay there.
 */
export const deleteUser: Handler<'deleteUser'> = async (call, context) => {
  const { caller, path } = call;
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    await requireAdministeredOrganization(transaction, caller, path.organization_id);
    const user = await findUserOf(transaction, path.organization_id, path.user_id);
    if (user.installation_admin === 1) {
      throw conflict('The administrator of this installation cannot be removed.');
    }
    await refuseLastAdministrator(transaction, caller, user);
    await leaveFilesElsewhere(transaction, user.id, path.organization_id);
    const handedOver = await leaveFiles(transaction, call, user);
    await removeUser(transaction, user.id);
    await recordActivity(change, {
      type: 'org_user_delete',
      entity: userEntity(user),
      organizationId: path.organization_id,
      details: { permission: user.role, seat: user.seat, ...handedOver },
    });
  });
  return { json: { status: 200, error: false } };
};

/** @throws ApiError 400 for an heir who is none, 409 where there are files and no heir */
async function leaveFiles(
  transaction: Kysely<Tables>,
  { path, query }: Call<'deleteUser'>,
  user: UserRow,
): Promise<object> {
  const owned = await countOwnedFiles(transaction, user.id, path.organization_id);
  if (query.files_to === undefined) {
    if (owned === 0) return {};
    const files = `${owned} file${owned === 1 ? '' : 's'}`;
    throw conflict(`${user.handle} owns ${files} and cannot be removed; say in "files_to" who gets them.`);
  }
  if (query.files_to === user.id) throw badRequest('"files_to" is the person who is to be removed.');
  const heir = await findUserOf(transaction, path.organization_id, query.files_to);
  await handFilesOver(transaction, path.organization_id, { from: user.id, to: heir.id });
  return { files: owned, files_to: heir.id };
}
