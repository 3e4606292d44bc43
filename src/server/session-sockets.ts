import type { Http2Session } from 'node:http2';
import type { Socket } from 'node:net';

const sockets = new WeakMap<Http2Session, Socket>();

/** The library shows a session's socket only by a stand-in, whose `destroy` waits for what is not read. */
export const rememberSocket = (session: Http2Session, socket: Socket): unknown =>
  sockets.set(session, socket);

export const socketOf = (session: Http2Session | undefined): Socket | undefined =>
  session === undefined ? undefined : sockets.get(session);
