import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { createPlanToken as create, preparePlanToken } from '../../tokens/plan-tokens.ts';
import { planTokenRecord } from './token-record.ts';

/** Issues a token that stands for the caller's organization. Its value is in this answer and nowhere after. */
export const createPlanToken: Handler<'createPlanToken'> = async ({ caller, path, body }, context) => {
  const { name, scopes, expires_in: seconds } = body;
  const wanted = { organizationId: path.organization_id, name, scopes, seconds };
  const counted = await preparePlanToken(context, caller, wanted);
  const { token, value } = await inChange(context, caller, (change) => create(change, wanted, counted));
  return {
    json: { ...planTokenRecord(token, { issuerId: caller.user.id, hasEnded: false }), token: value },
  };
};
