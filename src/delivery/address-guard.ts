import { BlockList, isIP } from 'node:net';
import { type Embedding, type SpecialRange, specialIpv4, specialIpv6 } from './special-addresses.ts';

/** Says which addresses may be called. */
export interface AddressGuard {
  /** The range that forbids an address, or undefined where it may be called. */
  readonly ruleAgainst: (address: string) => SpecialRange | undefined;
  /** Whether the address was opened on purpose; only then is it called without encryption. */
  readonly isOpened: (address: string) => boolean;
  /** The setting with which whoever runs the server opens addresses. */
  readonly opener: string;
}

export interface GuardOptions {
  /** Addresses and ranges that may be called although they are special: `10.1.0.0/16`, `fd12::1`. */
  readonly opened?: readonly string[];
  /** Opens loopback. */
  readonly testMode?: boolean;
  readonly opener?: string;
}

/** A range that is neither an address nor a range such as 10.0.0.0/8. */
export class BadRange extends Error {
  constructor(range: string) {
    super(`"${range}" is neither an IP address nor a range such as 10.0.0.0/8.`);
    this.name = 'BadRange';
  }
}

type Family = 'ipv4' | 'ipv6';
type Lists = Readonly<Record<Family, BlockList>>;

const loopback = ['127.0.0.0/8', '::1/128'];
const noAddress: SpecialRange = { range: 'no range', name: 'since it is not a plain IP address' };

/**
 * Builds the guard. An IPv6 address that carries an IPv4 address must pass twice, in its own form and as the
 * IPv4 address, so opening the range of a NAT64 opens nothing private behind it.
 *
 * @throws BadRange
 */
export function addressGuard({
  opened = [],
  testMode = false,
  opener = 'VITRINE_WEBHOOK_ALLOW',
}: GuardOptions = {}): AddressGuard {
  const ranges = [...opened, ...(testMode ? loopback : [])];
  const lists = listsOf(ranges);
  const alone = new Set(ranges.filter(isOneAddress).map((range) => canonical(parts(range).address)));
  const holds = (address: string): boolean => listHolds(lists, address);

  const passes = (address: string, rule: SpecialRange): boolean =>
    rule.openedAlone ? alone.has(canonical(address)) : holds(address);

  const ruleAgainst = (address: string): SpecialRange | undefined => {
    if (!isPlainAddress(address)) return noAddress;
    const rule = specialRangeOf(address);
    if (rule === undefined) return undefined;
    if (!passes(address, rule)) return rule;
    return first(embeddedIpv4(address, rule.embeds ?? []), ruleAgainst);
  };

  return {
    opener,
    ruleAgainst,
    isOpened: (address) => isPlainAddress(address) && holds(address) && ruleAgainst(address) === undefined,
  };
}

/** The special range of an address, whatever is opened; undefined for an ordinary public one. */
function specialRangeOf(address: string): SpecialRange | undefined {
  if (!listHolds(special, address)) return undefined;
  const family = familyOf(address);
  return rules[family].find(({ list }) => list.check(address, family))?.rule;
}

/** The IPv4 addresses inside of an IPv6 address. */
function embeddedIpv4(address: string, embeddings: readonly Embedding[]): string[] {
  const groups = groupsOf(address);
  return embeddings.map(({ firstBit, flipped }) => {
    const pair = groups.slice(firstBit / 16, firstBit / 16 + 2);
    return pair
      .map((group) => (flipped ? group ^ 0xffff : group))
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  });
}

/** The eight groups of an IPv6 address, as numbers. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = canonical(address).split('::');
  const read = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => parseInt(group, 16));
  if (tail === undefined) return read(head);
  const [front, back] = [read(head), read(tail)];
  return [...front, ...new Array<number>(8 - front.length - back.length).fill(0), ...back];
}

/** One spelling for each address, as URLs have it: no dotted tail, lower case, the longest zeros left out. */
function canonical(address: string): string {
  return isIP(address) === 6 ? new URL(`http://[${address}]/`).hostname.slice(1, -1) : address;
}

/** A zone (`fe80::1%eth0`) names a network of this machine, so it never stands in an address to be called. */
const isPlainAddress = (address: string): boolean => isIP(address) !== 0 && !address.includes('%');
const familyOf = (address: string): Family => (isIP(address) === 4 ? 'ipv4' : 'ipv6');
const mostBits: Readonly<Record<Family, number>> = { ipv4: 32, ipv6: 128 };

function parts(range: string): { address: string; family: Family; bits: number } {
  const [address = '', bits, ...rest] = range.split('/');
  const family = familyOf(address);
  const count = bits === undefined ? mostBits[family] : Number(bits);
  const readable = isPlainAddress(address) && rest.length === 0 && /^\d{1,3}$/.test(bits ?? '0');
  if (!readable || count > mostBits[family]) throw new BadRange(range);
  return { address, family, bits: count };
}

const isOneAddress = (range: string): boolean => parts(range).bits === mostBits[parts(range).family];

/**
 * Two lists, since one list compares IPv4-mapped addresses with the rules of IPv4, and here the two spellings
 * are judged apart.
 */
function listsOf(ranges: readonly string[]): Lists {
  const lists: Lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const range of ranges) {
    const { address, family, bits } = parts(range);
    lists[family].addSubnet(address, bits, family);
  }
  return lists;
}

const listHolds = (lists: Lists, address: string): boolean =>
  lists[familyOf(address)].check(address, familyOf(address));

const rulesOf = (
  family: Family,
  ranges: readonly SpecialRange[],
): { rule: SpecialRange; list: BlockList }[] =>
  ranges.map((rule) => ({ rule, list: listsOf([rule.range])[family] }));

const rules = { ipv4: rulesOf('ipv4', specialIpv4), ipv6: rulesOf('ipv6', specialIpv6) } as const;
const special = listsOf([...specialIpv4, ...specialIpv6].map(({ range }) => range));

function first<From, To>(items: readonly From[], find: (item: From) => To | undefined): To | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
