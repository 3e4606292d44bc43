import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';
import { waitsForRestore } from '../database/waits-for-restore.ts';
import { messageOf } from '../errors.ts';
import { behindOthers } from '../processes/behind-others.ts';
import { freeAllTiers } from '../upstreams/tiers-store.ts';
import { findUpstreamRow } from '../upstreams/upstreams-store.ts';
import { breakLines } from './bringing.ts';
import { freeAllLeases } from './due-store.ts';
import { throughProblem } from './through-mirror.ts';
import { takeWork } from './work-of-mirrors.ts';

/** Keeps files current with upstreams while the server runs. */
export interface Mirroring {
  /** Begins, with what an earlier run left half done. */
  start(): Promise<void>;
  /** Lets what is under way end for a while; what does not is broken off, and goes on with the next start. */
  stop(graceMs?: number): Promise<void>;
}

/** How often the database is asked for what is due. */
const lookMs = 1000;
/** Files that one process brings at a time: readers come first. */
const atOnce = 2;
/** So many organizations more are served where upstreams are slow: none waits for another's. */
const mostOrganizations = 4;
const stopGraceMs = 5000;

/** Organizations that have as much under way as one may. */
function served(running: ReadonlyMap<unknown, OrganizationId | undefined>): OrganizationId[] {
  const counts = Map.groupBy(running.values(), (organization) => organization);
  return [...counts].flatMap(([organization, all]) =>
    organization !== undefined && all.length >= atOnce ? [organization] : [],
  );
}

export function mirroringOf(context: Context): Mirroring {
  const { config, log, together } = context;
  const running = new Map<Promise<void>, OrganizationId | undefined>();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const unlessRestored = (failure: string) => (error: unknown) => {
    if (!waitsForRestore(error, log)) log.error({ error: messageOf(error) }, failure);
  };
  const fill = async (): Promise<void> => {
    while (!isStopped && running.size < atOnce * mostOrganizations) {
      const work = await takeWork(context, { except: served(running) });
      if (work === undefined) return;
      const upstream = work.upstreamId && (await findUpstreamRow(context.database, work.upstreamId));
      const ending: Promise<void> = work
        .run()
        .catch(unlessRestored('a mirror stopped in the middle'))
        .finally(() => {
          running.delete(ending);
          plan(0);
        });
      running.set(ending, upstream?.organizationId);
    }
  };
  let filling: Promise<void> = Promise.resolve();
  const look = (): void => {
    filling = filling
      .then(() => behindOthers(fill))
      .catch(unlessRestored('work of mirrors could not be looked for'))
      .finally(() => plan(lookMs));
  };
  const plan = (inMs: number): void => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(look, inMs).unref();
  };

  return {
    start: async () => {
      const problem = await throughProblem(context);
      if (problem !== undefined) log.warn(problem);
      if (!config.roles.includes('jobs')) return;
      if (together === undefined) await freeAllLeases(context.database);
      if (together === undefined) await freeAllTiers(context.database);
      plan(0);
    },
    stop: async (graceMs = stopGraceMs) => {
      isStopped = true;
      clearTimeout(timer);
      await filling;
      await Promise.race([Promise.all(running.keys()), sleep(graceMs, undefined, { ref: false })]);
      await breakLines(context);
      await Promise.all(running.keys());
    },
  };
}
