import { nextPage } from '../../access/paged-list.ts';
import { administeredApps, namesOfPlaces } from '../../apps/administered-apps-store.ts';
import type { Handler } from '../../operation.ts';
import { listedRecord } from './app-record.ts';

/** The apps that the caller configures; for an administrator of the installation all, with the queue of reviews. */
export const listApps: Handler<'listApps'> = async ({ caller, query }, { database, addresses }) => {
  const { rows, ...page } = await administeredApps(database, caller, query);
  const names = await namesOfPlaces(database, rows);
  return {
    json: {
      apps: rows.map((app) => ({ ...listedRecord(app, addresses), ...names(app) })),
      ...nextPage(page),
    },
  };
};
