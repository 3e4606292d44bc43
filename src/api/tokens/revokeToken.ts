import { inChange } from '../../change.ts';
import { notFound } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { userEntity } from '../../events/activity-entities.ts';
import type { Handler } from '../../operation.ts';
import { deleteToken } from '../../tokens/listed-tokens-store.ts';

/** Ends a token of the caller: the next call with it is refused. @see PAT-09 */
export const revokeToken: Handler<'revokeToken'> = async ({ caller, path }, context) => {
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const token = await deleteToken(transaction, caller.user.id, path.token_id);
    if (token === undefined) throw notFound('Token not found');
    await recordActivity(change, {
      type: 'personal_access_token_delete',
      entity: userEntity(caller.user),
      organizationId: caller.user.organizationId,
      details: { token_id: token.id, token_name: token.name },
    });
  });
  return { json: { status: 200, error: false } };
};
