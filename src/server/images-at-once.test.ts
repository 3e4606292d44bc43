import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import net, { type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHttp2 } from '../../conformance/harness/http2-client.ts';
import { addressSigner } from '../access/signed-address.ts';
import type { Context } from '../context.ts';
import { randomIds } from '../ids.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createHttp2Server } from './http2-server.ts';
import { imagesAtOnce } from './images-at-once.ts';
import { unreadAnswers } from './unread-answers.ts';

const name = `${'a'.repeat(32)}.png`;
const now = 1_700_000_000_000;
const end = now / 1000 + 60;
const signer = addressSigner(() => ['secret of this installation']);
const address = signer.sign(`/images/${name}`, end);

type Bring = (name: string) => Promise<Buffer | undefined>;

/** Serves what is in memory or can be brought there at once, and says of all else that it goes the usual way. */
async function serveFrom(
  images: Readonly<Record<string, Buffer>>,
  settings: object = {},
  bring: Bring = async () => undefined,
) {
  const told: unknown[] = [];
  const context = {
    signer,
    ids: randomIds,
    addresses: { base: 'https://design.example.com' },
    config: { trustedProxies: [], tokenHeaders: [], ...settings },
    clock: { now: () => now },
    images: { peek: (asked: string) => images[asked], bring },
    metrics: { observe: (operation: string, status: number) => told.push([operation, status]) },
    log: { isLevelEnabled: () => true, info: (line: object) => told.push(line) },
  } as unknown as Context;
  const usual = (_request: unknown, response: { writeHead(status: number): { end(): void } }) =>
    response.writeHead(299).end();
  const held: string[] = [];
  const { hold } = unreadAnswers();
  const noting: typeof hold = (answer) => {
    held.push(answer.address);
    return hold(answer);
  };
  const { before, answersStream } = imagesAtOnce({ unreadAnswers: { hold: noting } }, context);
  const server = createServer({ maxHeaderSize: 100_000 }, before(usual as never));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const urlOf = (one: net.Server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
  const http2 = createHttp2Server(usual as never, patience, answersStream);
  const ofStreams = net.createServer(http2.take);
  await once(ofStreams.listen(0, '127.0.0.1'), 'listening');
  return {
    url: urlOf(server),
    told,
    held,
    connections: () => promisify(server.getConnections.bind(server))(),
    openHttp2: () => connect(urlOf(ofStreams)),
    close: () => {
      server.close();
      ofStreams.close();
    },
  };
}

const patience = { unreadMs: 60_000, stalledMs: 60_000, bodyMs: 60_000 };

/** Asks on a stream of its own; a `body` follows the head. */
async function askStream(session: ClientHttp2Session, path: string, headers: object = {}, body?: string) {
  const stream = session.request({ ':path': path, ...headers }, { endStream: body === undefined });
  const answered = once(stream, 'response');
  if (body !== undefined) stream.end(body);
  const [{ ':status': status }] = await answered;
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return { status, bytes: Buffer.concat(chunks) };
}

describe('A download of an image', () => {
  const svg = signer.sign(`/images/${'b'.repeat(32)}.svg`, 'never');
  const images = { [name]: Buffer.from('bytes'), [`${'b'.repeat(32)}.svg`]: Buffer.alloc(1400, 32) };

  test.each([
    ['is answered at once as it was given out', address, {}, 200],
    ['is answered at once where nobody asks for less bytes', svg, {}, 200],
    ['goes the usual way with a method of its own', address, { method: 'HEAD' }, 299],
    ['goes the usual way with a copy', address, { headers: { 'if-none-match': '"a"' } }, 299],
    ['goes the usual way with a parameter more', `${address}&a=1`, {}, 299],
    ['goes the usual way with another signature', address.replace(/.$/, '_'), {}, 299],
    ['goes the usual way at its end', signer.sign(`/images/${name}`, now / 1000), {}, 299],
    ['goes the usual way from the disk', signer.sign(`/images/${'c'.repeat(32)}.png`, end), {}, 299],
    ['goes the usual way with a long head', address, { headers: { filler: 'a'.repeat(70_000) } }, 299],
    ['goes the usual way to be encoded', svg, { headers: { 'accept-encoding': 'gzip' } }, 299],
  ])('%s', async (_title, path, asked, status) => {
    const { url, close } = await serveFrom(images);
    const answer = await request(url + path, asked);
    await answer.body.dump();
    expect(answer.statusCode).toBe(status);
    close();
  });

  test('is counted and written into the log, without its signature', async () => {
    const { url, told, close } = await serveFrom(images);
    await (await request(url + address)).body.dump();
    await expect.poll(() => told).toHaveLength(2);
    const target = `/images/${name}?expires=${end}&signature=…`;
    expect(told).toEqual([
      ['downloadImage', 200],
      expect.objectContaining({ method: 'GET', target, status: 200, http: '1.1', userId: undefined }),
    ]);
    close();
  });

  test('over HTTP/2 is answered, counted and written into the log before it is made a request', async () => {
    const { openHttp2, told, close } = await serveFrom(images);
    const session = openHttp2();
    expect(await askStream(session, address)).toEqual({ status: 200, bytes: images[name] });
    await expect.poll(() => told).toHaveLength(2);
    expect(told[1]).toMatchObject({ method: 'GET', status: 200, http: '2.0' });
    session.close();
    close();
  });

  test.each([
    ['with a body', address, { ':method': 'GET' }, 'body'],
    ['that expects something first', address, { expect: 'more' }, undefined],
    ['with another signature', address.replace(/.$/, '_'), {}, undefined],
    ['of something else', '/v1/me', {}, undefined],
  ])('over HTTP/2 goes the usual way %s', async (_title, path, headers, body) => {
    const { openHttp2, close } = await serveFrom(images);
    const session = openHttp2();
    expect(await askStream(session, path, headers, body)).toMatchObject({ status: 299 });
    session.close();
    close();
  });

  test('over HTTP/2 that is given up in its midst is told as that, and disturbs no other', async () => {
    const large = { [name]: Buffer.alloc(1024 * 1024, 7) };
    const { openHttp2, told, close } = await serveFrom(large);
    const session = openHttp2();
    for (const code of [constants.NGHTTP2_CANCEL, constants.NGHTTP2_INTERNAL_ERROR]) {
      const stream = session.request({ ':path': address });
      stream.on('error', () => {});
      await once(stream, 'response');
      stream.close(code);
    }
    expect(told).not.toContainEqual(['downloadImage', 200]);
    expect((await askStream(session, address)).bytes.length).toBe(1024 * 1024);
    session.destroy();
    const counted = () => told.flatMap((one) => (Array.isArray(one) ? [one[1]] : [])).sort();
    await expect.poll(counted).toEqual([200, 499, 499]);
    close();
  });

  test('is answered at once when it was brought, and the usual way where it could not be', async () => {
    const brought: Readonly<Record<string, Bring>> = {
      200: async () => Buffer.from('bytes'),
      299: async () => undefined,
      '299 in failing': () => Promise.reject(new Error('the database is away')),
    };
    for (const [expected, bring] of Object.entries(brought)) {
      const { url, openHttp2, close } = await serveFrom({}, {}, bring);
      const answer = await request(url + address);
      const session = openHttp2();
      const overHttp2 = await askStream(session, address);
      const answers = [
        [answer.statusCode, await answer.body.text()],
        [overHttp2.status, overHttp2.bytes.toString()],
      ];
      const usual = expected === '200' ? [200, 'bytes'] : [299, ''];
      expect(answers).toEqual([usual, usual]);
      session.close();
      close();
    }
  });

  test('is brought for nobody without the right signature', async () => {
    let count = 0;
    const { url, close } = await serveFrom({}, {}, async () => {
      count += 1;
      return Buffer.from('bytes');
    });
    const ended = signer.sign(`/images/${name}`, now / 1000);
    for (const path of [address.replace(/.$/, '_'), ended]) await (await request(url + path)).body.dump();
    expect(count).toBe(0);
    close();
  });

  test('is logged as one that nobody waited for where the client hangs up before it is brought', async () => {
    const asked = Promise.withResolvers<void>();
    const brought = Promise.withResolvers<Buffer>();
    const { url, told, connections, close } = await serveFrom({}, {}, () => {
      asked.resolve();
      return brought.promise;
    });
    const hangUp = new AbortController();
    const answer = request(url + address, { signal: hangUp.signal });
    await asked.promise;
    hangUp.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(connections).toBe(0);
    brought.resolve(Buffer.from('bytes'));
    const line = expect.objectContaining({ status: 499, method: 'GET' });
    await expect.poll(() => told).toEqual([['downloadImage', 499], line]);
    close();
  });

  test.each([
    ['is held to the address that a proxy names', '192.0.2.1', '127.0.0.1', ['192.0.2.1']],
    [
      'is held to the nearest address that is no proxy',
      '198.51.100.9, 192.0.2.1',
      '127.0.0.1',
      ['192.0.2.1'],
    ],
    ['is held to its own address where that is no proxy', '192.0.2.1', '10.0.0.1', ['127.0.0.1']],
    ['goes the usual way where a proxy names more than addresses', 'for=192.0.2.1', '127.0.0.1', []],
  ])('%s', async (_title, named, proxy, addresses) => {
    const { url, openHttp2, held, close } = await serveFrom(images, { trustedProxies: [proxy] });
    const headers = { 'x-forwarded-for': named };
    const answer = await request(url + address, { headers });
    await answer.body.dump();
    const session = openHttp2();
    const { status } = await askStream(session, address, headers);
    const expected = addresses.length === 0 ? 299 : 200;
    expect([answer.statusCode, status, held]).toEqual([expected, expected, [...addresses, ...addresses]]);
    session.close();
    close();
  });

  test.each([
    ['http', 299],
    ['https, http', 299],
    ['https', 200],
  ])('over HTTP/2 whose client came to a proxy by %s: %d', async (protocol, expected) => {
    const { openHttp2, close } = await serveFrom(images, { trustedProxies: ['127.0.0.1'] });
    const session = openHttp2();
    const headers = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': protocol };
    expect((await askStream(session, address, headers)).status).toBe(expected);
    session.close();
    close();
  });
});

const node = {
  id: '1:2',
  name: 'Box',
  type: 'RECTANGLE',
  fills: [{ type: 'SOLID', color: { r: 1, g: 0, b: 0, a: 1 } }],
  absoluteBoundingBox: { x: 0, y: 0, width: 24, height: 24 },
};
const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: [node] };
const document = { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] };

