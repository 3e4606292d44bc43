import type { Socket } from 'node:net';

/** Connections that have said nothing yet. Whoever closes the port ends them, since nothing is lost. */
export type SilentConnections = Set<Socket>;

/** Counts a connection among those that say nothing while nobody listens to it yet. */
export function holdSilent(socket: Socket, silent: SilentConnections): void {
  silent.add(socket);
  socket.once('close', () => silent.delete(socket));
  socket.on('error', () => socket.destroy());
}

/**
 * Calls `take` with the first bytes of a connection, which stay to be read. A connection that says nothing for
 * `limitMs` is ended.
 */
export function onFirstBytes(
  socket: Socket,
  silent: SilentConnections,
  limitMs: number,
  take: (first: Buffer) => void,
): void {
  const forget = () => silent.delete(socket);
  silent.add(socket);
  socket.once('close', forget);
  socket.setTimeout(limitMs, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.once('data', (first) => {
    forget();
    socket.off('close', forget);
    socket.pause();
    socket.setTimeout(0);
    socket.removeAllListeners('timeout');
    socket.unshift(first);
    take(first as Buffer);
    process.nextTick(() => socket.resume());
  });
}

const tlsHandshakeRecord = 0x16;
export const handshakeTimeoutMs = 10_000;

/** Hands a connection on when its first byte has told a TLS hello from plain HTTP. */
export function sortByFirstByte(
  socket: Socket,
  to: {
    readonly secure: () => void;
    readonly plain: (first: Buffer) => void;
    readonly silent?: SilentConnections;
  },
): void {
  onFirstBytes(socket, to.silent ?? new Set(), handshakeTimeoutMs, (first) => {
    if (first[0] === tlsHandshakeRecord) to.secure();
    else to.plain(first);
  });
}
