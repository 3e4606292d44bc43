import { expect, test } from 'vitest';
import { trustedProxies } from './trusted-proxies.ts';

const isTrusted = trustedProxies({ trustedProxies: ['10.0.0.0/8', '192.0.2.7', '::1', 'fd00::/8'] });

test.each([
  ['10.1.2.3', true],
  ['::ffff:10.1.2.3', true],
  ['192.0.2.7', true],
  ['192.0.2.8', false],
  ['::1', true],
  ['fd12::9', true],
  ['fe80::1', false],
  ['unknown', false],
  ['', false],
  [undefined, false],
])('whether %s is a trusted proxy: %s', (address, expected) => {
  expect(isTrusted(address)).toBe(expected);
});

test('a chain of proxies has 32 at the most', () => {
  expect([isTrusted('10.0.0.1', 31), isTrusted('10.0.0.1', 32)]).toEqual([true, false]);
});
