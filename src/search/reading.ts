import type { Context } from '../context.ts';
import { unhurried } from '../database/unhurried.ts';
import { onceRestored, waitsForRestore } from '../database/waits-for-restore.ts';
import { messageOf } from '../errors.ts';
import {
  claimUnsearched,
  freeUnsearched,
  noteAllUnsearched,
  putOffUnsearched,
  ReadingLost,
  type UnsearchedFile,
} from '../files/unsearched-files-store.ts';
import { behindOthers } from '../processes/behind-others.ts';
import type { SearchParts } from './blocks-of-file.ts';
import { readForSearch } from './read-for-search.ts';

/** Reads files for the search while the server runs: what changed is found soon after. */
export interface SearchReading {
  /** Begins, with what an earlier run left half done and with what was never read. */
  start(): Promise<void>;
  /** Breaks off what is under way; it is done again after the next start. */
  stop(): Promise<void>;
}

type Parts = SearchParts & Pick<Context, 'config' | 'log' | 'together'>;

/** How often the database is asked for what changed. */
const lookMs = 500;

export function searchReadingOf(parts: Parts): SearchReading {
  const { config, database, log, together } = parts;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const look = async (): Promise<void> => {
    // Tests go back to earlier states, which takes with it what was noted.
    if (config.testMode) await noteAllUnsearched(database);
    while (!stopping.signal.aborted && (await readNext(parts, stopping.signal)));
  };
  const plan = (): void => {
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      running = behindOthers(look)
        .catch((error) => {
          if (!waitsForRestore(error, log))
            log.error({ error: messageOf(error) }, 'files to be read for the search could not be found');
        })
        .finally(plan);
    }, lookMs).unref();
  };
  return {
    start: async () => {
      if (!config.roles.includes('jobs')) return;
      if (together === undefined) await freeUnsearched(database);
      await noteAllUnsearched(database);
      plan();
    },
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** Reads one file; false where there is none to be read. */
async function readNext(parts: Parts, signal: AbortSignal): Promise<boolean> {
  const { database, clock, ids, log } = parts;
  const claim = { lease: ids.uuid(), now: clock.now() };
  const taken = await unhurried(() => claimUnsearched(database, claim));
  if (taken === undefined) return false;
  await readForSearch(parts, taken, signal).catch(async (error) => {
    if (error instanceof ReadingLost) return;
    const free = () => freeUnsearched(database, taken.lease);
    if (signal.aborted) return free();
    if (waitsForRestore(error, log)) return onceRestored(free, { log, isStopped: () => signal.aborted });
    const tries = await putOff(parts, taken);
    if (tries === 1)
      log.error({ error: messageOf(error), file: taken.fileKey }, 'a file could not be read for the search');
  });
  return true;
}

const putOff = ({ database, clock }: Parts, taken: UnsearchedFile): Promise<number> =>
  putOffUnsearched(database, taken, clock.now());
