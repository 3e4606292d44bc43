import http2 from 'node:http2';
import type { Socket } from 'node:net';
import { networkOf } from '../access/address-network.ts';
import { endWhereTooManyAsked } from './acknowledgements.ts';
import { type GivenUpStreams, givenUpStreams } from './given-up-streams.ts';
import { lingerMs, timeouts } from './http1-server.ts';
import { watchIdle } from './idle-watch.ts';
import type { RequestHandler, StreamAnswerer } from './request-handler.ts';
import { type RequestRoom, roomForRequests } from './request-room.ts';
import { hardHeadBytes, mostHeaderBytes } from './request-sizes.ts';
import { rememberSocket } from './session-sockets.ts';
import { lookMsOf, type Patience, standstill } from './stalled-connections.ts';
import { type StreamTurns, streamTurns } from './stream-turns.ts';
import { addressBeforeProxies } from './trusted-proxies.ts';

/** Above these the library ends the stream; below, headers that are too many get an answer. */
const hardHeaderLines = 10_000;

/**
 * How many streams of a connection may be reset at once, and how many more in each second; the library tells who resets
 * more to go away, and begins none of theirs. A page of ours that is left gives up 100 streams at most; who zooms, eight
 * tiles for each doubling, 16 where something lies above a prototype: in one second through all zooms some 250.
 */
const mostResets = { streamResetBurst: 400, streamResetRate: 100 };

export interface Http2Server {
  /** Tells every client to come by another connection; what it has asked on this one is answered. */
  drain(): void;
  /** Ends every session after what is under way on it. */
  end(): void;
  /** Serves a connection whose handshake agreed on HTTP/2. */
  take(socket: Socket): void;
}

export interface Http2Parts {
  readonly turns?: StreamTurns;
  readonly givenUp?: GivenUpStreams;
  /** Proxies bring what strangers give up, and are no such themselves. */
  readonly isProxy?: ((address: string | undefined) => boolean) | undefined;
  readonly requests?: RequestRoom;
}

/** A server that is given its connections instead of listening itself. */
export function createHttp2Server(
  handler: RequestHandler,
  patience: Patience,
  answersStream: StreamAnswerer = (_stream, _asked, pass) => pass(),
  parts: Http2Parts = {},
): Http2Server {
  const { turns = streamTurns(), givenUp = givenUpStreams(), isProxy = () => false } = parts;
  const { requests = roomForRequests() } = parts;
  const server = http2.createServer({
    settings: { maxHeaderListSize: hardHeadBytes, maxConcurrentStreams: 100 },
    maxHeaderListPairs: hardHeaderLines,
    maxSendHeaderBlockLength: mostHeaderBytes,
    ...mostResets,
  });
  const sessions = new Map<http2.Http2Session, Socket>();
  const isOver = standstill<Stream>(patience, isUnread);
  let isDraining = false;
  const endAll = (): void => {
    for (const session of sessions.keys()) session.close();
  };
  const serve = handler as unknown as Parameters<typeof server.on>[1];
  // Like HTTP/1.1: neither a tunnel nor an expectation is anything but a request.
  for (const event of ['request', 'connect', 'checkExpectation']) server.on(event, serve);
  askFirst(server, ([stream, headers, _flags, rawHeaders], pass) => {
    const socket = sessions.get(stream.session as http2.Http2Session);
    // Nobody waits for what is closed by now, nor for a stream without a session.
    if (stream.closed || socket === undefined) return;
    turns.take(socket, () => {
      if (!stream.closed) answersStream(stream, { headers, rawHeaders, socket }, pass);
    });
  });
  server.on('sessionError', () => {});
  return {
    drain: () => {
      isDraining = true;
      endAll();
    },
    end: endAll,
    take: (socket) => {
      const begin = (session: http2.ServerHttp2Session) => {
        sessions.set(session, socket);
        rememberSocket(session, socket);
        session.once('close', () => sessions.delete(session));
        endStill(session, socket, patience);
        endHalfClosed(session);
        if (isDraining) endAfterFirst(session);
        // An error of a stream is its client's; in the time before it is answered nobody else would hear it.
        session.prependListener('stream', (stream) => stream.on('error', () => {}));
        refuseWithoutRoom(session, socket, requests, isProxy);
        endWhereTooManyAsked(session);
        if (!isProxy(socket.remoteAddress)) endWhereTooManyGiveUp(session, socket, givenUp);
        session.on('stream', (stream) => {
          if (!stream.closed) resetStill(stream as Stream, socket, { patience, isOver });
        });
      };
      server.once('session', begin);
      server.emit('connection', socket);
      server.off('session', begin);
    },
  };
}

type StreamEvent = [stream: Stream, headers: http2.IncomingHttpHeaders, flags: number, rawHeaders: string[]];

