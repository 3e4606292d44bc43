import { requestAppProjectsAccess as request } from '../../apps/projects-access.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { appRecord } from './app-record.ts';

export const requestAppProjectsAccess: Handler<'requestAppProjectsAccess'> = async (
  { caller, path },
  context,
) => {
  const app = await inChange(context, caller, (change) => request(change, path.client_id));
  return { json: appRecord(app) };
};
