import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import http2 from 'node:http2';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { Agent, request } from 'undici';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { frame, getFrame, hello, moreRoom, windowSetting } from '../testing/http2-frames.ts';
import { ensureCertificates } from './certificates.ts';
import { createListener, type Listener, type ListenerOptions } from './listener.ts';
import type { RequestHandler } from './request-handler.ts';
import type { Patience } from './stalled-connections.ts';

let folder: string;
let listener: Listener;
let port: number;
let ca: string;
/** Answers that a test holds back. */
let held: ServerResponse[];

async function credentialsFor(hosts: string[]) {
  return ensureCertificates(join(folder, 'tls'), { hosts, now: Date.now() });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-listener-'));
  held = [];
  const credentials = await credentialsFor([]);
  ca = await readFile(credentials.caPath, 'utf8');
  listener = createListener({
    credentials,
    onRequest: (request: IncomingMessage, response: ServerResponse) => {
      if (request.url === '/held') held.push(response);
      else response.end('secure');
    },
    onPlainRequest: (_request, response) => response.writeHead(403).end('plain'),
  });
  ({ port } = await listener.listen(0, '127.0.0.1'));
});

afterEach(async () => {
  await listener.close(0);
  await rm(folder, { recursive: true, force: true });
});

/** Sends bytes in plain text and answers all that comes back. */
async function sendRaw(text: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(text);
  let answer = '';
  for await (const part of socket) answer += String(part);
  return answer;
}

async function get(path: string, allowH2: boolean): Promise<string> {
  const agent = new Agent({ allowH2, connect: { ca } });
  try {
    const { body } = await request(`https://127.0.0.1:${port}${path}`, { dispatcher: agent });
    return await body.text();
  } finally {
    await agent.close();
  }
}

