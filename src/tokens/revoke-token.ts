import type { Change } from '../change.ts';
import type { TokenId } from '../contract/branded-ids.ts';
import { notFound } from '../errors.ts';
import { recordActivity } from '../events/activity.ts';
import { userEntity } from '../events/activity-entities.ts';
import { deleteToken } from './issued-tokens-store.ts';

/**
 * Ends a token of who says so: the next call with it is refused.
 * @throws ApiError 404
 * @see PAT-09
 */
export async function revokeToken(change: Change, id: TokenId): Promise<void> {
  const { user } = change.by;
  const token = await deleteToken(change.transaction, user.id, id);
  if (token === undefined) throw notFound('Token not found');
  await recordActivity(change, {
    type: 'personal_access_token_delete',
    entity: userEntity(user),
    organizationId: user.organizationId,
    details: { token_id: token.id, token_name: token.name },
  });
}
