import { describe, expect, it } from 'vitest';
import { addressGuard, BadRange } from './address-guard.ts';

const guard = addressGuard();
const rangeOf = (address: string, ...opened: string[]): string | undefined =>
  addressGuard({ opened }).ruleAgainst(address)?.range;

/** The first and the last address of each range where ranges begin and end in the registries. */
const forbidden: readonly [range: string, ...addresses: string[]][] = [
  ['0.0.0.0/8', '0.0.0.0', '0.255.255.255'],
  ['10.0.0.0/8', '10.0.0.0', '10.255.255.255'],
  ['100.64.0.0/10', '100.64.0.0', '100.127.255.255'],
  ['127.0.0.0/8', '127.0.0.1', '127.255.255.255'],
  ['169.254.0.0/16', '169.254.0.0', '169.254.255.255'],
  ['169.254.169.254/32', '169.254.169.254'],
  ['100.100.100.200/32', '100.100.100.200'],
  ['168.63.129.16/32', '168.63.129.16'],
  ['172.16.0.0/12', '172.16.0.0', '172.31.255.255'],
  ['192.0.0.0/24', '192.0.0.0', '192.0.0.255'],
  ['192.0.2.0/24', '192.0.2.0', '192.0.2.255'],
  ['192.31.196.0/24', '192.31.196.1'],
  ['192.52.193.0/24', '192.52.193.1'],
  ['192.88.99.0/24', '192.88.99.1'],
  ['192.168.0.0/16', '192.168.0.0', '192.168.255.255'],
  ['192.175.48.0/24', '192.175.48.1'],
  ['198.18.0.0/15', '198.18.0.0', '198.19.255.255'],
  ['198.51.100.0/24', '198.51.100.7'],
  ['203.0.113.0/24', '203.0.113.7'],
  ['224.0.0.0/4', '224.0.0.1', '239.255.255.255'],
  ['240.0.0.0/4', '240.0.0.0', '255.255.255.254'],
  ['255.255.255.255/32', '255.255.255.255'],
  ['::/128', '::', '0:0:0:0:0:0:0:0'],
  ['::1/128', '::1', '0:0:0:0:0:0:0:1', '::0.0.0.1'],
  ['::ffff:0:0/96', '::ffff:127.0.0.1', '::FFFF:7f00:1', '::ffff:8.8.8.8'],
  ['::ffff:0:0:0/96', '::ffff:0:127.0.0.1'],
  ['::/96', '::127.0.0.1', '::8.8.8.8'],
  ['64:ff9b::/96', '64:ff9b::10.0.0.1', '64:ff9b::808:808'],
  ['64:ff9b:1::/48', '64:ff9b:1::1', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::/64', '100::1'],
  ['100:0:0:1::/64', '100:0:0:1::1'],
  ['2001::/32', '2001::1', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::/23', '2001:1::1', '2001:1ff:ffff::'],
  ['2001:db8::/32', '2001:db8::1'],
  ['2002::/16', '2002:7f00:1::', '2002:808:808::1'],
  ['2620:4f:8000::/48', '2620:4f:8000::1'],
  ['3fff::/20', '3fff::1', '3fff:fff::1'],
  ['5f00::/16', '5f00::1'],
  ['fc00::/7', 'fc00::1', 'fdff:ffff::1'],
  ['fd00:ec2::254/128', 'fd00:ec2::254', 'fd00:0ec2:0::0254'],
  ['fe80::/10', 'fe80::1', 'febf::1'],
  ['fec0::/10', 'fec0::1'],
  ['ff00::/8', 'ff02::1'],
  ['::/3', '200::1', '1fff::1', '::1:0:0:0'],
  ['4000::/2', '4000::1', '7fff::1'],
  ['8000::/1', '8000::1', 'fb00::1'],
  ['no range', 'fe80::1%eth0', '::1%1', 'localhost', '', '127.1', '0x7f000001', '2130706433', '1.2.3.4/0'],
];

describe('the address guard', () => {
  it.each(forbidden)('forbids what is in %s', (range, ...addresses) => {
    expect(addresses.map((address) => guard.ruleAgainst(address)?.range)).toEqual(addresses.map(() => range));
  });

  it.each([
    [
      'below and above IPv4 ranges',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
    ],
    ['more of them', '128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0'],
    [
      'and more',
      '192.167.255.255',
      '192.169.0.0',
      '198.17.255.255',
      '198.20.0.0',
      '223.255.255.255',
      '8.8.8.8',
    ],
    ['IPv6', '2001:200::1', '2001:4860:4860::8888', '2600::1', '2a00:1450::1', '2003::1', '3ffe::1'],
  ])('lets ordinary addresses pass: %s', (_title, ...addresses) => {
    expect(addresses.filter((address) => guard.ruleAgainst(address) !== undefined)).toEqual([]);
  });

  it('allows loopback in test mode, and nothing else', () => {
    const inTests = addressGuard({ testMode: true });
    const judged = (address: string): boolean => inTests.ruleAgainst(address) === undefined;
    expect(['127.0.0.1', '127.9.9.9', '::1'].every(judged)).toBe(true);
    expect(['10.0.0.1', '0.0.0.0', '::', '::ffff:127.0.0.1', '169.254.169.254'].some(judged)).toBe(false);
  });
});

describe('allowed ranges', () => {
  it('let their own addresses pass, and no others', () => {
    expect(rangeOf('10.1.2.3', '10.1.0.0/16')).toBeUndefined();
    expect(rangeOf('10.2.0.0', '10.1.0.0/16')).toBe('10.0.0.0/8');
    expect(rangeOf('fd12::1', 'fd12::1')).toBeUndefined();
    expect(rangeOf('fd12::2', 'fd12::1')).toBe('fc00::/7');
  });

  it('do not include the metadata address unless it is named itself', () => {
    expect(rangeOf('169.254.169.254', '169.254.0.0/16', '0.0.0.0/0')).toBe('169.254.169.254/32');
    expect(rangeOf('fd00:ec2::254', 'fd00::/8', '::/0')).toBe('fd00:ec2::254/128');
    expect(rangeOf('169.254.169.254', '169.254.169.254')).toBeUndefined();
    expect(rangeOf('fd00:ec2::254', 'fd00:0ec2::0254/128')).toBeUndefined();
  });

  it('of IPv4 do not allow the same address written as IPv6', () => {
    expect(rangeOf('::ffff:10.0.0.1', '10.0.0.0/8')).toBe('::ffff:0:0/96');
    expect(rangeOf('10.0.0.1', '::ffff:10.0.0.0/104')).toBe('10.0.0.0/8');
  });

  it.each([
    ['64:ff9b::/96', '64:ff9b::8.8.8.8', '64:ff9b::10.0.0.1', '10.0.0.0/8'],
    ['::ffff:0:0/96', '::ffff:8.8.8.8', '::ffff:127.0.0.1', '127.0.0.0/8'],
    ['2002::/16', '2002:808:808::1', '2002:c0a8:1::1', '192.168.0.0/16'],
    ['2001::/32', '2001:0:808:808::f7f7:f7f7', '2001:0:808:808::80ff:fffe', '127.0.0.0/8'],
    ['2001::/32', '2001:0:808:808::f7f7:f7f7', '2001:0:a00:1::f7f7:f7f7', '10.0.0.0/8'],
  ])('%s allows %s but not %s', (opened, open, closed, range) => {
    expect([rangeOf(open, opened), rangeOf(closed, opened)]).toEqual([undefined, range]);
  });

  it('are told apart from public addresses', () => {
    const some = addressGuard({ opened: ['10.0.0.0/8', '8.8.8.0/24', '::/0'] });
    expect(['10.0.0.1', '8.8.8.8', '9.9.9.9', '::ffff:127.0.0.1', 'x'].map(some.isOpened)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([
    '',
    'x',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    'fe80::1%eth0',
    '10.1/16',
  ])('must be readable, unlike "%s"', (range) =>
    expect(() => addressGuard({ opened: [range] })).toThrow(BadRange),
  );
});
