import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { blankLines } from './blank-lines.ts';

/** Connections of HTTP/1.1, of which each begins a request once the one before is answered. */
export interface OneByOne {
  /** Takes a connection that Node's server was given. */
  take(socket: Socket): void;
  /** Hears that a request has begun. */
  begun(request: IncomingMessage): void;
  /** Goes on with what has come meanwhile, after an answer. */
  goOn(socket: Duplex): void;
  /** Has no more of a connection parsed: what still comes is dropped. */
  leave(socket: Duplex): void;
}

interface Incoming {
  /** Has Node parse what came. */
  readonly parse: (bytes: Buffer) => void;
  readonly lengthOfHead: (bytes: Buffer) => number;
  /** What has come and is not parsed. */
  readonly waiting: Buffer[];
  /** Of a body whose length is known. */
  bodyBytesLeft: number;
  readonly onData: (bytes: Buffer) => void;
}

/**
 * Node parses all that comes at once, and makes a request with an answer of each 20 bytes of it. So it is given no more
 * than one head at a time, and the rest of a connection stays unread while `isAnswering` a request that is whole.
 */
export function oneByOne(isAnswering: (socket: Duplex) => boolean): OneByOne {
  const all = new WeakMap<Duplex, Incoming>();
  const leave = (socket: Duplex): void => {
    const incoming = all.get(socket);
    if (incoming === undefined) return;
    all.delete(socket);
    incoming.waiting.length = 0;
    socket.off('data', incoming.onData);
  };
  const goOn = (socket: Duplex): void => {
    const incoming = all.get(socket);
    if (incoming === undefined) return;
    // Before the parser has its say, which stops a body that nobody reads.
    if (!isAnswering(socket)) socket.resume();
    // One that has been told to close brings no more requests.
    if (!socket.writable) leave(socket);
    while (incoming.waiting.length > 0 && !isAnswering(socket)) incoming.parse(nextPiece(incoming));
    if (incoming.waiting.length > 0) socket.pause();
  };
  return {
    take: (socket) => {
      const [parse] = socket.listeners('data') as [(bytes: Buffer) => void];
      const waiting: Buffer[] = [];
      const onData = (bytes: Buffer): void => {
        waiting.push(bytes);
        goOn(socket);
      };
      all.set(socket, { parse, lengthOfHead: blankLines(), waiting, bodyBytesLeft: 0, onData });
      socket.on('data', onData);
      socket.off('data', parse);
    },
    begun: ({ socket, headers }) => {
      const incoming = all.get(socket);
      if (incoming !== undefined) incoming.bodyBytesLeft = Number(headers['content-length'] ?? 0);
    },
    goOn,
    leave,
  };
}

/** The next bytes that hold no more than one end of a head, and nothing behind it. */
function nextPiece(incoming: Incoming): Buffer {
  const bytes = incoming.waiting.shift() as Buffer;
  const { bodyBytesLeft } = incoming;
  const length = bodyBytesLeft > 0 ? Math.min(bodyBytesLeft, bytes.length) : incoming.lengthOfHead(bytes);
  incoming.bodyBytesLeft = Math.max(0, bodyBytesLeft - length);
  if (length === bytes.length) return bytes;
  incoming.waiting.unshift(bytes.subarray(length));
  return bytes.subarray(0, length);
}
