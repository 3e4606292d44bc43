import { isIP } from 'node:net';
import type { AddressGuard } from './address-guard.ts';
import type { SpecialRange } from './special-addresses.ts';

/** Where a delivery goes, read from its address. */
export interface Endpoint {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query; a fragment is never sent. */
  readonly path: string;
  /** A name, or an IP address without brackets. */
  readonly host: string;
  readonly encrypted: boolean;
  /** Made of user name and password in the address, where it has them. */
  readonly authorization?: string;
}

/** An address that is not called; the sentence may be shown to whoever gave the address. */
export class EndpointRefused extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'EndpointRefused';
  }
}

/**
 * Ports of protocols that a crafted body could speak to (mail, shells, name servers, …).
 *
 * @see the Fetch standard, "bad port"
 */
const foreignPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * Reads an address as browsers do, so `0x7f.1` and `2130706433` become the IPv4 address they mean.
 *
 * @throws EndpointRefused
 */
export function readEndpoint(address: string): Endpoint {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined)
    throw new EndpointRefused('The endpoint is not an address such as https://example.com/hook.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new EndpointRefused(`The endpoint must begin with https://, not with ${url.protocol}.`);
  }
  if (url.port !== '' && foreignPorts.has(Number(url.port))) {
    throw new EndpointRefused(`Port ${url.port} belongs to another protocol and is not called.`);
  }
  const authorization = authorizationOf(url);
  return {
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    encrypted: url.protocol === 'https:',
    ...(authorization === undefined ? {} : { authorization }),
  };
}

function authorizationOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  try {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
  } catch {
    throw new EndpointRefused('User name or password in the endpoint is not percent-encoded UTF-8.');
  }
}

/**
 * Checks every address that a host resolves to; one that is refused is enough to refuse the host.
 *
 * @throws EndpointRefused
 */
export function checkAddresses(
  guard: AddressGuard,
  { host, encrypted }: Pick<Endpoint, 'host' | 'encrypted'>,
  addresses: readonly string[],
): void {
  if (!encrypted && addresses.length === 0) throw unencrypted(guard);
  for (const address of addresses) {
    const rule = guard.ruleAgainst(address);
    if (rule !== undefined) throw new EndpointRefused(sentenceOf(host, rule, guard));
    if (!encrypted && !guard.isOpened(address)) throw unencrypted(guard);
  }
}

/** Also where a name does not resolve yet: it may resolve to any address later. */
const unencrypted = ({ opener }: AddressGuard): EndpointRefused =>
  new EndpointRefused(
    `The endpoint must begin with https://: passcodes are not sent unencrypted, but to addresses that ${opener} names.`,
  );

/** Names the range and not the address found, so that nobody reads the names of an inner network here. */
function sentenceOf(host: string, { range, name }: SpecialRange, { opener }: AddressGuard): string {
  const subject = isIP(host) === 0 ? `The name ${host} stands for an address` : `The address ${host} is`;
  return `${subject} in ${range}, ${name}, and is not called unless ${opener} names it.`;
}
