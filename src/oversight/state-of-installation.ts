import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Caller } from '../access/caller.ts';
import { requireInstallationAdministrator } from '../access/installation-administrator.ts';
import type { Context } from '../context.ts';
import { isPostgres } from '../database/column-kinds.ts';
import { livingProcesses } from '../installation/processes-store.ts';
import { countThings, databaseSize, storedSizes } from './installation-counts-store.ts';
import { failingWebhooks, listedChores, waitingDeliveries } from './work-store.ts';

const description = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(description) as { version: string };

const dayMs = 24 * 3_600_000;

/**
 * What there is to know of an installation and of how it does, for who administers it.
 * @throws ApiError 403
 */
export async function stateOfInstallation(context: Context, caller: Caller) {
  requireInstallationAdministrator(caller, 'see how it does');
  const { database, config, images, readiness, clock } = context;
  const [whyNot, processes, counts, storage, chores, waiting, failing] = await Promise.all([
    readiness.whyNot(),
    context.together === undefined ? [] : livingProcesses(database),
    countThings(database),
    storageOf(context),
    listedChores(database),
    waitingDeliveries(database),
    failingWebhooks(database, clock.now() - dayMs),
  ]);
  return {
    version,
    whyNot,
    processes,
    counts,
    storage,
    chores,
    waiting,
    failing,
    engine: isPostgres(database) ? ('postgresql' as const) : ('sqlite' as const),
    isTestMode: config.testMode,
    rendersWaiting: images.waiting(),
  };
}

async function storageOf({ database, config }: Context) {
  const [databaseBytes, sizes, disk] = await Promise.all([
    databaseSize(database),
    storedSizes(database),
    statfs(config.dataFolder),
  ]);
  return {
    databaseBytes,
    ...sizes,
    diskBytes: disk.blocks * disk.bsize,
    freeBytes: disk.bavail * disk.bsize,
  };
}
