import { once } from 'node:events';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frame, getOverHttp2, hello } from '../testing/http2-frames.ts';
import { slowness } from '../testing/slowness.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { longestTargetBytes, mostHeaderBytes } from './request-sizes.ts';

let server: TestServer;
beforeAll(async () => {
  const settings = { testMode: 'off', trustedProxies: '127.0.0.1,::1,10.0.0.0/8' };
  server = await startTestServer({ settings });
  await processorMs('http/1.1', get('/healthz'));
});
afterAll(() => server.close());

type Protocol = 'http/1.1' | 'h2';

/** What the thread that serves everybody works until it has answered these bytes, the sending included. */
async function processorMs(protocol: Protocol, bytes: Buffer): Promise<number> {
  const socket = tls.connect({ port: server.port, rejectUnauthorized: false, ALPNProtocols: [protocol] });
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  const before = process.threadCpuUsage();
  socket.write(bytes);
  const received: Buffer[] = [];
  await new Promise<void>((resolve) => {
    socket.once('close', resolve);
    socket.on('data', (chunk) => {
      received.push(chunk);
      if (protocol === 'http/1.1' || Buffer.concat(received).includes(lastPing)) resolve();
    });
  });
  const { user, system } = process.threadCpuUsage(before);
  socket.destroy();
  return (user + system) / 1000;
}

interface Bounds {
  readonly mostBytes: number;
  readonly mostMs: number;
  readonly protocol?: Protocol;
}

/** Three times the bytes take three times the time; nine times, where a parser is quadratic. */
const mostGrowth = 6;
/** Less than this says nothing about growth: some systems count a thread's time in ticks of 4 ms. */
const leastMs = 8;

/**
 * The least of some runs, since whatever else the machine does only adds to one. A third of a megabyte is read in
 * steps as all of it is; what is shorter is read at once, in less time for each byte.
 */
async function expectLinear(bytesOf: (sizeBytes: number) => Buffer, bounds: Bounds): Promise<void> {
  const { mostBytes, mostMs, protocol = 'http/1.1' } = bounds;
  const costs = { third: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY };
  const isShort = () => costs.whole <= mostMs || costs.whole <= mostMs * slowness();
  const isFine = () => costs.whole <= mostGrowth * Math.max(costs.third, leastMs) && isShort();
  for (let run = 0; run < 8 && !isFine(); run += 1) {
    costs.whole = Math.min(costs.whole, await processorMs(protocol, bytesOf(mostBytes)));
    costs.third = Math.min(costs.third, await processorMs(protocol, bytesOf(Math.floor(mostBytes / 3))));
  }
  expect(isFine(), `a third took ${costs.third} ms, all ${costs.whole} ms`).toBe(true);
}

function get(path: string, headers = ''): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`, 'latin1');
}

function post(path: string, body: string, headers: string): Buffer {
  const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}${length}\r\n${body}`);
}

const filled = (unit: string, sizeBytes: number): string => unit.repeat(sizeBytes / unit.length);

/** Names that all differ, each with what stands behind it. */
function names(sizeBytes: number, behind: string): string {
  const all: string[] = [];
  for (let left = sizeBytes; left > 0; left -= (all.at(-1) ?? '').length) all.push(`k${all.length}${behind}`);
  return all.join('');
}

