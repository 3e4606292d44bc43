import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openS3Double, type S3Double } from '../../conformance/harness/s3-double.ts';
import { takeForRead } from '../testing/taken-for-read.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const megabyte = 1024 * 1024;
const nodesOfFrame = 400;

/** A page of frames of 400 texts each, of about 100 kB. */
function contentOf(frames: number): object {
  const frameOf = (_: unknown, frame: number) => ({
    id: `1:${frame}`,
    name: `Frame ${frame}`,
    type: 'FRAME',
    children: Array.from({ length: nodesOfFrame }, (_, place) => ({
      id: `${frame + 2}:${place}`,
      name: `Text ${place}`,
      type: 'TEXT',
      characters: `Frame ${frame}, text ${place}: ${'words '.repeat(30)}`,
    })),
  });
  return {
    name: 'Large',
    document: {
      id: '0:0',
      name: 'Document',
      type: 'DOCUMENT',
      children: [
        { id: '0:1', name: 'Page', type: 'CANVAS', children: Array.from({ length: frames }, frameOf) },
      ],
    },
  };
}

let folder: string;
let double: S3Double;
let server: TestServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-cold-'));
  double = await openS3Double();
  for (const [name, value] of Object.entries(double.env)) vi.stubEnv(name, value);
  await start();
});
afterEach(async () => {
  await server.close();
  await double.close();
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});

async function start(): Promise<void> {
  server = await startTestServer({
    folder: join(folder, 'one'),
    settings: { blobs: double.setting, baseUrl: 'https://127.0.0.1' },
  });
}

/** Starts anew without a copy of anything. */
async function startCold(): Promise<void> {
  await takeForRead(server);
  await server.close();
  rmSync(join(folder, 'one', 'cache'), { recursive: true });
  await start();
  double.requests.splice(0);
}

async function push(frames: number): Promise<string> {
  const { key } = (await server.call('/workspace/v1/files', { body: { name: 'Large', project: '1' } })).json;
  const body = contentOf(frames);
  expect((await server.call(`/workspace/v1/files/${key}/content`, { method: 'PUT', body })).status).toBe(200);
  return key;
}

const frame = (key: string, ids = '1:7') => server.call(`/v1/files/${key}/nodes?ids=${ids}`);

/** Bytes that the store was asked for. */
const bytesAsked = (): number =>
  double.requests.reduce((sum, { method, key, range }) => {
    if (method !== 'GET') return sum;
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    const wholeBytes = double.objects.get(key)?.bytes.length ?? 0;
    return sum + (end === undefined ? wholeBytes : Number(end) - Number(start) + 1);
  }, 0);

const largest = (): Buffer =>
  [...double.objects.values()].map(({ bytes }) => bytes).sort((one, other) => other.length - one.length)[0]!;

test('one frame of a file that lies in the bucket is read with as many bytes of a large file as of a small one', async () => {
  const asked: number[] = [];
  for (const frames of [60, 240]) {
    const key = await push(frames);
    const warm = await frame(key);
    await startCold();
    const cold = await frame(key);
    expect([cold.status, cold.text]).toEqual([200, warm.text]);
    expect(cold.headers.etag).toBe(warm.headers.etag);
    asked.push(bytesAsked());
    double.requests.splice(0);
    expect((await frame(key, '1:7,1:8')).status).toBe(200);
    expect(bytesAsked()).toBeLessThanOrEqual(megabyte / 2);
  }
  expect(largest().length).toBeGreaterThan(20 * megabyte);
  const [ofSmall, ofLarge] = asked as [number, number];
  expect(ofLarge).toBeLessThanOrEqual(ofSmall + megabyte / 2);
  expect(ofLarge).toBeLessThanOrEqual(3 * megabyte);
});

