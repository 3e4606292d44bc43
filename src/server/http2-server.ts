import http2 from 'node:http2';
import { timeouts } from './http1-server.ts';
import type { RequestHandler } from './listener.ts';
import { hardHeadBytes, mostHeaderBytes } from './request-sizes.ts';

/** Above these the library ends the stream; below, headers that are too many get an answer. */
const hardHeaderLines = 10_000;

/** A server that is given its connections; `sessions` holds those that are open. */
export function createHttp2Server(
  handler: RequestHandler,
  { stalledMs, sessions }: { stalledMs: number; sessions: Set<http2.ServerHttp2Session> },
): http2.Http2Server {
  const server = http2.createServer({
    settings: { maxHeaderListSize: hardHeadBytes, maxConcurrentStreams: 100 },
    maxHeaderListPairs: hardHeaderLines,
    maxSendHeaderBlockLength: mostHeaderBytes,
  });
  const serve = handler as unknown as Parameters<typeof server.on>[1];
  server.on('request', serve);
  // Like HTTP/1.1: neither a tunnel nor an expectation is anything but a request.
  server.on('connect', serve);
  server.on('checkExpectation', serve);
  server.on('session', (session) => {
    sessions.add(session);
    endStill(session, stalledMs);
    session.once('close', () => sessions.delete(session));
  });
  server.on('sessionError', () => {});
  return server;
}

/** Ends a session that is idle; one whose streams stand still is broken off, since closing waits for them. */
function endStill(session: http2.ServerHttp2Session, stalledMs: number): void {
  session.setTimeout(Math.min(timeouts.keepAliveTimeout, stalledMs), () => {
    session.close();
    session.setTimeout(stalledMs, () => session.destroy());
  });
}
