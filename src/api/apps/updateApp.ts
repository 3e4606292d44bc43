import { changeApp } from '../../apps/change-app.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { appRecord } from './app-record.ts';

export const updateApp: Handler<'updateApp'> = async ({ caller, path, body }, context) => {
  const changes = { configuration: body };
  const app = await inChange(context, caller, (change) => changeApp(change, path.client_id, changes));
  return { json: appRecord(app) };
};
