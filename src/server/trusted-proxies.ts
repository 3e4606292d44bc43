import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6, type Socket } from 'node:net';
import { networkOf } from '../access/address-network.ts';
import type { Config } from '../config.ts';

/** Proxies that a request may have come through; what a header names beyond them is not read. */
const mostProxies = 32;

/**
 * Whether an address is that of a trusted proxy. `proxiesBefore` counts those that stand between it and this
 * server.
 */
export type TrustedProxies = (address: string | undefined, proxiesBefore?: number) => boolean;

export function trustedProxies({
  trustedProxies: addresses,
}: Pick<Config, 'trustedProxies'>): TrustedProxies {
  if (addresses.length === 0) return () => false;
  const list = blockListOf(addresses);
  return (address, proxiesBefore = 0) => proxiesBefore < mostProxies && isListed(list, address);
}

/**
 * The client's address as Fastify finds it, before it is given the request: the first in `X-Forwarded-For`, counted from
 * its end, that is no trusted proxy. Nothing where that header holds more than addresses.
 */
export function addressBeforeProxies(
  { headers, socket }: Pick<IncomingMessage, 'headers'> & { socket: Pick<Socket, 'remoteAddress'> },
  isProxy: TrustedProxies,
): string | undefined {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined) return socket.remoteAddress ?? '';
  const named = String(forwarded);
  if (!onlyAddresses.test(named)) return undefined;
  const before = named.split(',').flatMap((address) => address.trim() || []);
  const addresses = [socket.remoteAddress ?? '', ...before.reverse()];
  return addresses.find((address, proxiesBefore) => !isProxy(address, proxiesBefore)) ?? addresses.at(-1);
}

/**
 * What a connection counts as: its address, for IPv6 the first 64 bits of it. Nothing for one of a trusted proxy, which
 * comes for many.
 */
export type CountsAs = (connection: { readonly remoteAddress?: string | undefined }) => string | undefined;

export const countsAs =
  (isProxy: TrustedProxies = () => false): CountsAs =>
  ({ remoteAddress }) =>
    isProxy(remoteAddress) ? undefined : networkOf(remoteAddress ?? '');

const onlyAddresses = /^[\da-f.:, ]*$/i;

function blockListOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const item of addresses) {
    const [address = '', bits] = item.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

function isListed(list: BlockList, address = ''): boolean {
  // An IPv4 address that came in as IPv6 is found among those of IPv4.
  return isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