describe('What a stranger sends takes time by its length and no more than 50 ms', () => {
  const mostMs = 50;
  const image = `/images/${'0'.repeat(32)}.png`;

  test.each([
    ['/healthz?', '&='],
    ['/healthz?', '&a'],
    ['/v1/me?a=', '%41'],
    ['/v1/me?a=', '%'],
    ['/v1/me?', '?a'],
    ['/v1/me?a=', '%26a'],
    ['/v1/me?a=', '%3Fa='],
    ['/v1/me?a=', '%26code%3D'],
    ['/v1/me?', '&code=a'],
    ['/', '/'],
    ['/', 'a/'],
    ['/v1/', '%2F'],
    ['/v1/', '%2Finvitation'],
    ['/v1/files/', '%41'],
    ['/v1/files/', ';'],
    ['/design/', 'a/'],
    ['/site/', '%41'],
    ['/thumbnails/a/b/', 'a'],
    ['/v1/files/none/nodes?ids=', '1:1,'],
    ['/v1/files/none?depth=', '1'],
    ['/oauth?client_id=a&redirect_uri=b&response_type=code&scope=', 'a+'],
    ['/oauth?client_id=a&response_type=code&redirect_uri=', 'a+'],
    ['/v1/oembed?url=https://127.0.0.1/', 'a/../'],
    [`${image}?expires=1&signature=`, 'AAAA'],
    [`${image}?signature=1&expires=`, '1'],
    ['/image-fills/a/b?expires=1&signature=', 'AAAA'],
  ])('in a target: %s with many %s', async (start, unit) => {
    const mostBytes = longestTargetBytes - 100;
    await expectLinear((sizeBytes) => get(start + filled(unit, sizeBytes - start.length)), {
      mostBytes,
      mostMs,
    });
  });

  test.each([
    ['/sign-in?next=/', '%2F..'],
    ['/sign-in?next=/', '../'],
    ['/v1/oembed?url=https://127.0.0.1/', '%2F..'],
  ])('in a short parameter: %s with many %s', async (start, unit) => {
    await expectLinear((sizeBytes) => get(start + filled(unit, sizeBytes)), { mostBytes: 16_000, mostMs });
  });

  const credentials = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
  test.each<[string, string, (sizeBytes: number) => string]>([
    ['Cookie', '/sign-in', (size) => filled(';', size)],
    ['Cookie', '/sign-in', (size) => filled('__Host-vitrine-session=;', size)],
    ['Cookie', '/sign-in', (size) => `__Host-vitrine-session${filled('=', size)}`],
    ['Cookie', '/sign-in/sso/callback?state=a&code=b', (size) => filled('__Host-vitrine-sso=a;', size)],
    ['If-None-Match', '/sign-in', (size) => filled(',', size)],
    ['If-None-Match', '/sign-in', (size) => filled('W/"a",', size)],
    ['If-None-Match', '/sign-in', (size) => `a${filled(' ', size)}a`],
    ['Accept-Encoding', '/openapi.json', (size) => filled(',', size)],
    ['Accept-Encoding', '/openapi.json', (size) => filled(';', size)],
    ['Accept-Encoding', '/openapi.json', (size) => names(size, ',')],
    ['Accept', '/', (size) => filled('text/', size)],
    ['Range', '/openapi.json', (size) => filled('bytes=0-,', size)],
    ['Authorization', '/v1/me', (size) => `Bearer ${filled(' ', size)}a b`],
    ['Authorization', '/v1/me', (size) => `Bearer ${filled('a', size)}`],
    ['X-Figma-Token', '/v1/me', (size) => filled('a', size)],
    ['Forwarded', '/v1/me', (size) => filled('for=a,', size)],
    ['X-Forwarded-For', '/v1/me', (size) => filled('10.0.0.1,', size)],
    ['X-Forwarded-For', '/v1/me', (size) => filled('::1,', size)],
    ['X-Forwarded-For', '/v1/me', (size) => filled(',', size)],
    ['X-Forwarded-Proto', '/v1/me', (size) => `${filled('https,', size)}https`],
  ])('in the header %s of %s', async (name, path, value) => {
    const mostBytes = mostHeaderBytes - 1000;
    await expectLinear((sizeBytes) => get(path, `${name}: ${value(sizeBytes)}\r\n`), { mostBytes, mostMs });
  });

  test('in many headers', async () => {
    const bounds = { mostBytes: longestTargetBytes, mostMs };
    await expectLinear((sizeBytes) => get('/healthz', names(sizeBytes, ':b\r\n')), bounds);
    await expectLinear((sizeBytes) => get('/healthz', filled('a:b\r\n', sizeBytes)), bounds);
    await expectLinear((sizeBytes) => get('/sign-in', filled('cookie:b\r\n', sizeBytes)), bounds);
  });

  const formType = 'application/x-www-form-urlencoded';
  test.each<[string, string, (sizeBytes: number) => string]>([
    [formType, '/v1/nothing', (size) => names(size, '=&')],
    [formType, '/v1/oauth/token', (size) => names(size, '=&')],
    [formType, '/v1/oauth/token', (size) => filled('&', size)],
    [formType, '/v1/oauth/token', (size) => `grant_type=${filled('%41', size)}`],
    [formType, '/sign-in', (size) => `form_token=a&email=b&password=${filled('%41', size)}`],
    ['multipart/form-data; boundary=x', '/v1/oauth/token', (size) => filled('--x\r\n\r\n', size)],
    ['application/json', '/v1/oauth/token', (size) => filled('[', size)],
    ['application/json', '/v1/files/none/comments', (size) => filled('[', size)],
  ])('in a body of the type %s to %s', async (type, path, body) => {
    const mostBytes = path === '/v1/nothing' ? 1024 * 1024 : 127 * 1024;
    await expectLinear((size) => post(path, body(size), `Content-Type: ${type}\r\n`), { mostBytes, mostMs });
  });

  test.each<[string, (sizeBytes: number) => string]>([
    ['Content-Type', (size) => `a/b${filled(';a=b', size)}`],
    ['Content-Type', (size) => `a/b;a="${filled('\\a', size)}`],
    ['Content-Type', (size) => `a/b${filled(' ;', size)}`],
    ['Content-Type', (size) => `application/${filled('json+', size)}`],
    ['Authorization', (size) => credentials(`a:${filled('%41', size / 2)}`)],
    ['Authorization', (size) => `Basic ${filled('=', size)}x`],
  ])('in the header %s of a form', async (name, value) => {
    const bounds = { mostBytes: mostHeaderBytes - 1000, mostMs };
    const body = 'grant_type=authorization_code&code=a';
    await expectLinear((size) => post('/v1/oauth/token', body, `${name}: ${value(size)}\r\n`), bounds);
  });

  test.each<[string, (count: number) => Buffer]>([
    ['SETTINGS', (count) => frames(4, 0, 0, Buffer.alloc(6, 0), count)],
    ['PING', (count) => frames(6, 0, 0, Buffer.alloc(8), count)],
    ['PRIORITY', (count) => frames(2, 0, 1, Buffer.from([0, 0, 0, 0, 1]), count)],
    ['WINDOW_UPDATE', (count) => frames(8, 0, 0, Buffer.from([0, 0, 0, 1]), count)],
    ['no known type', (count) => frames(99, 0, 0, Buffer.alloc(4), count)],
    ['DATA', (count) => Buffer.concat([openStream, frames(0, 0, 1, Buffer.alloc(0), count)])],
    ['CONTINUATION', (count) => Buffer.concat([unendedHeaders, frames(9, 0, 1, Buffer.alloc(0), count)])],
    ['HEADERS and RST_STREAM', resetStreams],
  ])('in frames of HTTP/2: %s', async (_title, framesOf) => {
    const frameBytes = 17;
    await expectLinear(
      (sizeBytes) => Buffer.concat([hello(), framesOf(Math.floor(sizeBytes / frameBytes)), goodbye]),
      { mostBytes: 64 * 1024, mostMs, protocol: 'h2' },
    );
  });

  test('in headers of HTTP/2 that stand for many', async () => {
    const block = (sizeBytes: number) =>
      Buffer.concat([getOverHttp2, literal('cookie', 'a'.repeat(30)), Buffer.alloc(sizeBytes, 0xbe)]);
    await expectLinear((sizeBytes) => Buffer.concat([hello(), frame(1, 5, 1, block(sizeBytes)), goodbye]), {
      mostBytes: 16_000,
      mostMs,
      protocol: 'h2',
    });
  });
});

