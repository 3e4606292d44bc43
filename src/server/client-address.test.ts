import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

test.each([
  ['203.0.113.9', '127.0.0.1', '203.0.113.9'],
  ['::ffff:203.0.113.9', '127.0.0.1', '203.0.113.9'],
  ['2001:db8::1', '127.0.0.1', '2001:db8::1'],
  ['<script>', '::ffff:10.0.0.1', '10.0.0.1'],
  ['', '::1', '::1'],
  ['unknown', undefined, ''],
])('a client that comes as %j over %s has the address %j', (ip, remoteAddress, address) => {
  expect(clientAddress({ ip, socket: { remoteAddress } as Socket })).toBe(address);
});
