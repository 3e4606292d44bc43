import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a PostgreSQL server that can be shut, as if the server was gone. */
export interface DatabaseGate {
  /** Address of the server through the gate. */
  readonly url: string;
  /** Breaks all connections and lets none be made. */
  shut(): void;
  /** From now on nothing passes by the connections there are, and none of them ends; new ones are made as before. */
  silence(): void;
  open(): void;
  close(): Promise<void>;
}

export async function openGate(serverUrl: string): Promise<DatabaseGate> {
  const server = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const hushes = new Set<() => void>();
  let isOpen = true;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const gate = createServer((near) => {
    keep(near);
    if (!isOpen) return near.resetAndDestroy();
    const far = connect(Number(server.port || 5432), server.hostname);
    keep(far);
    const endNear = () => near.destroy();
    near.on('close', () => far.destroy());
    far.on('close', endNear);
    hushes.add(() => {
      far.off('close', endNear).unpipe(near).resume();
      near.unpipe(far).resume();
    });
    return near.pipe(far).pipe(near);
  });
  await new Promise<void>((done) => gate.listen(0, '127.0.0.1', done));
  const url = new URL(serverUrl);
  url.host = `127.0.0.1:${(gate.address() as AddressInfo).port}`;
  const breakAll = () => sockets.forEach((socket) => void socket.resetAndDestroy());
  return {
    url: url.href,
    shut: () => {
      isOpen = false;
      breakAll();
    },
    silence: () => {
      for (const hush of hushes) hush();
      hushes.clear();
    },
    open: () => {
      isOpen = true;
    },
    close: () =>
      new Promise((done) => {
        gate.close(() => done());
        breakAll();
      }),
  };
}
