import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { addressBeforeProxies, trustedProxies } from './trusted-proxies.ts';

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

const chains = [
  undefined,
  '',
  ' ',
  ',',
  ' , ,',
  '192.0.2.1',
  ' 192.0.2.1 ',
  '192.0.2.1,10.0.0.9',
  '10.0.0.9, 192.0.2.1',
  '198.51.100.7,192.0.2.1 , 10.0.0.9,,::1',
  '10.0.0.8,10.0.0.9',
  '2001:db8::1, fd00::2',
  '::ffff:10.0.0.9',
  '192.0.2.1 192.0.2.2',
  'abc, 10.0.0.9',
  '10.0.0.9, :',
  Array(40).fill('10.0.0.9').join(','),
];

test('the address before the proxies is the one that Fastify finds, or left to it', async () => {
  const app = fastify({ trustProxy: isTrusted });
  app.get('/', async ({ ip }) => ip);
  for (const remoteAddress of ['10.0.0.1', '203.0.113.5'])
    for (const named of chains) {
      const headers = named === undefined ? {} : { 'x-forwarded-for': named };
      const { body } = await app.inject({ method: 'GET', url: '/', headers, remoteAddress });
      expect(addressBeforeProxies({ headers, socket: { remoteAddress } }, isTrusted), named).toBe(body);
    }
  for (const named of ['unknown', '_hidden, 10.0.0.9', '"[2001:db8::1]:4711"', '\u00a0192.0.2.1']) {
    const headers = { 'x-forwarded-for': named };
    expect(
      addressBeforeProxies({ headers, socket: { remoteAddress: '10.0.0.1' } }, isTrusted),
    ).toBeUndefined();
  }
  await app.close();
});
