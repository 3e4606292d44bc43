import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/tables.ts';
import { livingProcesses } from './processes-store.ts';

interface DifferencesParts {
  readonly database: Kysely<Tables>;
  readonly clock: { offsetMs(): number };
  readonly log: Logger;
  readonly row: { readonly renderer: string };
}

const notableMs = 1_000;

/** Tells the log once of what makes processes answer differently: clocks far apart, and other renderers or fonts. */
export function differencesTold({
  database,
  clock,
  log,
  row,
}: DifferencesParts): (ownId: string) => Promise<void> {
  let isOffsetTold = false;
  const known = new Set<string>();
  return async (ownId) => {
    const offsetMs = Math.round(clock.offsetMs());
    if (Math.abs(offsetMs) > notableMs && !isOffsetTold)
      log.warn({ offsetMs }, "the database's clock is not that of this machine; the database's counts");
    isOffsetTold = Math.abs(offsetMs) > notableMs;
    const others = await livingProcesses(database).catch(() => []);
    for (const { id, name, version, renderer } of others) {
      if (id === ownId || renderer === row.renderer || known.has(id)) continue;
      known.add(id);
      log.warn(
        { process: name, version },
        'another process draws images by another version or other fonts of its folder: images get other names there',
      );
    }
  };
}