/** Has each stream offered to `answers` before Node makes a request of it, which takes half of a short answer's time. */
function askFirst(server: http2.Http2Server, answers: (event: StreamEvent, pass: () => void) => void): void {
  const usual = server.listeners('stream');
  server.removeAllListeners('stream');
  server.on('stream', (...of) =>
    answers(of as StreamEvent, () => {
      for (const listener of usual) listener.apply(server, of);
    }),
  );
}

/** Ends a connection with a stream given up that its address has too many of. */
function endWhereTooManyGiveUp(
  session: http2.ServerHttp2Session,
  socket: Socket,
  givenUp: GivenUpStreams,
): void {
  const address = networkOf(socket.remoteAddress ?? '');
  const count = (): void => {
    if (givenUp.isTooMany(address)) socket.destroy();
  };
  // Before the stream is answered, which ends it.
  session.prependListener('stream', (stream) => {
    if (stream.closed) count();
    else stream.once('aborted', count);
  });
}

/** Refuses streams for whose heads their client has no room left; a client may send these again. */
function refuseWithoutRoom(
  session: http2.ServerHttp2Session,
  socket: Socket,
  requests: RequestRoom,
  isProxy: (address: string | undefined) => boolean,
): void {
  const ofConnection = networkOf(socket.remoteAddress ?? '');
  const comesForMany = isProxy(socket.remoteAddress);
  const begin = (...[stream, headers, _flags, rawHeaders]: StreamEvent): void => {
    const named = comesForMany ? addressBeforeProxies({ headers, socket }, isProxy) : undefined;
    const leave = requests.take(named === undefined ? ofConnection : networkOf(named), rawHeaders);
    if (leave === undefined) stream.close(http2.constants.NGHTTP2_REFUSED_STREAM);
    else stream.once('close', leave);
  };
  session.prependListener('stream', begin as never);
}

/** Whoever comes while others are sent away is answered what they came for, and then sent away too. */
function endAfterFirst(session: http2.ServerHttp2Session): void {
  session.once('stream', (stream) => stream.once('close', () => session.close()));
}

/**
 * Ends a session that is idle, whatever it sends beside requests; one whose streams stand still is broken off, since
 * closing waits for them.
 */
function endStill(session: http2.ServerHttp2Session, socket: Socket, patience: Patience): void {
  const idleMs = Math.min(timeouts.keepAliveTimeout, patience.stalledMs);
  const idle = watchIdle(idleMs, () => {
    session.close();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  });
  session.on('stream', (stream) => {
    idle.begun();
    stream.once('close', idle.over);
  });
  socket.once('close', idle.stop);
  session.setTimeout(idleMs, () => {
    session.close();
    session.setTimeout(patience.stalledMs, () => socket.destroy());
  });
}

/** What Node has left half closed is ended this often. */
const sweepMs = 5_000;

/**
 * Ends streams that Node holds for ever, their session with them: those that a client resets without an error while
 * their answer is on its way, as Node's own client does where such a stream is destroyed.
 */
function endHalfClosed(session: http2.ServerHttp2Session): void {
  const streams = new Set<http2.ServerHttp2Stream>();
  session.on('stream', (stream) => {
    streams.add(stream);
    stream.once('close', () => streams.delete(stream));
  });
  const sweep = setInterval(() => {
    for (const stream of streams) if (stream.closed) stream.destroy();
  }, sweepMs).unref();
  session.once('close', () => clearInterval(sweep));
}

type Stream = http2.ServerHttp2Stream;

/** When a stream is given up. */
interface Giving {
  readonly patience: Patience;
  /** One for all streams: what it knows of each goes with the stream. */
  readonly isOver: (stream: Stream) => boolean;
}

/** Resets a stream that stands still, or whose body takes longer than it may. */
function resetStill(stream: Stream, socket: Socket, { patience, isOver }: Giving): void {
  const reset = () => {
    stream.close(http2.constants.NGHTTP2_CANCEL);
    // Said before everything else; where it is not said, the connection does not move at all.
    until(
      stream,
      setTimeout(() => socket.destroy(), patience.unreadMs),
    );
  };
  stream.setTimeout(lookMsOf(patience));
  stream.on('timeout', () => {
    if (!stream.closed && isOver(stream)) reset();
  });
  if (stream.endAfterHeaders) return;
  until(
    stream,
    setTimeout(() => stream.readableEnded || reset(), patience.bodyMs),
  );
}

/** Forgets a timer when the stream is gone. */
function until(stream: Stream, timer: NodeJS.Timeout): void {
  timer.unref();
  stream.once('close', () => clearTimeout(timer));
}

const isUnread = (stream: Stream): boolean =>
  stream.headersSent && (stream.writableLength > 0 || (stream.writableEnded && !stream.writableFinished));
