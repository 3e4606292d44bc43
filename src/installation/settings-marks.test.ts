import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { settingsMarks, settingsThatDiffer } from './settings-marks.ts';

const common = {
  VITRINE_BASE_URL: 'https://design.example.com',
  VITRINE_BLOBS: 's3://designs/vitrine?endpoint=https://one.example.com',
  VITRINE_RATE_LIMITS: '/etc/vitrine/limits.json',
};
const limits = { starter: { view: { tier1: { most: 6, period: 'month' } } } };
const marksOf = (environment: Record<string, string>, ofFile: unknown = limits) =>
  settingsMarks(readConfig({}, { ...common, ...environment }), ofFile);

describe('Servers that work together', () => {
  it('are told apart by settings that all should have alike, by name', () => {
    const other = marksOf(
      {
        VITRINE_BASE_URL: 'https://other.example.com',
        VITRINE_IMAGE_URL_DAYS: 'never',
        VITRINE_BLOBS: 's3://others/vitrine',
      },
      null,
    );
    expect(settingsThatDiffer(marksOf({}), other).sort()).toEqual([
      'VITRINE_BASE_URL',
      'VITRINE_BLOBS',
      'VITRINE_IMAGE_URL_DAYS',
      'VITRINE_RATE_LIMITS',
    ]);
  });

  it('are told apart by where their designs lie within one bucket', () => {
    const elsewhere = marksOf({ VITRINE_BLOBS: 's3://designs/other' });
    expect(settingsThatDiffer(marksOf({}), elsewhere)).toEqual(['VITRINE_BLOBS']);
  });

  it('may differ in places, size, role, certificates and the ways to the database and the bucket', () => {
    const other = marksOf({
      DATABASE_URL: 'postgres://other.example.com/vitrine',
      VITRINE_DATABASE_DIRECT_URL: 'none',
      VITRINE_DATABASE_CONNECTIONS: '20',
      VITRINE_TLS_CERT: '/other/cert.pem',
      VITRINE_TLS_KEY: '/other/key.pem',
      VITRINE_MANAGEMENT_PORT: '7801',
      VITRINE_TRUSTED_PROXIES: '10.0.0.0/8',
      VITRINE_PORT: '7800',
      VITRINE_DATA: '/other',
      VITRINE_ROLES: 'render',
      VITRINE_DRAIN: '9s',
      VITRINE_CACHE_BYTES: '1 GB',
      VITRINE_LOG_LEVEL: 'debug',
      VITRINE_RATE_LIMITS: '/other/limits.json',
      VITRINE_BLOBS: 's3://designs/vitrine?endpoint=https://two.example.com&path-style=on',
    });
    expect(settingsThatDiffer(marksOf({}), other)).toEqual([]);
  });

  it('are told apart by what their files of limits say', () => {
    const others = { starter: { view: { tier1: { most: 7, period: 'month' } } } };
    expect(settingsThatDiffer(marksOf({}), marksOf({}, others))).toEqual(['VITRINE_RATE_LIMITS']);
    expect(settingsThatDiffer(marksOf({}), marksOf({}, structuredClone(limits)))).toEqual([]);
  });

  it('of another version are compared by the settings that both know', () => {
    expect(settingsThatDiffer(marksOf({}), null)).toEqual([]);
    expect(settingsThatDiffer(marksOf({}), '{"VITRINE_OF_LATER":"x"}')).toEqual([]);
  });

  it('tell nothing of a setting but a mark, and of what is secret nothing', () => {
    const secrets = {
      VITRINE_SECRET: 'a secret of thirty-two bytes and more',
      VITRINE_OIDC_CLIENT_SECRET: 'proof of the client',
      VITRINE_SMTP_URL: 'smtps://user:password@mail.example.com',
      VITRINE_MAIL_FROM: 'design@example.com',
    };
    expect(marksOf({ ...secrets, VITRINE_MAIL_FROM: '' })).toBe(marksOf({}));
    expect(marksOf(secrets)).toMatch(/^\{("[A-Z_]+":"[0-9a-f]{16}",?)+\}$/);
  });
});
