import type { Handler } from '../../operation.ts';
import { appRecord } from './app-record.ts';
import { administeredApps } from './store.ts';

/** The apps that the caller configures; for an administrator of the installation all, with the queue of reviews. */
export const listApps: Handler<'listApps'> = async ({ caller, query }, { database }) => {
  const apps = await administeredApps(database, caller, query.review);
  return { json: { apps: apps.map(appRecord) } };
};
