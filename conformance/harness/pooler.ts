import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A pooler in front of a PostgreSQL server that lends its connections for one transaction each, as PgBouncer does. */
export interface Pooler {
  /** The address of the database through it. */
  readonly url: string;
  /** Connections to the server, of which each client is lent one at a time. */
  readonly connections: () => number;
  close(): Promise<void>;
}

/** A connection to the server, and who has it. */
interface Lent {
  readonly socket: Socket;
  answer: (bytes: Buffer, isEnd: boolean) => void;
  /** What the server knows of whom it is lent to. */
  name: string;
}

const mostConnections = 4;
const taken = new Set(['user', 'database', 'application_name', 'client_encoding', 'replication']);

/** Messages of PostgreSQL's protocol, whole ones alone; what has no type comes first, from clients. */
function messagesOf(onMessage: (type: string, message: Buffer) => void, hasStartup: boolean) {
  let rest: Buffer = Buffer.alloc(0);
  let isStartup = hasStartup;
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = isStartup ? 0 : 1;
      if (rest.length < head + 4) return;
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) return;
      const type = isStartup ? 'startup' : String.fromCharCode(rest[0] as number);
      const message = rest.subarray(0, end);
      rest = rest.subarray(end);
      isStartup = false;
      onMessage(type, message);
    }
  };
}

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const words = (...all: (number | string)[]): Buffer =>
  Buffer.concat(
    all.map((one) => {
      if (typeof one === 'string') return Buffer.from(`${one}\0`);
      const bytes = Buffer.alloc(4);
      bytes.writeInt32BE(one);
      return bytes;
    }),
  );

const startupOf = (user: string, database: string): Buffer => {
  const body = words(196_608, 'user', user, 'database', database, '');
  return Buffer.concat([words(body.length + 4), body]);
};

const refusal = (sentence: string): Buffer =>
  message('E', Buffer.concat([Buffer.from('SFATAL\0C08P01\0'), words(`M${sentence}`, '')]));

/** What a pooler tells a client that comes in: no number of a process of the server is in it. */
const greeting = Buffer.concat([
  message('R', words(0)),
  message('S', words('server_version', '18.0')),
  message('S', words('client_encoding', 'UTF8')),
  message('K', words(2_000_000_001, 1)),
  message('Z', Buffer.from('I')),
]);

export async function openPooler(serverUrl: string): Promise<Pooler> {
  const server = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    // Messages are passed on one by one, which would each wait for the one before to be acknowledged.
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    return socket.on('close', () => sockets.delete(socket));
  };
  const lender = lenderOf(server, keep);
  const entrance = createServer((near) => serve(keep(near), lender));
  await new Promise<void>((done) => entrance.listen(0, '127.0.0.1', done));
  const url = new URL(serverUrl);
  url.host = `127.0.0.1:${(entrance.address() as AddressInfo).port}`;
  return {
    url: url.href,
    connections: lender.made,
    close: () =>
      new Promise((done) => {
        entrance.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Lends connections to the server, a few at the most. */
interface Lender {
  borrow(use: (lent: Lent) => void): void;
  giveBack(lent: Lent): void;
  made(): number;
}

function lenderOf(server: URL, keep: (socket: Socket) => Socket): Lender {
  const idle: Lent[] = [];
  const waiting: ((lent: Lent) => void)[] = [];
  let made = 0;
  const giveBack = (lent: Lent): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(lent);
    else next(lent);
  };
  const make = (): void => {
    made += 1;
    const socket = keep(connect(Number(server.port || 5432), server.hostname));
    const lent: Lent = { socket, answer: () => undefined, name: '' };
    let isGreeted = false;
    const onMessage = (type: string, bytes: Buffer): void => {
      const isEnd = type === 'Z' && bytes[5] === 'I'.charCodeAt(0);
      if (isGreeted) lent.answer(bytes, isEnd);
      else if (isEnd) {
        isGreeted = true;
        giveBack(lent);
      }
    };
    socket.on('close', () => {
      made -= 1;
    });
    socket.on('data', messagesOf(onMessage, false));
    socket.write(startupOf(server.username || 'postgres', server.pathname.slice(1)));
  };
  const borrow = (use: (lent: Lent) => void): void => {
    const lent = idle.shift();
    if (lent !== undefined) use(lent);
    else {
      waiting.push(use);
      if (made < mostConnections) make();
    }
  };
  return { borrow, giveBack, made: () => made };
}

function serve(near: Socket, { borrow, giveBack }: Lender): void {
  let lent: Lent | undefined;
  let isBorrowing = false;
  let name = '';
  const unsent: Buffer[] = [];
  const send = (bytes: Buffer): void => {
    if (lent !== undefined) return void lent.socket.write(bytes);
    unsent.push(bytes);
    if (isBorrowing) return;
    isBorrowing = true;
    borrow((one) => {
      isBorrowing = false;
      lent = one;
      lendTo(name, one, (answer, isEnd) => {
        near.write(answer);
        if (!isEnd) return;
        lent = undefined;
        one.answer = () => undefined;
        giveBack(one);
      });
      for (const waiting of unsent.splice(0)) one.socket.write(waiting);
    });
  };
  const onMessage = (type: string, bytes: Buffer): void => {
    if (type === 'startup') {
      name = parametersOf(bytes).get('application_name') ?? '';
      return void near.write(greet(bytes));
    }
    if (type === 'X') return void near.end();
    send(bytes);
  };
  // What a client leaves in the middle of a transaction is of use to nobody.
  near.on('close', () => lent?.socket.destroy());
  near.on('data', messagesOf(onMessage, true));
}

/** Tells the server first whose connection it is now, as PgBouncer does; its answer to that is nobody's. */
function lendTo(name: string, lent: Lent, answer: Lent['answer']): void {
  lent.answer = answer;
  if (lent.name === name) return;
  lent.name = name;
  lent.answer = (_bytes, isEnd) => {
    if (isEnd) lent.answer = answer;
  };
  lent.socket.write(message('Q', words(`set application_name = '${name.replaceAll("'", "''")}'`)));
}

function parametersOf(startup: Buffer): Map<string, string> {
  const words = startup.subarray(8).toString().split('\0');
  const names = words.filter((name, place) => place % 2 === 0 && name !== '');
  return new Map(names.map((name, place) => [name, words[2 * place + 1] ?? '']));
}

function greet(startup: Buffer): Buffer {
  const unknown = parametersOf(startup)
    .keys()
    .find((name) => !taken.has(name));
  return unknown === undefined ? greeting : refusal(`unsupported startup parameter: ${unknown}`);
}
