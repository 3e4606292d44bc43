import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { revokePlanToken as revoke } from '../../tokens/plan-tokens.ts';

export const revokePlanToken: Handler<'revokePlanToken'> = async ({ caller, path }, context) => {
  const token = { organizationId: path.organization_id, id: path.token_id };
  await inChange(context, caller, (change) => revoke(change, token));
  return { json: { status: 200, error: false } };
};
