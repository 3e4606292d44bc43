import { isDeepStrictEqual } from 'node:util';
import { BadSetting, type Config, type SettingName, settingRows } from '../config.ts';

/** Settings that do nothing without another one: whoever gives the one has forgotten or misspelled the other. */
export const neededBy: Partial<Record<SettingName, SettingName>> = {
  databaseConnections: 'databaseUrl',
  databaseDirectUrl: 'databaseUrl',
  cacheBytes: 'blobs',
  region: 'govBaseUrl',
  smtpUrl: 'mailFrom',
  mailFrom: 'smtpUrl',
  oidcIssuer: 'oidcClientId',
  oidcClientId: 'oidcIssuer',
  oidcClientSecret: 'oidcIssuer',
  oidcClientSecretFile: 'oidcIssuer',
  oidcLabel: 'oidcIssuer',
  oidcOnly: 'oidcIssuer',
  oidcCreateIn: 'oidcIssuer',
  oidcCreateSeat: 'oidcCreateIn',
  oidcDomains: 'oidcIssuer',
  oidcTimeoutMs: 'oidcIssuer',
  testModeAnywhere: 'testMode',
};

/** @throws BadSetting naming a setting that does nothing, and the one that it needs */
export function refuseIdleSettings(config: Config): void {
  for (const [name, needed] of Object.entries(neededBy) as [SettingName, SettingName][])
    if (isGiven(config, name) && !isGiven(config, needed))
      throw new BadSetting(
        settingRows[name].environmentName,
        `it does nothing without ${settingRows[needed].environmentName}.`,
      );
}

/** What says the same as the default is as good as not given. */
const isGiven = (config: Config, name: SettingName): boolean =>
  !isDeepStrictEqual(config[name], settingRows[name].read(settingRows[name].default));
