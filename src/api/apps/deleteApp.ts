import { removeApp } from '../../apps/remove-app.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';

export const deleteApp: Handler<'deleteApp'> = async ({ caller, path }, context) => {
  await inChange(context, caller, (change) => removeApp(change, path.client_id));
  return { json: { status: 200, error: false } };
};
