import { once } from 'node:events';
import http2 from 'node:http2';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface Refusal {
  readonly status: number;
  readonly allow: string | undefined;
  readonly type: string | undefined;
  readonly body: unknown;
}

/** Sends the parts of a request one after another, over TLS or in plain text, and reads until the answer is there. */
async function overHttp1(parts: readonly string[], isPlain = false): Promise<Refusal> {
  const place = { port: server.port, host: '127.0.0.1' };
  const socket = isPlain
    ? net.connect(place)
    : tls.connect({ ...place, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
  socket.on('error', () => {});
  await once(socket, isPlain ? 'connect' : 'secureConnect');
  for (const part of parts) {
    socket.write(part);
    if (parts.length > 1) await wait(20);
  }
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    if (body.length === Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)) break;
  }
  socket.destroy();
  const [head = '', body = 'null'] = text.split('\r\n\r\n');
  const named = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim();
  return {
    status: Number(head.slice(9, 12)),
    allow: named('allow'),
    type: named('content-type'),
    body: body === '' ? '' : JSON.parse(body),
  };
}

async function overHttp2(headers: http2.OutgoingHttpHeaders): Promise<Refusal> {
  const session = http2.connect(server.url, {
    rejectUnauthorized: false,
    maxSendHeaderBlockLength: 16 * 1024 * 1024,
  });
  session.on('error', () => {});
  try {
    const stream = session.request(headers, { endStream: true });
    const [answer] = await once(stream, 'response');
    const body = Buffer.concat(await stream.toArray()).toString();
    return {
      status: answer[':status'],
      allow: answer.allow,
      type: answer['content-type'],
      body: body === '' ? '' : JSON.parse(body),
    };
  } finally {
    session.close();
  }
}

const json = 'application/json; charset=utf-8';
const refusal = (status: number, sentence: RegExp) => ({
  status,
  allow: status === 405 ? 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' : undefined,
  type: json,
  body: {
    status,
    error: true,
    err: expect.stringMatching(sentence),
    message: expect.stringMatching(sentence),
  },
});
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

describe('A method that no path has', () => {
  const method405 = refusal(405, /^No path of this server has this method\.$/);

  test.each(['BREW', 'get', 'PROPFIND', 'TRACE', 'QUERY'])(
    'is refused alike over every version of HTTP: %s',
    async (method) => {
      for (const path of ['/v1/me', '/nothing']) {
        expect(await overHttp1([`${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`])).toEqual(method405);
        expect(await overHttp2({ ':method': method, ':path': path })).toEqual(method405);
      }
    },
  );

  test('is refused alike where it asks for a tunnel', async () => {
    expect(await overHttp1(['CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'])).toEqual(method405);
    expect(await overHttp2({ ':method': 'CONNECT', ':authority': 'example.com:443' })).toEqual(method405);
  });

  test('is refused in plain text like everything there', async () => {
    const refused = refusal(403, /^Only HTTPS is supported$/);
    for (const line of ['BREW /', 'CONNECT example.com:443', 'TRACE /'])
      expect(await overHttp1([`${line} HTTP/1.1\r\nHost: x\r\n\r\n`], true)).toEqual(refused);
  });
});

describe('HTTP/2 that no handshake agreed on', () => {
  const refused = refusal(403, /^Only HTTPS is supported$/);

  test('is refused where a client begins with it', async () => {
    const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
    expect(await overHttp1([preface], true)).toEqual(refused);
    expect(await overHttp1([preface.slice(0, 9), preface.slice(9)], true)).toEqual(refused);
    expect(await overHttp1([preface])).toEqual(
      refusal(400, /^HTTP\/2 is spoken where the TLS handshake agreed/),
    );
  });

  test('is not changed to', async () => {
    const upgrade = get(
      '/healthz',
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n',
    );
    expect(await overHttp1([upgrade], true)).toEqual(refused);
    expect(await overHttp1([upgrade])).toMatchObject({ status: 200 });
  });
});

