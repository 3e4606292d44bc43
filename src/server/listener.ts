import type http from 'node:http';
import type http2 from 'node:http2';
import net from 'node:net';
import tls from 'node:tls';
import { handshakeTimeoutMs, onFirstBytes, type SilentConnections, sortByFirstByte } from './first-bytes.ts';
import type { EveryAnswer } from './headers-of-every-answer.ts';
import { createHttp1Server, timeouts } from './http1-server.ts';
import { createHttp2Server } from './http2-server.ts';
import type { RequestHandler } from './request-handler.ts';
import type { Patience } from './stalled-connections.ts';

export interface ListenerOptions {
  readonly credentials: { cert: string; key: string };
  /** Serves requests that came over TLS. */
  readonly onRequest: RequestHandler;
  /** Serves requests that came in plain text: the refusal, unless plain HTTP is allowed. */
  readonly onPlainRequest: RequestHandler;
  /** Some requests in plain text are served. */
  readonly servesPlain?: boolean | undefined;
  readonly every?: EveryAnswer;
  readonly patience?: Patience;
}

export interface Listener {
  listen(port: number, host: string): Promise<{ port: number }>;
  /** Takes a renewed certificate for connections from now on; open ones stay. */
  setCredentials(credentials: { cert: string; key: string }): void;
  /** Takes no more connections, lets requests in flight finish for `graceMs`, then ends what is left. */
  close(graceMs: number): Promise<void>;
}

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
  const { patience = usualPatience, every = () => ({}) } = options;
  const silent: SilentConnections = new Set();
  let isClosing = false;
  const secureHttp1 = createHttp1Server(options.onRequest, {
    patience,
    always: () => every({ isSecure: true }),
  });
  const plainHttp1 = createHttp1Server(options.onPlainRequest, {
    patience,
    always: () => every({ isSecure: false }),
    refusesAll: !options.servesPlain,
  });
  const secureHttp2 = createHttp2Server(options.onRequest, patience);
  const secure = createTlsServer(options.credentials, (socket) => {
    if (isClosing) socket.destroy();
    else if (socket.alpnProtocol === 'h2') secureHttp2.take(socket);
    else onFirstBytes(socket, silent, timeouts.headersTimeout, (first) => secureHttp1.take(socket, first));
  });
  const sockets = new Set<net.Socket>();
  const front = net.createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    sortByFirstByte(socket, {
      silent,
      secure: () => secure.emit('connection', socket),
      plain: (first) => plainHttp1.take(socket, first),
    });
  });

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        front.once('error', reject);
        front.listen(port, host, () => resolve({ port: (front.address() as net.AddressInfo).port }));
      }),
    setCredentials: (credentials) => secure.setSecureContext(credentials),
    close: (graceMs) => {
      isClosing = true;
      for (const socket of silent) socket.destroy();
      const http1Servers = [secureHttp1.server, plainHttp1.server];
      return closeGently(front, http1Servers, secureHttp2.sessions, sockets, graceMs);
    },
  };
}

/** Those of TLS 1.2 are the ones with forward secrecy and authenticated encryption: none in CBC mode. */
const ciphers = [
  ...['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'],
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

async function closeGently(
  front: net.Server,
  http1Servers: http.Server[],
  sessions: ReadonlySet<http2.ServerHttp2Session>,
  sockets: Set<net.Socket>,
  graceMs: number,
): Promise<void> {
  const allClosed = new Promise<void>((resolve) => front.close(() => resolve()));
  for (const session of sessions) session.close();
  const sweep = setInterval(() => {
    for (const server of http1Servers) server.closeIdleConnections();
  }, 50);
  const deadline = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, graceMs);
  for (const server of http1Servers) server.closeIdleConnections();
  await allClosed;
  clearInterval(sweep);
  clearTimeout(deadline);
  for (const server of http1Servers) server.close(() => {});
}
