import { createApp as create, prepareApp } from '../../apps/create-app.ts';
import { inChange } from '../../change.ts';
import { organizationIdOf, teamIdOf } from '../../contract/branded-ids.ts';
import type { Handler } from '../../operation.ts';
import { appRecord } from './app-record.ts';

/** Makes an app, a draft, and shows its secret this once. */
export const createApp: Handler<'createApp'> = async ({ caller, body }, context) => {
  const { organization, team, ...configuration } = body;
  const wanted = { organizationId: organizationIdOf(organization), teamId: teamIdOf(team), configuration };
  const counted = await prepareApp(context, caller, wanted);
  const { app, secret } = await inChange(context, caller, (change) => create(change, wanted, counted));
  return { json: { ...appRecord(app), client_secret: secret } };
};
