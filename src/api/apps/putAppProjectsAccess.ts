import { putAppProjectsAccess as put } from '../../apps/projects-access.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { appRecord } from './app-record.ts';

export const putAppProjectsAccess: Handler<'putAppProjectsAccess'> = async (
  { caller, path, body },
  context,
) => {
  const wanted = { clientId: path.client_id, approved: body.approved };
  const app = await inChange(context, caller, (change) => put(change, wanted));
  return { json: appRecord(app) };
};
