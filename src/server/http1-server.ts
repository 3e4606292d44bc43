import http from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type IdleWatch, watchIdle } from './idle-watch.ts';
import { oneByOne } from './one-by-one.ts';
import { type ParseError, rawRefusal } from './raw-refusal.ts';
import type { RequestHandler } from './request-handler.ts';
import { hardHeadBytes } from './request-sizes.ts';
import { lookMsOf, type Patience, standstill } from './stalled-connections.ts';
import { type StreamTurns, streamTurns } from './stream-turns.ts';

export const timeouts = { headersTimeout: 20_000, keepAliveTimeout: 65_000 };
/** Of a connection without a request, whatever it sends: the next head may begin at the end of its time. */
const mostIdleMs = timeouts.keepAliveTimeout + timeouts.headersTimeout;
/** How long a connection that is over stays open for the last that was said to arrive. */
export const lingerMs = 1_000;

export interface Http1Server {
  readonly server: http.Server;
  /** From now on each connection is closed behind its next answer, or behind the one under way. */
  drain(): void;
  /** Serves a connection whose first bytes wait to be read. */
  take(socket: Socket, first: Buffer): void;
}

interface Http1Options {
  readonly patience: Patience;
  /** Headers of answers to bytes that are no request. */
  readonly always: () => Readonly<Record<string, string>>;
  readonly refusesAll?: boolean | undefined;
  readonly turns?: StreamTurns;
}

/**
 * A server that is given its connections instead of listening itself. `listening` is announced by hand since
 * it starts the checks of the header and request timeouts.
 */
export function createHttp1Server(
  handler: RequestHandler,
  { patience, always, refusesAll = false, turns = streamTurns() }: Http1Options,
): Http1Server {
  const underWay = answersUnderWay();
  const requests = oneByOne(underWay.isAnyWhole);
  const noted = underWay.note(inTurns(handler, turns), requests.goOn);
  const serve: RequestHandler = (request, response) => {
    requests.begun(request);
    noted(request, response);
  };
  const server = http.createServer(
    {
      ...timeouts,
      headersTimeout: Math.min(timeouts.headersTimeout, patience.bodyMs),
      maxHeaderSize: hardHeadBytes,
      requireHostHeader: false,
      requestTimeout: patience.bodyMs,
    },
    serve,
  );
  /** Connections that wait for their first request, and whether the bytes that have come hold its whole first line. */
  const beginsWithLine = new WeakMap<Duplex, boolean>();
  endStill(server, underWay.isAny, patience);
  server.on('request', ({ socket }) => beginsWithLine.delete(socket));
  // Of what follows, nobody knows where it begins.
  server.on('clientError', (_error, socket) => requests.leave(socket));
  server.on(
    'clientError',
    refuseOnce(underWay.ofWhole, (error, socket) =>
      rawRefusal(error, { hasLine: beginsWithLine.get(socket) ?? false, refusesAll }, always()),
    ),
  );
  // A header `Expect` with an unknown value is passed over: the request is served like any other.
  server.on('checkExpectation', serve);
  server.on('connect', (_request, socket) => requests.leave(socket));
  server.on('connect', answerLast(serve));
  server.emit('listening');
  return {
    server,
    drain: underWay.drain,
    take: (socket, first) => {
      beginsWithLine.set(socket, first.includes('\n'));
      underWay.watch(socket, Math.min(mostIdleMs, patience.stalledMs));
      server.emit('connection', socket);
      requests.take(socket);
    },
  };
}

/** Closes connections without a request, and those whose request or answer has not moved on for too long. */
function endStill(server: http.Server, isBusy: (socket: Duplex) => boolean, patience: Patience): void {
  const isOver = standstill<Socket>(patience, (socket) => socket.writableLength > 0);
  server.setTimeout(lookMsOf(patience), (socket) => {
    if (!isBusy(socket) || isOver(socket)) socket.destroy();
  });
}

/** Has requests begin in turns, and none whose client has gone by then. */
const inTurns =
  (handler: RequestHandler, turns: StreamTurns): RequestHandler =>
  (request, response) =>
    turns.take(request.socket, () => {
      if (!response.destroyed) handler(request, response);
    });

/** The answers that are under way, by connection. */
function answersUnderWay() {
  const all = new Map<Duplex, Set<http.ServerResponse>>();
  const idle = new WeakMap<Duplex, IdleWatch>();
  let isDraining = false;
  return {
    watch: (socket: Duplex, idleMs: number): void => {
      const watch = watchIdle(idleMs, () => socket.destroy());
      idle.set(socket, watch);
      socket.once('close', watch.stop);
    },
    note:
      (handler: RequestHandler, onEnd: (socket: Duplex) => void): RequestHandler =>
      (request, response) => {
        const { socket } = request;
        const answers = all.get(socket) ?? new Set();
        all.set(socket, answers.add(response));
        idle.get(socket)?.begun();
        response.once('close', () => {
          idle.get(socket)?.over();
          answers.delete(response);
          if (answers.size === 0) all.delete(socket);
          onEnd(socket);
        });
        response.shouldKeepAlive &&= !isDraining;
        handler(request, response);
      },
    isAny: (socket: Duplex): boolean => all.has(socket),
    /** Whether one is to a request that is there to its end. */
    isAnyWhole: (socket: Duplex): boolean => {
      for (const { req } of all.get(socket) ?? []) if (req.complete) return true;
      return false;
    },
    /** Those to requests that are there to their end. */
    ofWhole: (socket: Duplex): http.ServerResponse[] =>
      [...(all.get(socket) ?? [])].filter(({ req }) => req.complete),
    /** Has every answer from now on, and each that has not begun, say `Connection: close`. */
    drain: (): void => {
      isDraining = true;
      for (const answers of all.values())
        for (const response of answers) if (!response.headersSent) response.shouldKeepAlive = false;
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

/** Answers a request that could not be parsed, behind the answers to those `before` it. */
function refuseOnce(
  before: (socket: Duplex) => readonly http.ServerResponse[],
  refusalOf: (error: ParseError, socket: Duplex) => string,
): (error: ParseError, socket: Duplex) => void {
  const refused = new WeakSet<Duplex>();
  return async (error, socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    await Promise.all(before(socket).map((answer) => new Promise((closed) => answer.once('close', closed))));
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(refusalOf(error, socket));
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
