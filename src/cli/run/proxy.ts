import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { createServer as createFront, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorBody, messageOf, sentences } from '../../errors.ts';
import { sortByFirstByte } from '../../server/first-bytes.ts';
import {
  answerWhole,
  isRefused,
  offlineSentence,
  type Ways,
  wholeAddressOf,
} from './absolute-form-request.ts';
import type { Dial } from './outgoing-connections.ts';
import { maxHeaderBytes, plainHost, refuse } from './relay-request.ts';
import { listenOnLoopback } from './tls-endpoint.ts';

export type Proxy = Pick<Server, 'address' | 'closeAllConnections'> & { close(): void };

export interface ProxyOptions extends Ways {
  readonly endpoint: HttpsServer;
}

/**
 * Opens an HTTP proxy on loopback: redirected hosts go to the endpoint, every other host where it would go. Clients
 * that speak TLS to the proxy itself, taking it for the host, are the endpoint's.
 */
export async function openProxy(options: ProxyOptions): Promise<Proxy> {
  const plain = createServer({ maxHeaderSize: maxHeaderBytes, requestTimeout: 0 }, (request, response) =>
    answerPlain(options, request, response),
  );
  plain.on('connect', (request, socket, head) => openTunnel(options, request.url ?? '', socket, head));
  plain.on('clientError', (_, socket) => socket.destroy());
  // Connections are handed to it, so it is told so: it starts to track them at this event.
  plain.emit('listening');
  const front = createFront((socket) =>
    sortByFirstByte(socket, {
      secure: () => options.endpoint.emit('connection', socket),
      plain: () => plain.emit('connection', socket),
    }),
  );
  await listenOnLoopback(front);
  return {
    address: () => front.address(),
    close: () => front.close(),
    closeAllConnections: () => plain.closeAllConnections(),
  };
}

function openTunnel(options: ProxyOptions, authority: string, socket: Duplex, head: Buffer): void {
  socket.on('error', () => socket.destroy());
  const { host, port } = splitAuthority(authority);
  if (options.redirectedHosts.includes(host)) redirect(options, socket, head);
  else if (isRefused(options, host)) refuseTunnel(socket, 403, offlineSentence(host));
  else void joinTo(options.dial, host, port, socket, head);
}

/** The endpoint takes the connection as if it had come to its own port. */
function redirect({ endpoint }: ProxyOptions, socket: Duplex, head: Buffer): void {
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

/** Answers a request that is not a tunnel. */
function answerPlain(options: ProxyOptions, request: IncomingMessage, response: ServerResponse): void {
  const url = wholeAddressOf(request);
  if (url !== undefined) answerWhole(options, url, request, response);
  else if (options.redirectedHosts.includes(hostHeaderOf(request)))
    refuse(response, 403, sentences.httpsOnly);
  else refuse(response, 400, 'This is the proxy of vitrine run; it has no pages.');
}

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