describe('one port', () => {
  test('serves HTTP/1.1 and HTTP/2 over TLS', async () => {
    expect(await get('/', false)).toBe('secure');
    expect(await get('/', true)).toBe('secure');
  });

  test('[TLS-01] refuses plain HTTP', async () => {
    const answer = await sendRaw('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  });

  test('answers what is neither TLS nor HTTP with 400 and closes', async () => {
    expect(await sendRaw('SSH-2.0-OpenSSH_9.2\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });

  test('tells a target that is too long from headers that are', async () => {
    const long = await sendRaw(`GET /?q=${'a'.repeat(500_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(long).toMatch(/^HTTP\/1\.1 414 URI Too Long\r\n/);
    expect(long).toContain('"status":414,"error":true');
    const headers = `X-Filler: ${'a'.repeat(1000)}\r\n`.repeat(500);
    expect(await sendRaw(`GET / HTTP/1.1\r\nHost: x\r\n${headers}\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  });

  test('goes on after connections that break in the middle of a hello', async () => {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const socket = net.connect(port, '127.0.0.1');
      socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]));
      await once(socket, 'connect');
      socket.resetAndDestroy();
    }
    expect(await get('/', false)).toBe('secure');
  });
});

test('a renewed certificate is served to new connections, without a restart', async () => {
  const certificateNow = async (): Promise<string> => {
    const socket = tls.connect({ port, host: '127.0.0.1', ca });
    await once(socket, 'secureConnect');
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  };
  const before = await certificateNow();
  await rm(join(folder, 'tls', 'cert.pem'));
  listener.setCredentials(await credentialsFor([]));
  expect(await certificateNow()).not.toBe(before);
});

test.each([
  ['ECDHE-ECDSA-AES128-GCM-SHA256', true],
  ['ECDHE-ECDSA-AES256-GCM-SHA384', true],
  ['ECDHE-ECDSA-CHACHA20-POLY1305', true],
  ['ECDHE-ECDSA-AES128-SHA', false],
  ['ECDHE-ECDSA-AES256-SHA384', false],
  ['ECDHE-ECDSA-AES128-SHA256', false],
])('over TLS 1.2 a client that knows only the suite %s is served: %s', async (ciphers, isServed) => {
  const socket = tls.connect({ port, host: '127.0.0.1', ca, maxVersion: 'TLSv1.2', ciphers });
  const outcome = await Promise.race([
    once(socket, 'secureConnect').then(() => true),
    once(socket, 'close').then(() => false),
    new Promise((resolve) => socket.once('error', () => resolve(false))),
  ]);
  socket.destroy();
  expect(outcome).toBe(isServed);
});

test('connections that cannot be taken do not end the server', async () => {
  const servers: net.Server[] = [];
  const note = (message: unknown) => void servers.push((message as { server: net.Server }).server);
  subscribe('tracing:net.server.listen:asyncStart', note);
  onTestFinished(() => void unsubscribe('tracing:net.server.listen:asyncStart', note));
  const { connect } = await impatient((_request, response) => response.end('taken'), {});
  for (let place = 0; place < 3; place++) servers[0]?.emit('error', new Error('accept EMFILE'));
  const socket = await connect('http/1.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(servers).toHaveLength(1);
  expect(String(Buffer.concat(await socket.toArray()))).toContain('taken');
});

describe('who comes', () => {
  /** Listens with these options, and answers what asks from an address. */
  const listenWith = async (options: Partial<ListenerOptions>) => {
    const answer = (_request: unknown, response: ServerResponse) => void response.end('served');
    const other = createListener({
      credentials: await credentialsFor([]),
      onRequest: answer,
      onPlainRequest: answer,
      servesPlain: true,
      isProxy: (address) => address === '127.0.0.3',
      ...options,
    });
    onTestFinished(() => other.close(0));
    const place = await other.listen(0, '127.0.0.1');
    return async (protocol: 'http' | 'https', from: { localAddress: string; allowH2?: boolean }) => {
      const agent = new Agent({ allowH2: false, ...from, connect: { ca } });
      onTestFinished(() => agent.destroy());
      const url = `${protocol}://127.0.0.1:${place.port}/`;
      return (await request(url, { dispatcher: agent })).body.text();
    };
  };

  test('has turns by address over every version of HTTP, and by connection behind a trusted proxy', async () => {
    const clients: unknown[] = [];
    const ask = await listenWith({
      turnsOf: (clientOf) => ({
        take: (connection, begin) => {
          begin();
          clients.push(clientOf(connection));
        },
      }),
    });
    for (const localAddress of ['127.0.0.1', '127.0.0.3']) {
      await ask('http', { localAddress });
      await ask('https', { localAddress });
      await ask('https', { localAddress, allowH2: true });
    }
    expect(clients.slice(0, 3)).toEqual(Array(3).fill('127.0.0.1'));
    const ofProxy = new Set(clients.slice(3));
    expect([...ofProxy].map((client) => (client as net.Socket).remoteAddress)).toEqual(
      Array(3).fill('127.0.0.3'),
    );
  });

  test('and is refused a connection is told of', async () => {
    const told: string[][] = [];
    const ask = await listenWith({
      connections: { ofAll: 10, ofOne: 1 },
      refused: (...of) => void told.push(of),
    });
    const localAddress = '127.0.0.2';
    expect(await ask('https', { localAddress })).toBe('served');
    await expect(ask('https', { localAddress })).rejects.toThrow();
    expect(told).toEqual([['connection of its address', '127.0.0.2']]);
  });
});

/** Where a server does not stop, connections that have said nothing end after ten seconds, and idle ones after a minute. */
const beforeItWouldAnyway = () => AbortSignal.timeout(8_000);

describe('closing', () => {
  const closedAtOnce = async (): Promise<void> => {
    const tooLate = once(beforeItWouldAnyway(), 'abort').then(() => 'too late');
    expect(await Promise.race([listener.close(60_000), tooLate])).toBeUndefined();
  };

  test.each([false, true])('lets a request in flight finish (HTTP/2: %s)', async (allowH2) => {
    const answer = get('/held', allowH2);
    while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = listener.close(5_000);
    await expect(get('/', allowH2)).rejects.toThrow();
    held[0]?.end('finished');
    expect(await answer).toBe('finished');
    await closed;
  });

  test('ends what does not finish in time', async () => {
    const answer = get('/held', false);
    while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await Promise.all([expect(answer).rejects.toThrow(), listener.close(100)]);
  });

  test('does not wait for connections that have said nothing', async () => {
    const plain = net.connect(port, '127.0.0.1').on('error', () => {});
    const secure = tls.connect({ port, host: '127.0.0.1', ca }).on('error', () => {});
    await Promise.all([once(plain, 'connect'), once(secure, 'secureConnect')]);
    await closedAtOnce();
  });

  test('does not wait for sessions of HTTP/2 that were made at the last moment', async () => {
    const socket = net.connect(port, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    const closed = closedAtOnce();
    const secured = tls.connect({ socket, ca, ALPNProtocols: ['h2'] }).on('error', () => {});
    http2.connect(`https://127.0.0.1:${port}`, { createConnection: () => secured }).on('error', () => {});
    await closed;
  });

  test('does not wait for connections that are idle', async () => {
    const agent = new Agent({ connect: { ca } });
    const { body } = await request(`https://127.0.0.1:${port}/`, { dispatcher: agent });
    await body.text();
    await closedAtOnce();
    await agent.destroy();
  });

  test('does not wait for connections once an answer is over that had begun before', async () => {
    const agent = new Agent({ allowH2: false, connect: { ca } });
    const answer = request(`https://127.0.0.1:${port}/held`, { dispatcher: agent });
    while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    held[0]?.flushHeaders();
    const { headers, body } = await answer;
    expect(headers.connection).toBe('keep-alive');
    const closed = closedAtOnce();
    held[0]?.end('finished');
    expect(await body.text()).toBe('finished');
    await closed;
    await agent.destroy();
  });
});

describe('draining', () => {
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const http1 = () => {
    const agent = new Agent({ connections: 1, allowH2: false, connect: { ca } });
    onTestFinished(() => agent.destroy());
    return (path: string) => request(`https://127.0.0.1:${port}${path}`, { dispatcher: agent });
  };
  const http2Session = async () => {
    const session = http2.connect(`https://127.0.0.1:${port}`, { ca }).on('error', () => {});
    onTestFinished(() => session.destroy());
    await once(session, 'remoteSettings');
    return session;
  };

  test('says to clients of HTTP/1.1 that each answer is the last of its connection', async () => {
    const call = http1();
    const before = await call('/');
    await before.body.text();
    expect(before.headers.connection).toBe('keep-alive');
    const underWay = call('/held');
    await until(() => held.length === 1);
    listener.drain();
    held[0]?.end('finished');
    for (const answer of [await underWay, await call('/'), await call('/')]) {
      expect(answer.headers.connection).toBe('close');
      expect(await answer.body.text()).toMatch(/finished|secure/);
    }
  });

  test('ends sessions of HTTP/2 after what is under way, and those that come after their first answer', async () => {
    const session = await http2Session();
    const underWay = session.request({ ':path': '/held' });
    await until(() => held.length === 1);
    const goaway = once(session, 'goaway');
    listener.drain();
    expect((await goaway)[0]).toBe(http2.constants.NGHTTP2_NO_ERROR);
    held[0]?.end('finished');
    expect(String(Buffer.concat(await underWay.toArray()))).toBe('finished');
    const late = await http2Session();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(late.closed).toBe(false);
    const ended = once(late, 'goaway', { signal: beforeItWouldAnyway() });
    expect(String(Buffer.concat(await late.request({ ':path': '/' }).toArray()))).toBe('secure');
    await ended;
  });

  test('serves who came at the last moment before the port closes', async () => {
    const socket = tls.connect({ port, host: '127.0.0.1', ca });
    await once(socket, 'secureConnect');
    const closed = listener.close(5_000);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(String(Buffer.concat(await socket.toArray()))).toMatch(/Connection: close\r\n.*secure$/s);
    await closed;
  });
});

test.skipIf(process.platform !== 'linux')(
  'a port may be shared, and stays open until the last closes',
  async () => {
    const make = async () => {
      let served = 0;
      const credentials = await credentialsFor([]);
      const onRequest: RequestHandler = (_request, response) => {
        served += 1;
        response.end();
      };
      const one = createListener({ credentials, onRequest, onPlainRequest: onRequest });
      return { one, served: () => served };
    };
    const [first, second, third] = [await make(), await make(), await make()];
    const shared = await first.one.listen(0, '127.0.0.1', { sharesPort: true });
    await second.one.listen(shared.port, '127.0.0.1', { sharesPort: true });
    await expect(third.one.listen(shared.port, '127.0.0.1')).rejects.toThrow('EADDRINUSE');
    const callAll = async (count: number) => {
      for (let calls = 0; calls < count; calls += 1) {
        const agent = new Agent({ connect: { ca } });
        const { body } = await request(`https://127.0.0.1:${shared.port}/`, { dispatcher: agent });
        await body.text();
        await agent.close();
      }
    };
    await callAll(40);
    expect([first.served() > 0, second.served() > 0]).toEqual([true, true]);
    await first.one.close(5_000);
    await callAll(10);
    await second.one.close(5_000);
    expect(first.served() + second.served()).toBe(50);
  },
);

/** A listener that has little patience, and what a client says over TLS in bytes of its own. */
async function impatient(onRequest: RequestHandler, patience: Partial<Patience>) {
  const own = createListener({
    credentials: await credentialsFor([]),
    onRequest,
    onPlainRequest: (_request, response) => response.end(),
    patience: { unreadMs: 60_000, stalledMs: 60_000, bodyMs: 60_000, ...patience },
  });
  onTestFinished(() => own.close(0));
  const place = await own.listen(0, '127.0.0.1');
  const connect = async (protocol: string): Promise<tls.TLSSocket> => {
    const socket = tls.connect({ port: place.port, ca, servername: 'localhost', ALPNProtocols: [protocol] });
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'secureConnect');
    return socket;
  };
  const session = async (options: http2.ClientSessionOptions = {}): Promise<http2.ClientHttp2Session> => {
    const socket = await connect('h2');
    const opened = http2.connect('https://localhost', { ...options, createConnection: () => socket });
    return opened.on('error', () => {});
  };
  return { connect, session };
}

const endless = (_request: IncomingMessage, response: ServerResponse) => {
  const more = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    response.once('drain', more);
  };
  more();
};

/** A handler, and the end of the first answer that it begins. */
function untilBroken(handler: RequestHandler): { broken: Promise<void>; handler: RequestHandler } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    broken: promise,
    handler: (request, response) => {
      response.once('close', resolve);
      handler(request, response);
    },
  };
}

describe('a client that does not read an answer', () => {
  const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

  test('loses its connection over HTTP/1.1', async () => {
    const { broken, handler } = untilBroken(endless);
    const { connect } = await impatient(handler, { unreadMs: 200 });
    const socket = await connect('http/1.1');
    socket.pause();
    socket.write(get);
    await broken;
  });

  test('loses its stream over HTTP/2, and no other', async () => {
    const { session } = await impatient(
      (request, response) => (request.url === '/' ? endless(request, response) : response.end('read')),
      { unreadMs: 200 },
    );
    const opened = await session();
    const stream = opened.request({ ':path': '/' });
    stream.on('error', () => {}).pause();
    await once(stream, 'close');
    expect(stream.rstCode).toBe(http2.constants.NGHTTP2_CANCEL);
    const other = opened.request({ ':path': '/other' });
    expect(Buffer.concat(await other.toArray()).toString()).toBe('read');
  });

  test('loses a stream that it gives no room at all', async () => {
    const { session } = await impatient((_request, response) => response.end('short'), { unreadMs: 200 });
    const stream = (await session({ settings: { initialWindowSize: 0 } })).request({ ':path': '/' });
    stream.on('error', () => {});
    await once(stream, 'close');
    expect(stream.rstCode).toBe(http2.constants.NGHTTP2_CANCEL);
  });

  test('loses its connection where it reads nothing of it, whatever room it promised', async () => {
    const { broken, handler } = untilBroken(endless);
    const { connect } = await impatient(handler, { unreadMs: 200, stalledMs: 400 });
    const socket = await connect('h2');
    const sockets = once(socket, 'close');
    socket.pause();
    socket.write(Buffer.concat([hello([[windowSetting, 2 ** 31 - 1]]), moreRoom, getFrame]));
    await broken;
    socket.resume();
    await sockets;
  });
});

describe('a client that sends its body without end', () => {
  const head = 'Host: localhost\r\nContent-Length: 100\r\n\r\nbegun';
  const waits: RequestHandler = (request, response) => request.resume().once('end', () => response.end());

  test.each(['POST', 'HEAD', 'OPTIONS', 'TRACE'])(
    'is given up when it stands still, over either version of HTTP: %s',
    async (method) => {
      const { connect, session } = await impatient(waits, { stalledMs: 200 });
      const socket = await connect('http/1.1');
      const closed = once(socket.resume(), 'close');
      socket.write(`${method} / HTTP/1.1\r\n${head}`);
      const stream = (await session()).request({ ':path': '/', ':method': method }, { endStream: false });
      stream.on('error', () => {}).write('begun');
      await Promise.all([closed, once(stream, 'close')]);
      expect(stream.rstCode).toBe(http2.constants.NGHTTP2_CANCEL);
    },
  );

  test('is given up over HTTP/2 when it takes too long, though it moves', async () => {
    const { session } = await impatient(waits, { bodyMs: 300 });
    const stream = (await session()).request({ ':path': '/', ':method': 'POST' }, { endStream: false });
    stream.on('error', () => {});
    const dripping = setInterval(() => stream.write('.'), 20);
    await once(stream, 'close');
    clearInterval(dripping);
    expect(stream.rstCode).toBe(http2.constants.NGHTTP2_CANCEL);
  });
});

test.each(['http/1.1', 'h2'])(
  'an answer that takes the server long is waited for over %s',
  async (protocol) => {
    const slow: RequestHandler = (_request, response) => void setTimeout(() => response.end('made'), 700);
    const { connect, session } = await impatient(slow, { unreadMs: 100 });
    if (protocol === 'h2') {
      const stream = (await session()).request({ ':path': '/' });
      expect(Buffer.concat(await stream.toArray()).toString()).toBe('made');
    } else {
      const socket = await connect(protocol);
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      expect(Buffer.concat(await socket.toArray()).toString()).toContain('made');
    }
  },
);

test('a head of HTTP/2 that never ends is given up', async () => {
  const { connect } = await impatient((_request, response) => response.end(), { stalledMs: 200 });
  const socket = await connect('h2');
  const unended = Buffer.from(getFrame);
  unended[4] = 0;
  socket.resume().write(Buffer.concat([hello(), unended]));
  const dripping = setInterval(() => socket.write(frame(9, 0, 1, Buffer.from([0x82]))), 20);
  await once(socket, 'close');
  clearInterval(dripping);
});

/** However it is closed: what is sent meanwhile may be refused. */
const closed = (socket: net.Socket) => new Promise((resolve) => socket.once('close', resolve));

describe('a connection without a request', () => {
  test.each([
    ['pings', frame(6, 0, 0, Buffer.alloc(8))],
    ['settings', frame(4, 0, 0, Buffer.alloc(0))],
  ])('ends over HTTP/2 whatever %s come', async (_what, bytes) => {
    const { connect } = await impatient((_request, response) => response.end(), { stalledMs: 200 });
    const socket = await connect('h2');
    socket.resume().write(hello());
    const sending = setInterval(() => socket.write(bytes), 20);
    onTestFinished(() => clearInterval(sending));
    await closed(socket);
  });

  test('ends over HTTP/1.1 whatever empty lines come', async () => {
    const { connect } = await impatient((_request, response) => response.end('answered'), { stalledMs: 200 });
    const socket = await connect('http/1.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(String((await once(socket, 'data'))[0])).toContain('answered');
    const sending = setInterval(() => socket.write('\r\n'), 20);
    onTestFinished(() => clearInterval(sending));
    await closed(socket.resume());
  });
});

test('an address that holds its part of the connections is refused more, and a trusted proxy is not', async () => {
  const own = createListener({
    credentials: await credentialsFor([]),
    onRequest: (_request, response) => response.end('served'),
    onPlainRequest: (_request, response) => response.end(),
    isProxy: (address) => address === '127.0.0.3',
    connections: { ofAll: 100, ofOne: 2 },
  });
  onTestFinished(() => own.close(0));
  const place = await own.listen(0, '127.0.0.1');
  const outcome = async (localAddress: string): Promise<string> => {
    const from: net.TcpNetConnectOpts = { port: place.port, localAddress };
    const socket = tls.connect({ ...from, ca, servername: 'localhost' }).on('error', () => {});
    onTestFinished(() => void socket.destroy());
    return new Promise((resolve) => {
      socket.once('secureConnect', () => resolve('served')).once('close', () => resolve('refused'));
    });
  };
  const outcomes: string[] = [];
  for (const address of ['127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.2'])
    outcomes.push(await outcome(address));
  for (let count = 0; count < 3; count++) outcomes.push(await outcome('127.0.0.3'));
  expect(outcomes).toEqual(['served', 'served', 'refused', ...Array(4).fill('served')]);
});
