import { BadSetting, type Config, everyRole, settingRows } from '../config.ts';
import { refuseIdleSettings } from './idle-settings.ts';

/**
 * Whether this process may be one of several that serve an installation together: its rows and its blobs lie where
 * all of them reach them.
 */
export const isOneOfSeveral = ({ databaseUrl, blobs }: Pick<Config, 'databaseUrl' | 'blobs'>): boolean =>
  databaseUrl !== undefined && blobs !== undefined;

/**
 * Refuses settings that do nothing without another one, and those with which each of several processes would do
 * something else.
 * @throws BadSetting
 */
export function refuseUnfitSettings(config: Config): void {
  refuseIdleSettings(config);
  if (isOneOfSeveral(config)) refuseUnlikeOthers(config);
  else refuseOfSeveral(config);
}

function refuseOfSeveral({ roles, reusePort }: Config): void {
  if (roles.length < everyRole.length)
    throw bad('roles', 'without PostgreSQL and a bucket there is one server, which does all there is to do.');
  if (reusePort)
    throw bad(
      'reusePort',
      'without PostgreSQL and a bucket there is one server, which keeps its port for itself.',
    );
}

function refuseUnlikeOthers(config: Config): void {
  if (config.secret === '' && config.secretFile === undefined)
    throw bad(
      'secret',
      'with PostgreSQL and a bucket any number of servers may work together, so all need the same secret, here or by VITRINE_SECRET_FILE; a data folder from before has it in its file `secret`.',
    );
  if (config.baseUrl === undefined)
    throw bad(
      'baseUrl',
      'with PostgreSQL and a bucket any number of servers may work together, so the address under which clients reach them all has to be given.',
    );
}

const bad = (name: keyof typeof settingRows, reason: string): BadSetting =>
  new BadSetting(settingRows[name].environmentName, reason);
