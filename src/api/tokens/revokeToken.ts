import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { revokeToken as revoke } from '../../tokens/revoke-token.ts';

export const revokeToken: Handler<'revokeToken'> = async ({ caller, path }, context) => {
  await inChange(context, caller, (change) => revoke(change, path.token_id));
  return { json: { status: 200, error: false } };
};
