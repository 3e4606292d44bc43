import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

const names = ['name', 'base_url', 'token', 'organization', 'grant', 'max_age_seconds'];

test.each([
  ['url', 'base_url'],
  ['baseUrl', 'base_url'],
  ['base-url', 'base_url'],
  ['nmae', 'name'],
  ['tokens', 'token'],
  ['organisation', 'organization'],
  ['organizationId', 'organization'],
  ['max_age', 'max_age_seconds'],
  ['nobody', undefined],
  ['', undefined],
  ['__proto__', undefined],
  [`name${'e'.repeat(1_000_000)}`, undefined],
])('Who wrote %j is taken to have meant %j', (written, meant) => {
  expect(nearestName(written, names)).toBe(meant);
});

test('Nothing is meant where there are no names', () => {
  expect(nearestName('name', [])).toBeUndefined();
});
