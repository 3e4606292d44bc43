import type { Handler } from '../../operation.ts';
import { appRecord } from './app-record.ts';
import { administeredApps, namesOfPlaces } from './store.ts';

/** The apps that the caller configures; for an administrator of the installation all, with the queue of reviews. */
export const listApps: Handler<'listApps'> = async ({ caller, query }, { database }) => {
  const apps = await administeredApps(database, caller, query.review);
  const names = await namesOfPlaces(database, apps);
  return { json: { apps: apps.map((app) => ({ ...appRecord(app), ...names(app) })) } };
};
