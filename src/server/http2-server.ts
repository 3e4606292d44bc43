import http2 from 'node:http2';
import type { Socket } from 'node:net';
import { timeouts } from './http1-server.ts';
import type { RequestHandler, StreamAnswerer } from './request-handler.ts';
import { hardHeadBytes, mostHeaderBytes } from './request-sizes.ts';
import { lookMsOf, type Patience, standstill } from './stalled-connections.ts';
import { streamTurns } from './stream-turns.ts';

/** Above these the library ends the stream; below, headers that are too many get an answer. */
const hardHeaderLines = 10_000;

export interface Http2Server {
  /** Tells every client to come by another connection; what it has asked on this one is answered. */
  drain(): void;
  /** Ends every session after what is under way on it. */
  end(): void;
  /** Serves a connection whose handshake agreed on HTTP/2. */
  take(socket: Socket): void;
}

/** A server that is given its connections instead of listening itself. */
export function createHttp2Server(
  handler: RequestHandler,
  patience: Patience,
  answersStream: StreamAnswerer = (_stream, _asked, pass) => pass(),
  turns = streamTurns(),
): Http2Server {
  const server = http2.createServer({
    settings: { maxHeaderListSize: hardHeadBytes, maxConcurrentStreams: 100 },
    maxHeaderListPairs: hardHeaderLines,
    maxSendHeaderBlockLength: mostHeaderBytes,
  });
  const sessions = new Map<http2.Http2Session, Socket>();
  const isOver = standstill<Stream>(patience, isUnread);
  let isDraining = false;
  const endAll = (): void => {
    for (const session of sessions.keys()) session.close();
  };
  const serve = handler as unknown as Parameters<typeof server.on>[1];
  server.on('request', serve);
  // Like HTTP/1.1: neither a tunnel nor an expectation is anything but a request.
  server.on('connect', serve);
  server.on('checkExpectation', serve);
  askFirst(server, ([stream, headers, _flags, rawHeaders], pass) => {
    const socket = sessions.get(stream.session as http2.Http2Session);
    if (socket === undefined) pass();
    else
      turns.take(socket, () => {
        // Whoever has gone meanwhile wants no answer.
        if (!stream.destroyed) answersStream(stream, { headers, rawHeaders, socket }, pass);
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
        session.once('close', () => sessions.delete(session));
        endStill(session, socket, patience);
        if (isDraining) endAfterFirst(session);
        session.on('stream', (stream) => resetStill(stream as Stream, socket, { patience, isOver }));
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

/** Whoever comes while others are sent away is answered what they came for, and then sent away too. */
function endAfterFirst(session: http2.ServerHttp2Session): void {
  session.once('stream', (stream) => stream.once('close', () => session.close()));
}

/** Ends a session that is idle; one whose streams stand still is broken off, since closing waits for them. */
function endStill(session: http2.ServerHttp2Session, socket: Socket, patience: Patience): void {
  session.setTimeout(Math.min(timeouts.keepAliveTimeout, patience.stalledMs), () => {
    session.close();
    destroyOnceLeft(session, socket, patience);
    session.setTimeout(patience.stalledMs, () => socket.destroy());
  });
}

/** A session that is over leaves the connection to say the rest, for which it may not take long. */
function destroyOnceLeft(session: http2.ServerHttp2Session, socket: Socket, { unreadMs }: Patience): void {
  let wasLeft = false;
  const look = () => {
    if (wasLeft) socket.destroy();
    wasLeft = session.destroyed;
  };
  const timer = setInterval(look, unreadMs).unref();
  socket.once('close', () => clearInterval(timer));
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