describe('JSON of a known caller takes time by its length', () => {
  test.each<[string, (sizeBytes: number) => string]>([
    ['lists that do not end', (size) => filled('[', size)],
    ['lists in lists', (size) => `${filled('[', size / 2)}${filled(']', size / 2)}`],
    ['objects in objects', (size) => `${filled('{"a":', size / 2)}1${filled('}', size / 10)}`],
    ['prototypes in prototypes', (size) => `${filled('{"__proto__":', size / 2)}1${filled('}', size / 26)}`],
    ['many names', (size) => `{${names(size / 2, '').replaceAll('k', '":1,"')}":1}`.replace('":1,', '')],
    ['many numbers as names', (size) => `{${names(size / 2, '":1,"').replaceAll('k', '')}":1}`],
    ['one name many times', (size) => `{${filled('"a":1,', size)}"a":1}`],
    ['backslashes', (size) => `{"name":"${filled('\\\\', size - 100)}"}`],
    ['escapes', (size) => `{"name":"${filled('\\u0001', size - 100)}"}`],
    ['numbers', (size) => `[${filled('1,', size - 100)}1]`],
  ])('%s', async (_title, body) => {
    const headers = `X-Service-Token: ${server.adminToken}\r\n`;
    const bounds = { mostBytes: 1024 * 1024, mostMs: 200 };
    await expectLinear((sizeBytes) => post('/workspace/v1/teams', body(sizeBytes), headers), bounds);
  });
});

function frames(type: number, flags: number, stream: number, payload: Buffer, count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => frame(type, flags, stream, payload)));
}

/** A header that is written out and remembered. */
function literal(name: string, value: string): Buffer {
  const text = (part: string) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)]);
  return Buffer.concat([Buffer.from([0x40]), text(name), text(value)]);
}

const openStream = frame(1, 4, 1, Buffer.concat([Buffer.from([0x83, 0x87, 0x84])]));
const unendedHeaders = frame(1, 0, 1, getOverHttp2);
const lastPing = Buffer.from('the last');
const goodbye = frame(6, 0, 0, lastPing);

function resetStreams(count: number): Buffer {
  const pairs = Array.from({ length: count / 2 }, (_, index) => {
    const stream = 2 * index + 1;
    return [frame(1, 5, stream, getOverHttp2), frame(3, 0, stream, Buffer.from([0, 0, 0, 8]))];
  });
  return Buffer.concat(pairs.flat());
}
