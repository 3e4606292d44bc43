import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { CommandFailed } from '../command.ts';
import { plainHost, serverNameOf } from './relay-request.ts';

/** Opens a connection to a host that is not redirected: as it would go without us. */
export type Dial = (host: string, port: number) => Promise<Socket>;

/** Where a name is found, in tests; without it the system is asked. */
export type Resolve = (host: string, port: number) => { host: string; port: number };

export const dialDirectly =
  (resolve: Resolve = (host, port) => ({ host, port })): Dial =>
  (host, port) =>
    connected(connect({ ...resolve(host, port), allowHalfOpen: true }), 'connect');

/** The proxy that the environment already had, and the hosts that bypass it. */
export interface OuterProxy {
  readonly url: URL;
  readonly exceptions: readonly string[];
}

/** @throws CommandFailed where it is of an unsupported kind. */
export function outerProxyIn(env: Readonly<Record<string, string | undefined>>): OuterProxy | undefined {
  const text = firstOf(env, ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']);
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new CommandFailed(
      `The environment names a proxy that vitrine run cannot pass through (http:// and https:// are supported): ${withoutPassword(text)}`,
    );
  const exceptions = firstOf(env, ['no_proxy', 'NO_PROXY']) ?? '';
  return { url, exceptions: exceptions.split(',').map((item) => item.trim().toLowerCase()) };
}

const withoutPassword = (text: string): string => text.replace(/\/\/[^@/]*@/, '//');

function firstOf(env: Readonly<Record<string, string | undefined>>, names: string[]): string | undefined {
  return names.map((name) => env[name]).find((value) => value !== undefined && value !== '');
}

/** True for hosts that the outer proxy is not asked for: `*`, a name, or a name with what is below it. */
export function goesPast(exceptions: readonly string[], host: string): boolean {
  return exceptions.some((item) => {
    const name = item.replace(/^\*?\./, '').replace(/:\d+$/, '');
    return item === '*' || (name !== '' && (host === name || host.endsWith(`.${name}`)));
  });
}

export function dialThrough(outer: OuterProxy, direct: Dial): Dial {
  return async (host, port) =>
    goesPast(outer.exceptions, host) ? direct(host, port) : throughProxy(outer.url, direct, host, port);
}

async function throughProxy(proxy: URL, direct: Dial, host: string, port: number): Promise<Socket> {
  const toProxy = await connectToProxy(proxy, direct);
  const authority = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  return new Promise((done, fail) => {
    const asked = request({
      method: 'CONNECT',
      path: authority,
      headers: { Host: authority, ...credentials(proxy) },
      createConnection: () => toProxy,
    });
    asked.on('error', fail);
    asked.on('response', (response) => fail(new Error(`the outer proxy answered ${response.statusCode}`)));
    asked.on('connect', (response, socket, head) => {
      if (response.statusCode !== 200) {
        socket.destroy();
        fail(new Error(`the outer proxy answered ${response.statusCode}`));
        return;
      }
      if (head.length > 0) socket.unshift(head);
      done(socket as Socket);
    });
    asked.end();
  });
}

async function connectToProxy(proxy: URL, direct: Dial): Promise<Socket> {
  const isTls = proxy.protocol === 'https:';
  const socket = await direct(plainHost(proxy.hostname), Number(proxy.port || (isTls ? 443 : 80)));
  if (!isTls) return socket;
  return connected(connectTls({ socket, servername: serverNameOf(proxy.hostname) }), 'secureConnect');
}

function credentials(proxy: URL): Record<string, string> {
  if (proxy.username === '') return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

export function connected<S extends Socket>(socket: S, event: 'connect' | 'secureConnect'): Promise<S> {
  return new Promise((done, fail) => {
    socket.once('error', fail);
    socket.once(event, () => {
      socket.off('error', fail);
      done(socket);
    });
  });
}
