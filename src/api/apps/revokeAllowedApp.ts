import { revokeAllowedApp as revoke } from '../../apps/revoke-allowed-app.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';

/** Takes back what the caller allowed an app. */
export const revokeAllowedApp: Handler<'revokeAllowedApp'> = async ({ caller, path }, context) => {
  await inChange(context, caller, (change) => revoke(change, path.client_id));
  return { json: { status: 200, error: false } };
};
