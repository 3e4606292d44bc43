import { describe, expect, it } from 'vitest';
import { networkOf } from './address-network.ts';

describe('an address of a client', () => {
  it.each([
    ['192.0.2.1', ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:c000:0201']],
    ['192.0.2.2', ['192.0.2.2', '::ffff:192.0.2.2']],
    [
      '2001:db8:1:2',
      ['2001:db8:1:2::1', '2001:DB8:0001:2:3:4:5:6', '2001:0db8:1:2:ffff::', '2001:db8:1:2::192.0.2.1'],
    ],
    ['2001:db8:0:0', ['2001:db8::', '2001:db8::1:0:0:1', '2001:db8:0:0:1::']],
    ['fe80:0:0:0', ['fe80::1', 'fe80::1%eth0']],
    ['0:0:0:0', ['::1', '::']],
  ])('counts as %s, however it is spelled', (network, addresses) => {
    expect(addresses.map(networkOf)).toEqual(addresses.map(() => network));
  });
});
