/** A range of addresses that is not an ordinary place in the public internet. */
export interface SpecialRange {
  /** In the form `10.0.0.0/8`. */
  readonly range: string;
  /** Completes the sentence "… is in 10.0.0.0/8, ". */
  readonly name: string;
  /** Opened only by naming this one address: a wide range never opens it by the way. */
  readonly openedAlone?: true;
  /** Where an IPv4 address hides inside of an IPv6 address of this range. */
  readonly embeds?: readonly Embedding[];
}

/** Thirty-two bits from `firstBit` on, each flipped where the form says so. */
export interface Embedding {
  readonly firstBit: number;
  readonly flipped?: true;
}

const atTheEnd: readonly Embedding[] = [{ firstBit: 96 }];
const metadata = 'the metadata and credentials of a cloud provider';
const unallocated = 'which is not given to anyone';

/**
 * The special ranges of IPv4, the narrow ones first. Those that the registry calls reachable but that hold
 * no receivers (anycast relays, sinks of reverse look-ups) are among them.
 *
 * @see the IANA registries "IPv4 Special-Purpose Address Space" and "IPv4 Multicast Address Space"
 */
export const specialIpv4: readonly SpecialRange[] = [
  { range: '169.254.169.254/32', name: metadata, openedAlone: true },
  { range: '169.254.169.253/32', name: metadata, openedAlone: true },
  { range: '169.254.170.2/32', name: metadata, openedAlone: true },
  { range: '169.254.170.23/32', name: metadata, openedAlone: true },
  { range: '100.100.100.200/32', name: metadata, openedAlone: true },
  { range: '192.0.0.192/32', name: metadata, openedAlone: true },
  { range: '168.63.129.16/32', name: metadata, openedAlone: true },
  { range: '0.0.0.0/8', name: 'this host or network' },
  { range: '10.0.0.0/8', name: 'private addresses' },
  { range: '100.64.0.0/10', name: 'addresses shared inside of a provider' },
  { range: '127.0.0.0/8', name: 'loopback' },
  { range: '169.254.0.0/16', name: 'link-local addresses' },
  { range: '172.16.0.0/12', name: 'private addresses' },
  { range: '192.0.0.0/24', name: 'protocol assignments' },
  { range: '192.0.2.0/24', name: 'addresses for documentation' },
  { range: '192.31.196.0/24', name: 'sinks of reverse look-ups' },
  { range: '192.52.193.0/24', name: 'multicast tunnels' },
  { range: '192.88.99.0/24', name: '6to4 relays' },
  { range: '192.168.0.0/16', name: 'private addresses' },
  { range: '192.175.48.0/24', name: 'sinks of reverse look-ups' },
  { range: '198.18.0.0/15', name: 'addresses for measurements' },
  { range: '198.51.100.0/24', name: 'addresses for documentation' },
  { range: '203.0.113.0/24', name: 'addresses for documentation' },
  { range: '224.0.0.0/4', name: 'multicast' },
  { range: '255.255.255.255/32', name: 'broadcast' },
  { range: '240.0.0.0/4', name: 'reserved addresses' },
];

/**
 * The special ranges of IPv6, the narrow ones first, and at the end all that lies outside of 2000::/3, the
 * only part that is given to networks at all.
 *
 * @see the IANA registry "IPv6 Special-Purpose Address Space", and "IPv6 Global Unicast Allocations"
 */
export const specialIpv6: readonly SpecialRange[] = [
  { range: 'fd00:ec2::254/128', name: metadata, openedAlone: true },
  { range: 'fd00:ec2::253/128', name: metadata, openedAlone: true },
  { range: 'fd00:ec2::23/128', name: metadata, openedAlone: true },
  { range: 'fd20:ce::254/128', name: metadata, openedAlone: true },
  { range: '::1/128', name: 'loopback' },
  { range: '::/128', name: 'the unspecified address' },
  { range: '::ffff:0:0/96', name: 'IPv4 addresses written as IPv6', embeds: atTheEnd },
  { range: '::ffff:0:0:0/96', name: 'IPv4 addresses translated to IPv6', embeds: atTheEnd },
  { range: '::/96', name: 'IPv4 addresses in the old compatible form', embeds: atTheEnd },
  { range: '64:ff9b::/96', name: 'IPv4 addresses behind NAT64', embeds: atTheEnd },
  { range: '64:ff9b:1::/48', name: 'IPv4 addresses behind a local NAT64', embeds: atTheEnd },
  { range: '100::/64', name: 'addresses that discard what they get' },
  { range: '100:0:0:1::/64', name: 'a prefix for stand-ins' },
  {
    range: '2001::/32',
    name: 'Teredo tunnels',
    embeds: [{ firstBit: 32 }, { firstBit: 96, flipped: true }],
  },
  { range: '2001::/23', name: 'protocol assignments' },
  { range: '2001:db8::/32', name: 'addresses for documentation' },
  { range: '2002::/16', name: '6to4 tunnels', embeds: [{ firstBit: 16 }] },
  { range: '2620:4f:8000::/48', name: 'sinks of reverse look-ups' },
  { range: '3fff::/20', name: 'addresses for documentation' },
  { range: '5f00::/16', name: 'segment routing' },
  { range: 'fc00::/7', name: 'private addresses' },
  { range: 'fe80::/10', name: 'link-local addresses' },
  { range: 'fec0::/10', name: 'site-local addresses' },
  { range: 'ff00::/8', name: 'multicast' },
  { range: '::/3', name: unallocated },
  { range: '4000::/2', name: unallocated },
  { range: '8000::/1', name: unallocated },
];
