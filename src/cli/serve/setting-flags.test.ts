import { describe, expect, it } from 'vitest';
import { type SettingName, settingRows } from '../../config.ts';
import { recordingIo } from '../../testing/command-io.ts';
import { CommandFailed, WrongUsage } from '../command.ts';
import { flagOf, isOption, readSettings, settingOptions } from './setting-flags.ts';

const io = (env: Record<string, string> = {}) => recordingIo({ env }).io;

describe('the options of serve', () => {
  it('hold every setting, each once', () => {
    const names = Object.keys(settingRows) as SettingName[];
    expect(new Set(names.map(flagOf)).size).toBe(names.length);
    expect(Object.keys(settingOptions)).toEqual(names.filter(isOption).map(flagOf));
    expect(Object.keys(settingOptions)).not.toContain('oidc-client-secret');
  });

  it.each([
    ['port', 'port', 'string'],
    ['dataFolder', 'data', 'string'],
    ['databaseUrl', 'database-url', 'string'],
    ['allowHttp', 'allow-http', 'boolean'],
    ['testModeAnywhere', 'test-mode-anywhere', 'boolean'],
  ] as const)('call %s --%s', (name, flag, type) => {
    expect(flagOf(name)).toBe(flag);
    expect(settingOptions[flag]?.type).toBe(type);
  });

  it('go before the environment, which goes before the defaults', () => {
    const env = { VITRINE_PORT: '1', VITRINE_HOST: '::1' };
    const config = readSettings({ port: '2' }, io(env));
    expect([config.port, config.host, config.logLevel]).toEqual([2, '::1', 'info']);
  });

  it('switch on, and off what the environment has on', () => {
    const env = { VITRINE_ALLOW_HTTP: 'on' };
    expect(readSettings({ 'test-mode': true }, io(env))).toMatchObject({ testMode: true, allowHttp: true });
    expect(readSettings({ 'allow-http': false }, io(env))).toMatchObject({ allowHttp: false });
  });

  it('are named by a complaint where they are wrong, as the variable is where that is', () => {
    expect(() => readSettings({ 'fill-url-days': '90' }, io())).toThrow(WrongUsage);
    expect(() => readSettings({ 'fill-url-days': '90' }, io())).toThrow(/^--fill-url-days: "90"/);
    expect(() => readSettings({}, io({ VITRINE_FILL_URL_DAYS: '90' }))).toThrow(CommandFailed);
    expect(() => readSettings({}, io({ VITRINE_FILL_URL_DAYS: '90' }))).toThrow(/^VITRINE_FILL_URL_DAYS: /);
  });
});
