import { describe, expect, it } from 'vitest';
import { BadSetting, readConfig, type SettingName } from '../config.ts';
import { refuseUnfitSettings } from './one-of-several.ts';

type Settings = Partial<Record<SettingName, string>>;

const together: Settings = {
  databaseUrl: 'postgres://127.0.0.1/one',
  blobs: 's3://designs?region=eu-central-1',
  secret: 'what all of the processes sign with',
  baseUrl: 'https://design.example.com',
};
const refusalOf = (settings: Settings): string | undefined => {
  try {
    refuseUnfitSettings(readConfig(settings, {}));
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(BadSetting);
    return (error as Error).message;
  }
};

describe('Settings', () => {
  it.each<[string, Settings]>([
    ['none', {}],
    ['a database', { databaseUrl: 'postgres://127.0.0.1/one' }],
    ['a bucket', { blobs: 's3://designs' }],
    ['a database, a bucket, a secret and an address', together],
    ['a secret in a file', { ...together, secret: '', secretFile: '/run/secret' }],
    ['no jobs beside others', { ...together, roles: 'web,render' }],
    ['nothing but drawing beside others', { ...together, roles: 'render' }],
    ['nothing but jobs beside others', { ...together, roles: ' jobs ' }],
  ])('fit together: %s', (_title, settings) => {
    expect(refusalOf(settings)).toBeUndefined();
  });

  it.each<[string, Settings, RegExp]>([
    ['no secret', { ...together, secret: '' }, /^VITRINE_SECRET: [^.]*\.$/],
    ['no address', { ...together, baseUrl: '' }, /^VITRINE_BASE_URL: [^.]*\.$/],
    ['no jobs without others', { roles: 'web,render' }, /^VITRINE_ROLES: [^.]*\.$/],
    ['no role', { ...together, roles: ' , ' }, /^VITRINE_ROLES: expected some of web, jobs, render\.$/],
    ['no drawing without others', { roles: 'web,jobs' }, /^VITRINE_ROLES: [^.]*\.$/],
    ['no web without others', { roles: 'jobs,render' }, /^VITRINE_ROLES: [^.]*\.$/],
    ['a role that there is not', { ...together, roles: 'web,render,mail' }, /^VITRINE_ROLES: "mail" is not/],
    ['too few connections', { databaseConnections: '1' }, /^VITRINE_DATABASE_CONNECTIONS: /],
    ['a way past a pooler to nowhere', { databaseDirectUrl: 'mysql://x' }, /^VITRINE_DATABASE_DIRECT_URL: /],
  ])(
    'that do not fit together are refused with one sentence that names one: %s',
    (_title, settings, sentence) => {
      expect(refusalOf(settings)).toMatch(sentence);
    },
  );
});
