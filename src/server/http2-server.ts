import http2 from 'node:http2';
import type { Socket } from 'node:net';
import { networkOf } from '../access/address-network.ts';
import { endWhereTooManyAsked } from './acknowledgements.ts';
import { type GivenUpStreams, givenUpStreams } from './given-up-streams.ts';
import { lingerMs, timeouts } from './http1-server.ts';
import { watchIdle } from './idle-watch.ts';
import type { TellRefusal } from './refusals-told.ts';
import type { RequestHandler, StreamAnswerer } from './request-handler.ts';
import { type RequestRoom, roomForRequests } from './request-room.ts';
import { hardHeadBytes, mostHeaderBytes } from './request-sizes.ts';
import { rememberSocket } from './session-sockets.ts';
import { lookMsOf, type Patience, standstill } from './stalled-connections.ts';
import { type StreamTurns, streamTurns } from './stream-turns.ts';
import { addressBeforeProxies, countsAs } from './trusted-proxies.ts';

/** Above these the library ends the stream; below, headers that are too many get an answer. */
const hardHeaderLines = 10_000;

/**
 * How many streams of a connection may be reset at once, and how many more in each second; the library tells who resets
 * more to go away, and begins none of theirs. A page of ours that is left gives up 100 streams at most; who zooms, eight
 * tiles for each doubling, 16 where something lies above a prototype: in one second through all zooms some 250.
 */
const mostResets = { streamResetBurst: 400, streamResetRate: 100 };

/**
 * So many streams of an address are refused at once, and one more after each `restMs`, before their connections end, each
 * some 70 µs: a client that asks for more at once than there is room for sends them again, and goes on.
 */
const refusalLimits = { most: 20_000, restMs: 0.5, pauseMs: 0 };

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
  /** The same of streams that are refused for want of room: the server does that, and their client need not know. */
  readonly refusals?: Pick<GivenUpStreams, 'isTooMany'>;
  /** Proxies bring what strangers give up, and are no such themselves. */
  readonly isProxy?: ((address: string | undefined) => boolean) | undefined;
  readonly requests?: RequestRoom;
  readonly refused?: TellRefusal | undefined;
}

/** A server that is given its connections instead of listening itself. */
export function createHttp2Server(
  handler: RequestHandler,
  patience: Patience,
  answersStream: StreamAnswerer = (_stream, _asked, pass) => pass(),
  parts: Http2Parts = {},
): Http2Server {
  const { turns = streamTurns(), givenUp = givenUpStreams(), isProxy = () => false } = parts;
  const { requests = roomForRequests(), refusals = givenUpStreams(refusalLimits) } = parts;
  const bounds = { requests, givenUp, refusals, refused: parts.refused, isProxy };
  const server = boundedServer();
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
        boundStreams(session, socket, bounds);
        endWhereTooManyAsked(session);
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

const boundedServer = (): http2.Http2Server =>
  http2.createServer({
    settings: { maxHeaderListSize: hardHeadBytes, maxConcurrentStreams: 100 },
    maxHeaderListPairs: hardHeaderLines,
    maxSendHeaderBlockLength: mostHeaderBytes,
    ...mostResets,
  });

type StreamEvent = [stream: Stream, headers: http2.IncomingHttpHeaders, flags: number, rawHeaders: string[]];

/** Has each stream offered to `answers` before Node makes a request of it, which takes half of a short answer's time. */
function askFirst(server: http2.Http2Server, answers: (event: StreamEvent, pass: () => void) => void): void {
  const usual = server.listeners('stream');
  server.removeAllListeners('stream');
  server.on('stream', (...of) =>
    answers(of as StreamEvent, () => {
      const [stream] = of;
      // An empty body has ended while its request waited, and Node's request would wait for that end for ever.
      const hasEnded = stream.readableEnded;
      for (const listener of usual) listener.apply(server, of);
      if (hasEnded) stream.emit('end');
    }),
  );
}

/** Refuses streams of a session that have no room, and ends its connection where too many of its address come to nothing. */
function boundStreams(
  session: http2.ServerHttp2Session,
  socket: Socket,
  { requests, givenUp, refusals, refused = () => {}, isProxy }: Bounds,
): void {
  const address = countsAs(isProxy)(socket);
  const clientOf = (headers: http2.IncomingHttpHeaders): string =>
    address ?? networkOf(addressBeforeProxies({ headers, socket }, isProxy) ?? socket.remoteAddress ?? '');
  const withoutRoom = new WeakSet<http2.ServerHttp2Stream>();
  refuseWithoutRoom(session, { requests, clientOf }, (stream, client) => {
    withoutRoom.add(stream);
    refused('stream', client);
  });
  if (address === undefined) return;
  onGivenUp(session, (stream) => {
    const ofItsKind = withoutRoom.has(stream) ? refusals : givenUp;
    if (!ofItsKind.isTooMany(address)) return;
    refused('connection that gives up', address);
    socket.destroy();
  });
}

type Bounds = Required<Omit<Http2Parts, 'turns' | 'isProxy' | 'refused'>> & {
  readonly isProxy: (address: string | undefined) => boolean;
  readonly refused: TellRefusal | undefined;
};

/** Hears of each stream that ends before it is answered. */
function onGivenUp(
  session: http2.ServerHttp2Session,
  count: (stream: http2.ServerHttp2Stream) => void,
): void {
  // Before the stream is answered, which ends it.
  session.prependListener('stream', (stream) => {
    if (stream.closed) count(stream);
    else stream.once('aborted', () => count(stream));
  });
}

/** Refuses streams for whose heads their client has no room left; a client may send these again. */
function refuseWithoutRoom(
  session: http2.ServerHttp2Session,
  { requests, clientOf }: RoomOfClients,
  refused: (stream: http2.ServerHttp2Stream, client: string) => void,
): void {
  const begin = (...[stream, headers, _flags, rawHeaders]: StreamEvent): void => {
    const client = clientOf(headers);
    const leave = requests.take(client, rawHeaders);
    if (leave !== undefined) {
      stream.once('close', leave);
      return;
    }
    refused(stream, client);
    stream.close(http2.constants.NGHTTP2_REFUSED_STREAM);
  };
  session.prependListener('stream', begin as never);
}

interface RoomOfClients {
  readonly requests: RequestRoom;
  readonly clientOf: (headers: http2.IncomingHttpHeaders) => string;
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
