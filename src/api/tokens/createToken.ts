import { refuseBeyond } from '../../access/caps-store.ts';
import { requireName } from '../../access/shown-name.ts';
import { hashToken } from '../../access/token-hash.ts';
import { inChange } from '../../change.ts';
import { recordActivity } from '../../events/activity.ts';
import { userEntity } from '../../events/activity-entities.ts';
import type { Handler } from '../../operation.ts';
import { insertToken, tokenRecord } from '../../tokens/listed-tokens-store.ts';
import { grantedScopes, lifetimeSeconds } from '../../tokens/token-rules.ts';

/** Makes a token that acts as the caller. Its value is in this answer and nowhere after. @see PAT-02…06, PAT-10 */
export const createToken: Handler<'createToken'> = async ({ caller, body }, context) => {
  requireName(body.name);
  const now = context.clock.now();
  const token = context.ids.secret();
  const row = {
    id: context.ids.digits(),
    name: body.name,
    scopes: JSON.stringify(grantedScopes(caller, body.scopes)),
    created_at: now,
    expires_at: now + lifetimeSeconds(body) * 1000,
    last_used_at: null,
  };
  await refuseBeyond(context.database, 'tokensOfPerson', caller.user.id);
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    await insertToken(transaction, {
      ...row,
      hash: hashToken(token),
      kind: 'personal',
      user_id: caller.user.id,
    });
    await recordActivity(change, {
      type: 'personal_access_token_create',
      entity: userEntity(caller.user),
      organizationId: caller.user.organizationId,
      details: { token_id: row.id, token_name: row.name },
    });
  });
  return { json: { ...tokenRecord(row), token } };
};