test('who needs much of a file in the bucket has the whole brought, once', async () => {
  const key = await push(60);
  const ids = Array.from({ length: 40 }, (_, place) => `1:${place}`).join(',');
  const warm = await frame(key, ids);
  await startCold();
  expect((await frame(key, ids)).text).toBe(warm.text);
  expect(bytesAsked()).toBeLessThanOrEqual(1.3 * largest().length);
  double.requests.splice(0);
  expect((await frame(key)).status).toBe(200);
  expect(bytesAsked()).toBe(0);
});

test('a part of a file in the bucket that was changed is noticed, counted and not served', async () => {
  const key = await push(60);
  await startCold();
  const bytes = largest();
  const at = bytes.indexOf('Frame 7, text 200');
  bytes.write('Other', at);
  const answer = await frame(key);
  expect(answer.status).toBe(500);
  expect(answer.text).not.toContain('Other');
  expect((await server.call('/metrics')).text).toMatch(/vitrine_blobs_damaged_total\{where="store"\} [1-9]/);
  bytes.write('Frame', at);
  expect((await frame(key)).status).toBe(200);
});

test('a file in the bucket that was cut is noticed, counted and not served', async () => {
  const key = await push(60);
  await startCold();
  for (const stored of double.objects.values())
    if (stored.bytes === largest()) stored.bytes = stored.bytes.subarray(0, 100_000);
  expect((await frame(key)).status).toBe(500);
  expect((await server.call('/metrics')).text).toMatch(/vitrine_blobs_damaged_total\{where="\w+"\} [1-9]/);
});

test('a frame of a file in the bucket cannot be had while the store is away, and can afterwards', async () => {
  const key = await push(60);
  await startCold();
  double.misfortune = () => ({ status: 503 });
  expect((await frame(key)).status).toBe(503);
  double.misfortune = undefined;
  expect((await frame(key)).status).toBe(200);
});

/** Reads of little, which bring little of a file in the bucket; `png` of what was drawn brings nothing of it. */
const littleRead = {
  'some nodes with what is around them': (key: string) => `/v1/files/${key}?ids=1:7`,
  'the upper levels': (key: string) => `/v1/files/${key}?depth=1`,
  'the addresses of image fills': (key: string) => `/v1/files/${key}/images`,
  'a node on the page of the file': (key: string) => `/viewer/v1/files/${key}/nodes/7:5`,
  'what lies in a node': (key: string) => `/viewer/v1/files/${key}/nodes/1:7/children`,
  'images that were drawn': (key: string) => `/v1/images/${key}?ids=1:7&format=png`,
};

test('what shows little of a file in the bucket is read by parts', async () => {
  const key = await push(240);
  const open = { method: 'PATCH', body: { link_access: 'view' } };
  expect((await server.call(`/workspace/v1/files/${key}`, open)).status).toBe(200);
  const reads = Object.entries(littleRead).map(([name, path]) => [name, path(key)] as const);
  const warm = new Map<string, string>();
  for (const [name, path] of reads) {
    const answer = await server.call(path);
    expect([name, answer.status]).toEqual([name, 200]);
    warm.set(name, answer.text.trim());
  }
  await startCold();
  for (const [name, path] of reads) {
    double.requests.splice(0);
    // What takes long begins with spaces.
    expect([name, (await server.call(path)).text.trim()]).toEqual([name, warm.get(name)]);
    expect(bytesAsked(), name).toBeLessThanOrEqual(name.includes('drawn') ? 0 : 2 * megabyte);
  }
  double.requests.splice(0);
  const pin = { message: 'Here', client_meta: { node_id: '1:9', node_offset: { x: 0, y: 0 } } };
  expect((await server.call(`/v1/files/${key}/comments`, { body: pin })).status).toBe(200);
  expect(bytesAsked()).toBeLessThanOrEqual(megabyte);
});

