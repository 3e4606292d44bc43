import type { Kysely } from 'kysely';
import { BadSetting, type Config, settingRows } from '../config.ts';
import type { Tables } from '../database/tables.ts';
import { livingProcesses } from './processes-store.ts';
import { settingsThatDiffer } from './settings-marks.ts';

const { environmentName } = settingRows.testMode;

/**
 * Keeps a process of test mode from those without it, and the other way round: the clock that tests move would be
 * that of some alone.
 * @param settings the marks of its settings
 * @throws BadSetting
 */
export async function refuseOtherMode(
  database: Kysely<Tables>,
  settings: string,
  { testMode }: Pick<Config, 'testMode'>,
): Promise<void> {
  const differs = (others: string | null) => settingsThatDiffer(settings, others).includes(environmentName);
  const other = (await livingProcesses(database)).find((process) => differs(process.settings));
  if (other === undefined) return;
  throw new BadSetting(
    environmentName,
    `${other.name} serves this installation ${testMode ? 'without' : 'in'} test mode, in which the clock is moved, so all servers have it or none; a server that was killed counts for half a minute more.`,
  );
}
