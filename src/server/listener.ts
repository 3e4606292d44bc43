import net from 'node:net';
import tls from 'node:tls';
import { type ConnectionLimits, roomForConnections } from './connection-room.ts';
import {
  handshakeTimeoutMs,
  holdSilent,
  onFirstBytes,
  type SilentConnections,
  sortByFirstByte,
} from './first-bytes.ts';
import { type GivenUpStreams, givenUpStreams } from './given-up-streams.ts';
import type { EveryAnswer } from './headers-of-every-answer.ts';
import { createHttp1Server, type Http1Server, timeouts } from './http1-server.ts';
import { createHttp2Server, type Http2Server } from './http2-server.ts';
import type { TellRefusal } from './refusals-told.ts';
import type { RequestHandler, StreamAnswerer } from './request-handler.ts';
import type { Patience } from './stalled-connections.ts';
import {
  byAddress,
  type StreamTurns,
  streamTurns,
  type Connection as TurnConnection,
} from './stream-turns.ts';
import { countsAs } from './trusted-proxies.ts';

export interface ListenerOptions {
  readonly credentials: { cert: string; key: string };
  /** Serves requests that came over TLS. */
  readonly onRequest: RequestHandler;
  /** Answers streams of HTTP/2 before they become requests, where it can. */
  readonly answersStream?: StreamAnswerer;
  /** Serves requests that came in plain text: the refusal, unless plain HTTP is allowed. */
  readonly onPlainRequest: RequestHandler;
  /** Some requests in plain text are served. */
  readonly servesPlain?: boolean | undefined;
  readonly every?: EveryAnswer;
  readonly patience?: Patience;
  readonly givenUp?: GivenUpStreams;
  readonly isProxy?: (address: string | undefined) => boolean;
  readonly connections?: ConnectionLimits;
  /** Gives requests their turns, by whose their connections are. */
  readonly turnsOf?: (clientOf: (connection: TurnConnection) => unknown) => StreamTurns;
  /** Hears of connections and streams that are refused before they are requests. */
  readonly refused?: TellRefusal;
}

export interface Listener {
  listen(port: number, host: string, options?: ListenOptions): Promise<{ port: number }>;
  /** Takes a renewed certificate for connections from now on; open ones stay. */
  setCredentials(credentials: { cert: string; key: string }): void;
  /** Goes on serving, and tells every client to come by another connection next time. */
  drain(): void;
  /** Takes no more connections, lets requests in flight finish for `graceMs`, then ends what is left. */
  close(graceMs: number): Promise<void>;
}

export interface ListenOptions {
  /** Other processes of this user may listen on the same port; the system shares connections out. */
  readonly sharesPort?: boolean;
}

const unlimited: ConnectionLimits = { ofAll: Number.POSITIVE_INFINITY, ofOne: Number.POSITIVE_INFINITY };

const usualPatience: Patience = {
  unreadMs: 60_000,
  // Longer than the server itself is silent over its longest work, the compiling of the largest design.
  stalledMs: 600_000,
  // A backup comes over a slow line too.
  bodyMs: 3_600_000,
};

/**
 * One port for both: the first byte of a connection tells a TLS hello from plain HTTP. TLS connections are
 * handed to HTTP/2 or HTTP/1.1 as agreed by ALPN.
 *
 * @see ruling H9, TLS-01
 */