test('a whole file in the bucket is the same without a copy as with one, and brought once', async () => {
  const key = await push(60);
  const warm = await server.call(`/v1/files/${key}`);
  await startCold();
  const both = await Promise.all([server.call(`/v1/files/${key}`), server.call(`/v1/files/${key}`)]);
  for (const { status, text, headers } of both) {
    expect([status, headers.etag]).toEqual([200, warm.headers.etag]);
    expect(text === warm.text).toBe(true);
  }
  expect(bytesAsked()).toBe(largest().length);
  double.requests.splice(0);
  expect((await server.call(`/v1/files/${key}`)).text === warm.text).toBe(true);
  expect(bytesAsked()).toBe(0);
});

/** Get file, of which the bytes are read as they come. */
async function whole(key: string, read: (bytes: Buffer) => void): Promise<number> {
  const ca = readFileSync(join(folder, 'one', 'tls', 'ca.pem'));
  const dispatcher = new Agent({ connect: { ca } });
  try {
    const headers = { 'x-service-token': server.adminToken };
    const { statusCode, body } = await request(`${server.url}/v1/files/${key}`, { dispatcher, headers });
    for await (const bytes of body) read(bytes as Buffer);
    return statusCode;
  } finally {
    await dispatcher.destroy();
  }
}

/** The last part of a design, by which a cut one shows, is asked for by itself. */
const isOnePart = (range = ''): boolean => {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  return Number(end) - Number(start) < megabyte / 4;
};

const startOf = (range: string | undefined): number => Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);

test('a whole file in the bucket is sent while it comes, once its beginning and its last part are there', async () => {
  const key = await push(60);
  const warm = await server.call(`/v1/files/${key}`);
  await startCold();
  const begun = Promise.withResolvers<void>();
  double.misfortune = ({ range }) =>
    startOf(range) > 0 && !isOnePart(range) ? { until: begun.promise } : undefined;
  const read: Buffer[] = [];
  const status = await whole(key, (bytes) => {
    read.push(bytes);
    begun.resolve();
  });
  expect(double.requests.filter(({ range }) => startOf(range) === 4 * megabyte)).toHaveLength(1);
  expect(status).toBe(200);
  expect(Buffer.concat(read).equals(warm.bytes)).toBe(true);
});

test('a whole file in the bucket is complete where the store breaks off while it is sent', async () => {
  const key = await push(60);
  const warm = await server.call(`/v1/files/${key}`);
  await startCold();
  const broken = new Set<number>();
  double.misfortune = ({ method, range }) => {
    if (method !== 'GET' || range === undefined || broken.has(startOf(range))) return undefined;
    broken.add(startOf(range));
    return { breaks: 'in the middle' };
  };
  expect((await server.call(`/v1/files/${key}`)).bytes.equals(warm.bytes)).toBe(true);
  expect(broken.size).toBeGreaterThan(2);
});

test('what was changed of a whole file in the bucket is not served: its answer breaks off before', async () => {
  const key = await push(60);
  await startCold();
  const bytes = largest();
  const at = bytes.indexOf('Frame 40, text 200');
  bytes.write('Other', at);
  const read: Buffer[] = [];
  await expect(whole(key, (some) => read.push(some))).rejects.toThrow();
  const text = Buffer.concat(read).toString();
  expect(text).not.toContain('Other');
  expect(text.length).toBeLessThan(at);
  expect((await server.call('/metrics')).text).toMatch(/vitrine_blobs_damaged_total\{where="store"\} [1-9]/);
  bytes.write('Frame', at);
  expect((await server.call(`/v1/files/${key}`)).status).toBe(200);
});

test('a whole file in the bucket that was cut is answered 500 before its first byte, and one that cannot be had 503', async () => {
  const key = await push(60);
  await startCold();
  const stored = [...double.objects.values()].find(({ bytes }) => bytes === largest())!;
  const { bytes } = stored;
  stored.bytes = bytes.subarray(0, -1);
  expect((await server.call(`/v1/files/${key}`)).status).toBe(500);
  stored.bytes = bytes;
  double.misfortune = () => ({ status: 503 });
  expect((await server.call(`/v1/files/${key}`)).status).toBe(503);
  double.misfortune = undefined;
  expect((await server.call(`/v1/files/${key}`)).status).toBe(200);
});
