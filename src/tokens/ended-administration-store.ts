import type { WritingChange } from '../change.ts';
import type { UserId } from '../contract/branded-ids.ts';

/**
 * Ends what somebody gave as administrator of an organization: invitations and plan access tokens. They do not come
 * back with the role; another administrator may send an invitation again.
 * @see ruling H35
 */
export async function endWhatAdministratorsGave(
  { transaction, at }: WritingChange,
  id: UserId,
): Promise<void> {
  await transaction
    .updateTable('invitations')
    .set({ expires_at: at })
    .where('inviter_id', '=', id)
    .where('expires_at', '>', at)
    .execute();
  await transaction
    .updateTable('tokens')
    .set({ expires_at: at })
    .where('user_id', '=', id)
    .where('kind', '=', 'plan')
    .where((term) => term.or([term('expires_at', 'is', null), term('expires_at', '>', at)]))
    .execute();
}
