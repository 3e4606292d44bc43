import { replaceAppSecret as replace } from '../../apps/replace-app-secret.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { appRecord } from './app-record.ts';

/** Gives an app another secret, for when the one before was lost or seen by others. */
export const replaceAppSecret: Handler<'replaceAppSecret'> = async ({ caller, path }, context) => {
  const { app, secret } = await inChange(context, caller, (change) => replace(change, path.client_id));
  return { json: { ...appRecord(app), client_secret: secret } };
};