describe('Headers that are too long', () => {
  const headers431 = refusal(431, /^The request headers are too large or too many/);
  const filler = (sizeBytes: number) => 'a'.repeat(sizeBytes);
  const many = (count: number) => Array.from({ length: count }, (_, index) => `x-${index}`);

  test.each([
    ['70 KB', 70_000],
    ['200 KB', 200_000],
    ['1 MB', 1_000_000],
  ])('are refused as headers over HTTP/1.1, in one packet or several: %s', async (_title, sizeBytes) => {
    const value = filler(sizeBytes);
    expect(await overHttp1([get('/healthz', `X-Filler: ${value}\r\n`)])).toEqual(headers431);
    const parts = [
      'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Filler: ',
      value.slice(0, sizeBytes / 2),
      value.slice(sizeBytes / 2),
      '\r\n\r\n',
    ];
    expect(await overHttp1(parts)).toEqual(headers431);
    const lines = many(sizeBytes / 1000).map((name) => `${name}: ${filler(1000)}\r\n`);
    expect(await overHttp1([get('/healthz', lines.join(''))])).toEqual(headers431);
  });

  test('are refused alike over HTTP/2', async () => {
    for (const count of [3, 6]) {
      const large = Object.fromEntries(many(count).map((name) => [name, filler(30_000)]));
      expect(await overHttp2({ ':path': '/healthz', ...large })).toEqual(headers431);
    }
  });

  test('are refused alike where they are too many', async () => {
    const names = many(1100);
    const lines = names.map((name) => `${name}: 1\r\n`).join('');
    expect(await overHttp1([get('/healthz', lines)])).toEqual(headers431);
    expect(await overHttp1([get('/healthz', lines + lines)])).toEqual(headers431);
    const headers = Object.fromEntries(names.map((name) => [name, '1']));
    expect(await overHttp2({ ':path': '/healthz', ...headers })).toEqual(headers431);
  });

  test('leave other streams of the connection alone over HTTP/2', async () => {
    const session = http2.connect(server.url, {
      rejectUnauthorized: false,
      maxSendHeaderBlockLength: 16 * 1024 * 1024,
    });
    const statusOf = async (headers: http2.OutgoingHttpHeaders) => {
      const [answer] = await once(session.request({ ':path': '/healthz', ...headers }), 'response');
      return answer[':status'];
    };
    expect(await statusOf({})).toBe(200);
    // A few bytes on the way, since each is like the one before.
    const huge = { 'x-filler': Array.from({ length: 120 }, () => filler(3000)) };
    await expect(statusOf(huge)).rejects.toThrow(/NGHTTP2_ENHANCE_YOUR_CALM/);
    expect(await statusOf({})).toBe(200);
    session.close();
  });

  test('are told from a target that is', async () => {
    const target414 = refusal(414, /^The request target is longer than 256 KiB\.$/);
    for (const sizeBytes of [270_000, 500_000]) {
      const path = `/?q=${filler(sizeBytes)}`;
      expect(await overHttp1([get(path)])).toEqual(target414);
      expect(
        await overHttp1([`GET ${path.slice(0, 100_000)}`, path.slice(100_000), ' HTTP/1.1\r\n\r\n']),
      ).toEqual(target414);
    }
  });

  test('are well below what clients send', async () => {
    const lines = many(60).map((name) => `${name}: ${filler(1000)}\r\n`);
    expect(await overHttp1([get(`/healthz?q=${filler(200_000)}`, lines.join(''))])).toMatchObject({
      status: 200,
    });
  });
});

describe('The Host of a request', () => {
  const host400 = refusal(400, /^A request of HTTP\/1\.1 has one Host header\.$/);

  test('is there', async () => {
    expect(await overHttp1(['GET /healthz HTTP/1.1\r\n\r\n'])).toEqual(host400);
    expect(await overHttp1(['GET /healthz HTTP/1.0\r\n\r\n'])).toMatchObject({ status: 200 });
  });

  test('is there once', async () => {
    expect(await overHttp1([get('/healthz', 'hOST: y\r\n')])).toEqual(host400);
    expect(await overHttp1(['GET /healthz HTTP/1.0\r\nHost: x\r\nHost: x\r\n\r\n'])).toEqual(host400);
  });

  test('cannot be told by a request without a version of HTTP', async () => {
    expect(await overHttp1(['GET /healthz\r\n\r\n'])).toMatchObject({ status: 400 });
  });
});

test('What is no HTTP is refused behind the answers to the requests before it', async () => {
  const socket = tls.connect({
    port: server.port,
    host: '127.0.0.1',
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
  });
  socket.on('error', () => {});
  socket.write(`${get('/healthz')}${get('/v1/me')}GARBAGE\r\n\r\n`);
  const text = Buffer.concat(await socket.toArray()).toString();
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))).toEqual([
    200, 403, 400,
  ]);
});

test('A query of more than a thousand parameters is refused', async () => {
  const path = (count: number) =>
    `/healthz?${Array.from({ length: count }, (_, index) => `p${index}`).join('&')}`;
  expect((await server.call(path(1000))).status).toBe(200);
  const { status, json: body } = await server.call(path(1001));
  expect([status, body.err]).toEqual([400, 'An address has 1,000 parameters at the most.']);
});
