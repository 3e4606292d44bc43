import { describe, expect, it } from 'vitest';
import { BadSetting, readConfig, type SettingName, settingRows } from '../config.ts';
import { neededBy, refuseIdleSettings } from './idle-settings.ts';

/** Something else than its default for each setting that is needed by another, or needs one. */
const given: Partial<Record<SettingName, string>> = {
  databaseUrl: 'postgres://127.0.0.1/one',
  databaseConnections: '20',
  databaseDirectUrl: 'none',
  blobs: 's3://designs',
  cacheBytes: '1 GB',
  govBaseUrl: 'https://gov.example.com',
  region: 'gov',
  smtpUrl: 'smtps://mail.example.com',
  mailFrom: 'design@example.com',
  oidcIssuer: 'https://login.example.com',
  oidcClientId: 'vitrine',
  oidcClientSecret: 'proof of the client',
  oidcClientSecretFile: '/run/proof',
  oidcLabel: 'Acme',
  oidcOnly: 'on',
  oidcCreateIn: '1',
  oidcCreateSeat: 'dev',
  oidcDomains: 'acme.example',
  oidcTimeoutMs: '2s',
  testMode: 'on',
  testModeAnywhere: 'on',
};
const rows = Object.entries(neededBy) as [SettingName, SettingName][];
const startWith = (settings: Partial<Record<SettingName, string>>) =>
  refuseIdleSettings(readConfig(settings, {}));

describe('A setting that does nothing without another one', () => {
  it.each(rows)('is refused without it, with a sentence that names both: %s, %s', (name, needed) => {
    const [one, other] = [name, needed].map((each) => settingRows[each].environmentName);
    const alone = () => startWith({ [name]: given[name] });
    expect(alone).toThrow(BadSetting);
    expect(alone).toThrow(`${one}: it does nothing without ${other}.`);
  });

  it.each(rows)('is taken beside it: %s, %s', (name) => {
    const settings: Partial<Record<SettingName, string>> = {};
    for (let next: SettingName | undefined = name; next && !(next in settings); next = neededBy[next])
      settings[next] = given[next] ?? '';
    expect(() => startWith(settings)).not.toThrow();
  });

  it.each(rows)('is taken where it says the same as its default: %s', (name) => {
    expect(() => startWith({ [name]: settingRows[name].default })).not.toThrow();
  });
});
