import http from 'node:http';
import http2 from 'node:http2';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { type ParseError, rawRefusal } from './raw-refusal.ts';

/** Handles a request of any HTTP version. */
export type RequestHandler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

export interface ListenerOptions {
  readonly credentials: { cert: string; key: string };
  /** Serves requests that came over TLS. */
  readonly onRequest: RequestHandler;
  /** Serves requests that came in plain text: the refusal, unless plain HTTP is allowed. */
  readonly onPlainRequest: RequestHandler;
  /** How long a connection may stand still in the middle of a request or an answer. */
  readonly stalledMs?: number;
}

export interface Listener {
  listen(port: number, host: string): Promise<{ port: number }>;
  /** Takes a renewed certificate for connections from now on; open ones stay. */
  setCredentials(credentials: { cert: string; key: string }): void;
  /** Takes no more connections, lets requests in flight finish for `graceMs`, then ends what is left. */
  close(graceMs: number): Promise<void>;
}

/** Longest request target that is served over HTTP/1.1, in bytes. @see ruling H21 */
export const longestTargetBytes = 256 * 1024;
/** Largest header block: the longest target over HTTP/1.1 and 64 KiB of headers. @see ruling H21 */
const http1HeaderBytes = longestTargetBytes + 64 * 1024;
const http2HeaderBytes = 64 * 1024;
const tlsHandshakeRecord = 0x16;
const handshakeTimeoutMs = 10_000;
/** How long a refused connection stays open for the refusal to arrive. */
const lingerMs = 1_000;

/** A request may take an hour to arrive: a backup comes over a slow line too. It must keep moving, though. */
const timeouts = { headersTimeout: 20_000, requestTimeout: 3_600_000, keepAliveTimeout: 65_000 };
/** Longer than the server itself is silent over its longest work, the compiling of the largest design. */
const longestStandstillMs = 600_000;

/**
 * One port for both: the first byte of a connection tells a TLS hello from plain HTTP. TLS connections are
 * handed to HTTP/2 or HTTP/1.1 as agreed by ALPN.
 *
 * @see ruling H9, TLS-01
 */
export function createListener(options: ListenerOptions): Listener {
  const { stalledMs = longestStandstillMs } = options;
  const secureHttp1 = createHttp1Server(options.onRequest, stalledMs);
  const plainHttp1 = createHttp1Server(options.onPlainRequest, stalledMs);
  const { server: secureHttp2, sessions } = createHttp2Server(options.onRequest, stalledMs);
  const secure = createTlsServer(options.credentials, (socket) =>
    (socket.alpnProtocol === 'h2' ? secureHttp2 : secureHttp1).emit('connection', socket),
  );
  const sockets = new Set<net.Socket>();
  const front = net.createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    sortByFirstByte(socket, secure, plainHttp1);
  });

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        front.once('error', reject);
        front.listen(port, host, () => resolve({ port: (front.address() as net.AddressInfo).port }));
      }),
    setCredentials: (credentials) => secure.setSecureContext(credentials),
    close: (graceMs) => closeGently(front, [secureHttp1, plainHttp1], sessions, sockets, graceMs),
  };
}

/**
 * A server that is given its connections instead of listening itself. `listening` is announced by hand since
 * it starts the checks of the header and request timeouts.
 */
function createHttp1Server(handler: RequestHandler, stalledMs: number): http.Server {
  const server = http.createServer(
    { maxHeaderSize: http1HeaderBytes, requireHostHeader: false, ...timeouts },
    handler,
  );
  server.setTimeout(stalledMs, (socket) => socket.destroy());
  server.on('clientError', refuseOnce());
  // An expectation that nobody knows is not met and not held against the request.
  server.on('checkExpectation', handler);
  server.emit('listening');
  return server;
}

/**
 * Answers a request that could not be parsed. What the client still sends of it is read and dropped for a
 * moment, since closing at once would destroy the answer on its way.
 */
function refuseOnce(): (error: ParseError, socket: Duplex) => void {
  const refused = new WeakSet<Duplex>();
  return (error, socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(rawRefusal(error));
    socket.once('end', () => socket.destroy());
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}

function createHttp2Server(
  handler: RequestHandler,
  stalledMs: number,
): {
  server: http2.Http2Server;
  sessions: Set<http2.ServerHttp2Session>;
} {
  const sessions = new Set<http2.ServerHttp2Session>();
  const server = http2.createServer({
    settings: { maxHeaderListSize: http2HeaderBytes, maxConcurrentStreams: 100 },
    maxSendHeaderBlockLength: http2HeaderBytes,
  });
  server.on('request', handler as unknown as Parameters<typeof server.on>[1]);
  server.on('session', (session) => {
    sessions.add(session);
    endStill(session, stalledMs);
    session.once('close', () => sessions.delete(session));
  });
  server.on('sessionError', () => {});
  return { server, sessions };
}

/** Ends a session that is idle; one whose streams stand still is broken off, since closing waits for them. */
function endStill(session: http2.ServerHttp2Session, stalledMs: number): void {
  session.setTimeout(Math.min(timeouts.keepAliveTimeout, stalledMs), () => {
    session.close();
    session.setTimeout(stalledMs, () => session.destroy());
  });
}

function createTlsServer(
  credentials: { cert: string; key: string },
  onConnection: (socket: tls.TLSSocket) => void,
): tls.Server {
  const server = tls.createServer({
    ...credentials,
    ALPNProtocols: ['h2', 'http/1.1'],
    minVersion: 'TLSv1.2',
    handshakeTimeout: handshakeTimeoutMs,
  });
  server.on('secureConnection', onConnection);
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return server;
}

/** Hands a connection on when its first byte has told a TLS hello from plain HTTP. */
export function sortByFirstByte(socket: net.Socket, secure: tls.Server, plain: http.Server): void {
  socket.setTimeout(handshakeTimeoutMs, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.once('data', (first) => {
    socket.pause();
    socket.setTimeout(0);
    socket.removeAllListeners('timeout');
    socket.unshift(first);
    (first[0] === tlsHandshakeRecord ? secure : plain).emit('connection', socket);
    process.nextTick(() => socket.resume());
  });
}

async function closeGently(
  front: net.Server,
  http1Servers: http.Server[],
  sessions: Set<http2.ServerHttp2Session>,
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