export function createListener(options: ListenerOptions): Listener {
  const { patience = usualPatience, every = () => ({}), givenUp = givenUpStreams() } = options;
  const { isProxy = () => false, refused, turnsOf = streamTurns } = options;
  const addressOf = countsAs(isProxy);
  const silent: SilentConnections = new Set();
  const turns = turnsOf(byAddress(addressOf));
  const secureHttp1 = createHttp1Server(options.onRequest, {
    patience,
    always: () => every({ isSecure: true }),
    turns,
  });
  const plainHttp1 = createHttp1Server(options.onPlainRequest, {
    patience,
    always: () => every({ isSecure: false }),
    refusesAll: !options.servesPlain,
    turns,
  });
  const parts = { turns, givenUp, isProxy, refused };
  const secureHttp2 = createHttp2Server(options.onRequest, patience, options.answersStream, parts);
  const secure = createTlsServer(options.credentials, (socket) => {
    if (socket.alpnProtocol === 'h2') secureHttp2.take(socket);
    else onFirstBytes(socket, silent, timeouts.headersTimeout, (first) => secureHttp1.take(socket, first));
  });
  const sockets = new Set<net.Socket>();
  const serve = withinRoom(options, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    const begin = () => {
      if (socket.destroyed) return;
      sortByFirstByte(socket, {
        silent,
        secure: () => secure.emit('connection', socket),
        plain: (first) => plainHttp1.take(socket, first),
      });
    };
    const waits = givenUp.serve(addressOf(socket), begin);
    if (waits) holdSilent(socket, silent);
  });
  const front = net.createServer({ noDelay: true }, serve);
  const drain = (): void => {
    for (const server of [secureHttp1, plainHttp1, secureHttp2]) server.drain();
  };

  return {
    listen: (port, host, { sharesPort = false } = {}) =>
      listening(front, { port, host, reusePort: sharesPort }),
    setCredentials: (credentials) => secure.setSecureContext(credentials),
    drain,
    close: (graceMs) => {
      drain();
      return closeGently(
        { front, http1: [secureHttp1, plainHttp1], http2: secureHttp2, sockets, silent },
        graceMs,
      );
    },
  };
}

/** Closes connections for which there is no room, before anything of them is read. */
function withinRoom(
  { connections = unlimited, isProxy, refused }: ListenerOptions,
  serve: (socket: net.Socket) => void,
): (socket: net.Socket) => void {
  const room = roomForConnections(connections, countsAs(isProxy), refused);
  return (socket) => {
    if (room.take(socket)) serve(socket);
    else socket.destroy();
  };
}

function listening(front: net.Server, place: net.ListenOptions): Promise<{ port: number }> {
  return new Promise((resolve, reject) => {
    front.once('error', reject);
    front.listen(place, () => {
      // Later errors are of connections that could not be taken, as where no descriptor is free.
      front.off('error', reject).on('error', () => {});
      resolve({ port: (front.address() as net.AddressInfo).port });
    });
  });
}

/** Those of TLS 1.2 are the ones with forward secrecy and authenticated encryption: none in CBC mode. */
const ciphers = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  ...['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].flatMap((suite) => [
    `ECDHE-ECDSA-${suite}`,
    `ECDHE-RSA-${suite}`,
  ]),
].join(':');

function createTlsServer(
  credentials: { cert: string; key: string },
  onConnection: (socket: tls.TLSSocket) => void,
): tls.Server {
  const server = tls.createServer({
    ...credentials,
    ALPNProtocols: ['h2', 'http/1.1'],
    minVersion: 'TLSv1.2',
    ciphers,
    handshakeTimeout: handshakeTimeoutMs,
  });
  server.on('secureConnection', onConnection);
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return server;
}

/** How long connections that were made at the last moment have to say what they came for. */
const lastWordMs = 1_000;
const sweepMs = 50;

async function closeGently(
  open: {
    readonly front: net.Server;
    readonly http1: readonly Http1Server[];
    readonly http2: Http2Server;
    readonly sockets: ReadonlySet<net.Socket>;
    readonly silent: SilentConnections;
  },
  graceMs: number,
): Promise<void> {
  const { front, http1, http2, sockets, silent } = open;
  const allClosed = new Promise<void>((resolve) => front.close(() => resolve()));
  const endAll = (ended: Iterable<net.Socket>): void => {
    for (const socket of ended) socket.destroy();
  };
  const sweep = setInterval(() => endIdle(http1), sweepMs);
  const lastWord = setTimeout(() => {
    endAll(silent);
    http2.end();
  }, lastWordMs);
  const deadline = setTimeout(() => endAll(sockets), graceMs);
  endIdle(http1);
  await allClosed;
  clearInterval(sweep);
  for (const timer of [lastWord, deadline]) clearTimeout(timer);
  for (const { server } of http1) server.close(() => {});
}

function endIdle(http1: readonly Http1Server[]): void {
  for (const { server } of http1) server.closeIdleConnections();
}
