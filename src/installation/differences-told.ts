import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/tables.ts';
import { livingProcesses, type ProcessRow } from './processes-store.ts';
import { settingsThatDiffer } from './settings-marks.ts';

type OwnRow = Pick<ProcessRow, 'renderer' | 'settings'>;

interface DifferencesParts {
  readonly database: Kysely<Tables>;
  readonly clock: { offsetMs(): number };
  readonly log: Logger;
  readonly row: OwnRow;
}

const notableMs = 1_000;

/** Tells the log once of what makes processes answer differently: clocks far apart, other renderers, fonts or settings. */
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
    for (const other of others) {
      if (other.id === ownId || known.has(other.id)) continue;
      known.add(other.id);
      tellOf(other, row, log);
    }
  };
}

function tellOf({ name, version, renderer, settings }: ProcessRow, row: OwnRow, log: Logger): void {
  if (renderer !== row.renderer)
    log.warn(
      { process: name, version },
      'another process draws images by another version or other fonts of its folder: images get other names there',
    );
  const names = settingsThatDiffer(row.settings ?? '{}', settings);
  if (names.length > 0)
    log.warn(
      { process: name, version, settings: names },
      `${name} serves this installation with other settings: give all servers the same ${names.join(', ')}`,
    );
}
