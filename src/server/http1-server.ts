import http from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RequestHandler } from './listener.ts';
import { type ParseError, rawRefusal } from './raw-refusal.ts';
import { hardHeadBytes } from './request-sizes.ts';

/** A request may take an hour to arrive: a backup comes over a slow line too. It must keep moving, though. */
export const timeouts = { headersTimeout: 20_000, requestTimeout: 3_600_000, keepAliveTimeout: 65_000 };
/** How long a refused connection stays open for the refusal to arrive. */
const lingerMs = 1_000;

export interface Http1Server {
  readonly server: http.Server;
  /** Serves a connection whose first bytes wait to be read. */
  take(socket: Socket, first: Buffer): void;
}

/**
 * A server that is given its connections instead of listening itself. `listening` is announced by hand since
 * it starts the checks of the header and request timeouts.
 */
export function createHttp1Server(
  handler: RequestHandler,
  { stalledMs, refusesAll = false }: { stalledMs: number; refusesAll?: boolean | undefined },
): Http1Server {
  const server = http.createServer(
    { maxHeaderSize: hardHeadBytes, requireHostHeader: false, ...timeouts },
    handler,
  );
  /** Of connections whose first request is coming: whether its first bytes hold its whole first line. */
  const beginsWithLine = new WeakMap<Duplex, boolean>();
  server.setTimeout(stalledMs, (socket) => socket.destroy());
  server.on('request', ({ socket }) => beginsWithLine.delete(socket));
  server.on(
    'clientError',
    refuseOnce((socket) => ({ hasLine: beginsWithLine.get(socket) ?? false, refusesAll })),
  );
  // An expectation that nobody knows is not met and not held against the request.
  server.on('checkExpectation', handler);
  server.on('connect', answerLast(handler));
  server.emit('listening');
  return {
    server,
    take: (socket, first) => {
      beginsWithLine.set(socket, first.includes('\n'));
      server.emit('connection', socket);
    },
  };
}

/** Answers a request for a tunnel like any other, and then no more: Node has left the connection to us. */
function answerLast(handler: RequestHandler): (request: http.IncomingMessage, socket: Duplex) => void {
  return (request, socket) => {
    socket.on('error', () => socket.destroy());
    const response = new http.ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Socket);
    response.once('finish', () => {
      socket.end();
      endSoon(socket);
    });
    handler(request, response);
  };
}

/** Answers a request that could not be parsed. */
function refuseOnce(
  knownOf: (socket: Duplex) => Parameters<typeof rawRefusal>[1],
): (error: ParseError, socket: Duplex) => void {
  const refused = new WeakSet<Duplex>();
  return (error, socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(rawRefusal(error, knownOf(socket)));
    endSoon(socket);
  };
}

/**
 * What the client still sends is read and dropped for a moment, since closing at once would destroy the answer on
 * its way.
 */
function endSoon(socket: Duplex): void {
  socket.resume();
  socket.once('end', () => socket.destroy());
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
