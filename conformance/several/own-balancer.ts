import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Gives connections to servers of this machine by turns; one that takes none is passed over. */
export interface Balancer {
  readonly port: number;
  /** Leads to the server at that port, too. */
  add(port: number): Promise<void>;
  /** Leads nobody there any more; the connections that there are stay. */
  remove(port: number): Promise<void>;
  close(): Promise<void>;
}

/** One of ours, which is there everywhere. */
export async function openOwnBalancer(): Promise<Balancer> {
  const ports = new Set<number>();
  const sockets = new Set<Socket>();
  let turn = 0;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const join = (near: Socket, tries: number): void => {
    const all = [...ports];
    turn += 1;
    const port = all[turn % Math.max(1, all.length)];
    if (port === undefined || tries > all.length) {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    const passOver = () => join(near, tries + 1);
    far.once('error', passOver);
    far.once('connect', () => {
      far.off('error', passOver);
      keep(far);
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
      near.pipe(far).pipe(near);
    });
  };
  const server = createServer((near) => {
    keep(near);
    join(near, 1);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    add: async (port) => void ports.add(port),
    remove: async (port) => void ports.delete(port),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
