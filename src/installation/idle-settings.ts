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

/** Settings that do nothing beside another one. */
const idleBeside: Partial<Record<SettingName, SettingName>> = {
  // The names of an own certificate stand in it.
  tlsHosts: 'tlsCert',
};

/** @throws BadSetting naming a setting that does nothing, and the one that it needs, or that does its work */
export function refuseIdleSettings(config: Config): void {
  for (const [name, needed] of Object.entries(neededBy) as [SettingName, SettingName][])
    if (isGiven(config, name) && !isGiven(config, needed))
      throw new BadSetting(
        settingRows[name].environmentName,
        `it does nothing without ${settingRows[needed].environmentName}.`,
      );
  for (const [name, other] of Object.entries(idleBeside) as [SettingName, SettingName][])
    if (isGiven(config, name) && isGiven(config, other))
      throw new BadSetting(
        settingRows[name].environmentName,
        `it does nothing beside ${settingRows[other].environmentName}.`,
      );
}

/** What says the same as the default is as good as not given. */
const isGiven = (config: Config, name: SettingName): boolean =>
  !isDeepStrictEqual(config[name], settingRows[name].read(settingRows[name].default));
