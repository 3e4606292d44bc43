import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorBody, messageOf, sentences } from '../../errors.ts';
import type { Dial } from './dial.ts';
import { listenOnLoopback } from './endpoint.ts';
import { forwardElsewhere } from './forward-elsewhere.ts';
import { passOn, type Target } from './pass-on.ts';
import { maxHeaderBytes, plainHost, refuse } from './relay.ts';

export interface ProxyOptions {
  readonly ledHosts: readonly string[];
  readonly endpoint: HttpsServer;
  readonly target: Target;
  readonly dial: Dial;
  /** Every host but the led ones, the target's and this machine is refused. */
  readonly offline: boolean;
}

/** Opens an HTTP proxy on loopback: led hosts go to the endpoint, every other host where it would go. */
export async function openProxy(options: ProxyOptions): Promise<Server> {
  const server = createServer({ maxHeaderSize: maxHeaderBytes, requestTimeout: 0 }, (request, response) =>
    answerPlain(options, request, response),
  );
  server.on('connect', (request, socket, head) => openTunnel(options, request.url ?? '', socket, head));
  server.on('clientError', (_, socket) => socket.destroy());
  await listenOnLoopback(server);
  return server;
}

function openTunnel(options: ProxyOptions, authority: string, socket: Duplex, head: Buffer): void {
  socket.on('error', () => socket.destroy());
  const { host, port } = splitAuthority(authority);
  if (options.ledHosts.includes(host)) lead(options, socket, head);
  else if (isRefused(options, host)) refuseTunnel(socket, 403, offlineSentence(host));
  else void joinTo(options.dial, host, port, socket, head);
}

/** The endpoint takes the connection as if it had come to its own port. */
function lead({ endpoint }: ProxyOptions, socket: Duplex, head: Buffer): void {
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
  if (head.length > 0) socket.unshift(head);
  endpoint.emit('connection', socket);
}

async function joinTo(dial: Dial, host: string, port: number, socket: Duplex, head: Buffer): Promise<void> {
  let far: Socket;
  try {
    far = await dial(host, port);
  } catch (error) {
    refuseTunnel(socket, 502, `vitrine run cannot reach ${host}: ${messageOf(error)}`);
    return;
  }
  far.on('error', () => socket.destroy());
  far.on('close', () => socket.destroy());
  socket.on('close', () => far.destroy());
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
  far.write(head);
  socket.pipe(far).pipe(socket);
}

/** Answers a request that is not a tunnel: with a whole address in its first line, as proxies get them. */
function answerPlain(options: ProxyOptions, request: IncomingMessage, response: ServerResponse): void {
  const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : undefined;
  const host = url === undefined ? hostHeaderOf(request) : plainHost(url.hostname);
  if (options.ledHosts.includes(host)) answerLed(options.target, url, request, response);
  else if (url === undefined) refuse(response, 400, 'This is the proxy of vitrine run; it has no pages.');
  else if (isRefused(options, host)) refuse(response, 403, offlineSentence(host));
  else void forwardElsewhere(options.dial, url, request, response);
}

/**
 * Some old clients send `https://` addresses to a proxy in the clear instead of opening a tunnel; on
 * loopback that harms nobody. Plain `http://` gets what the server would answer.
 *
 * @see TLS-01
 */
function answerLed(
  target: Target,
  url: URL | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (url?.protocol === 'https:')
    passOn(target, request, response, { path: url.pathname + url.search, host: url.host });
  else refuse(response, 403, sentences.httpsOnly);
}

function isRefused({ offline, target }: ProxyOptions, host: string): boolean {
  return offline && !isThisMachine(host) && host !== plainHost(target.url.hostname);
}

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

const offlineSentence = (host: string): string => `vitrine run --offline refuses the connection to ${host}.`;

function refuseTunnel(socket: Duplex, status: number, sentence: string): void {
  const body = JSON.stringify(errorBody(status, sentence));
  const head = [
    `HTTP/1.1 ${status} ${status === 403 ? 'Forbidden' : 'Bad Gateway'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function splitAuthority(authority: string): { host: string; port: number } {
  const [, host = '', port = '443'] = /^(.*?)(?::(\d+))?$/.exec(authority) ?? [];
  return { host: plainHost(host).toLowerCase(), port: Number(port) };
}

const hostHeaderOf = (request: IncomingMessage): string => splitAuthority(request.headers.host ?? '').host;
