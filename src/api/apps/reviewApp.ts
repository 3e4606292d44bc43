import { reviewApp as review } from '../../apps/review-app.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { appRecord } from './app-record.ts';

export const reviewApp: Handler<'reviewApp'> = async ({ caller, path, body }, context) => {
  const app = await inChange(context, caller, (change) => review(change, path.client_id, body));
  return { json: appRecord(app) };
};