describe('An image from memory', () => {
  let server: TestServer;
  let path: string;
  beforeAll(async () => {
    server = await startTestServer({ settings: { testMode: 'off', imageUrlDays: 'never' } });
    const made = await server.call('/workspace/v1/files', { body: { name: 'Design', project: '1' } });
    path = `/${made.json.key}`;
    const content = { name: 'Design', document };
    await server.call(`/workspace/v1/files${path}/content`, { method: 'PUT', body: content });
  });
  afterAll(() => server?.close());

  test.each(['png', 'svg'])(
    '[IMG-02] has the headers of any other as %s, over either version of HTTP',
    async (format) => {
      const { json } = await server.call(`/v1/images${path}?ids=1:2&format=${format}`);
      const { pathname, search } = new URL(json.images['1:2']);
      const http2 = await openHttp2({ url: server.url, ca: await readFile(server.caPath as string, 'utf8') });
      try {
        for (const call of [server.call, (asked: string) => http2.call('GET', asked)]) {
          const [atOnce, usual] = [await call(pathname + search), await call(`${pathname}${search}&usual=1`)];
          const fixed = { 'x-request-id': '', date: '' };
          expect(atOnce.status).toBe(200);
          expect({ ...atOnce.headers, ...fixed }).toEqual({ ...usual.headers, ...fixed });
          expect(atOnce.bytes.equals(usual.bytes)).toBe(true);
        }
      } finally {
        await http2.close();
      }
    },
  );
});
