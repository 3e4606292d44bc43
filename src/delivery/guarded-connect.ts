import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import type { AddressGuard } from './address-guard.ts';
import { startDeadline } from './deadline.ts';
import { checkAddresses, type Endpoint } from './endpoint.ts';
import type { ResolveName } from './resolve-name.ts';

export interface ConnectOptions {
  readonly guard: AddressGuard;
  readonly resolveName: ResolveName;
  /** For resolving, connecting and the TLS handshake together. */
  readonly deadlineMs: number;
  /** Aborted when nobody waits for connections any more. */
  readonly closing: AbortSignal;
  /** Authorities to trust, in PEM; without it those of the system. */
  readonly ca?: string;
}

type Target = Pick<Endpoint, 'host' | 'encrypted'> & { readonly port: number };

/** A name without an address; the cause says why. */
export class NameNotFound extends Error {
  constructor(host: string, cause?: unknown) {
    super(`The name ${host} has no address.`, { cause });
    this.name = 'NameNotFound';
  }
}

/** The handshake failed; the cause says how. */
export class TlsFailed extends Error {
  constructor(cause: Error) {
    super('No TLS connection came about.', { cause });
    this.name = 'TlsFailed';
  }
}

const mostAddressesTried = 8;
const attemptMs = 1000;

/**
 * Opens connections for undici. The name is resolved once for each connection, all its addresses are checked,
 * and the socket connects to these very addresses; before the first byte is sent the address at the other end
 * is checked again. A name that changes between two look-ups thus gains nothing.
 */
export function guardedConnector(options: ConnectOptions): buildConnector.connector {
  return ({ hostname, protocol, port }, callback) => {
    const encrypted = protocol === 'https:';
    const target = { host: hostname, encrypted, port: Number(port) || (encrypted ? 443 : 80) };
    openConnection(target, options).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

async function openConnection(target: Target, options: ConnectOptions): Promise<Socket> {
  const { signal, stop } = startDeadline(options.deadlineMs, options.closing);
  try {
    const addresses = await checkedAddresses(target, options, signal);
    const socket = await openTcp(target, addresses, options.guard, signal);
    return target.encrypted ? await openTls(target, socket, options.ca, signal) : socket;
  } finally {
    stop();
  }
}

/**
 * The addresses of a host, each of them allowed.
 *
 * @throws EndpointRefused, NameNotFound
 */
export async function checkedAddresses(
  { host, encrypted }: Pick<Endpoint, 'host' | 'encrypted'>,
  { guard, resolveName }: Pick<ConnectOptions, 'guard' | 'resolveName'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = isIP(host) === 0 ? await resolved(host, resolveName, signal) : [host];
  checkAddresses(guard, { host, encrypted }, addresses);
  return addresses;
}

/** A copy of the answer, so that nobody changes it after the check. */
async function resolved(host: string, resolveName: ResolveName, signal: AbortSignal): Promise<string[]> {
  try {
    const addresses = [...(await beforeAbort(resolveName(host), signal))].map(String);
    if (addresses.length > 0) return addresses;
  } catch (error) {
    signal.throwIfAborted();
    throw new NameNotFound(host, error);
  }
  throw new NameNotFound(host);
}

function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/**
 * Connects to one of the addresses, never to what the system would resolve, and checks the address of the peer.
 *
 * @throws EndpointRefused where the other end is not an allowed address; nothing was sent then
 */
export async function openTcp(
  { host, encrypted, port }: Target,
  addresses: readonly string[],
  guard: AddressGuard,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = connectTcp({
    host,
    port,
    lookup: pinnedTo(addresses.slice(0, mostAddressesTried)),
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptMs,
  });
  await opened(socket, 'connect', signal);
  try {
    checkAddresses(guard, { host, encrypted }, [socket.remoteAddress ?? '']);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return socket;
}

function pinnedTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    if (all) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };
}

async function openTls(
  { host }: Target,
  tcp: Socket,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<Socket> {
  const name = host.replace(/\.$/, '');
  const socket: TLSSocket = connectTls({
    socket: tcp,
    host: name,
    servername: isIP(name) === 0 ? name : '',
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
  });
  try {
    return await opened(socket, 'secureConnect', signal);
  } catch (error) {
    tcp.destroy();
    throw signal.aborted ? error : new TlsFailed(error as Error);
  }
}

/**
 * Waits for the event; a socket that fails, closes or takes too long is destroyed. The listener for errors
 * stays, so that a late one never ends the process.
 */
function opened<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const forget = (): void => signal.removeEventListener('abort', onAbort);
    const fail = (error: Error): void => {
      forget();
      socket.destroy();
      reject(error);
    };
    const onAbort = (): void => fail(signal.reason as Error);
    socket.on('error', fail);
    socket.once('close', () => fail(new Error('The connection was closed.')));
    socket.once(event, () => {
      forget();
      resolve(socket);
    });
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}
