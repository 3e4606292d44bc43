import { publishApp as publish } from '../../apps/publish-app.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { appRecord } from './app-record.ts';

export const publishApp: Handler<'publishApp'> = async ({ caller, path }, context) => {
  const app = await inChange(context, caller, (change) => publish(change, path.client_id));
  return { json: appRecord(app) };
};
