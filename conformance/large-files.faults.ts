import { createHash } from 'node:crypto';
import { request } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { untilIdle } from '../bench/processes.ts';
import { type Answer, answerOf } from './harness/client.ts';
import { expectError } from './harness/error-checks.ts';
import { createInstallation, type Installation, type Server, startServer } from './harness/server.ts';
import { residentBytes } from './harness/vitrine-process.ts';

const megabyte = 1024 * 1024;
const frames = 300;
const nodesOfFrame = 1000;
const filler = 'abcdefghij'.repeat(95);

/** The text of a file of 300 MB in 300,000 nodes, piece by piece. */
function* largeFile(): Generator<string> {
  yield '{"document":{"id":"0:0","name":"Large","type":"DOCUMENT","children":[{"id":"0:1","name":"Page","type":"CANVAS","children":[';
  for (let frame = 0; frame < frames; frame += 1) {
    const children = Array.from(
      { length: nodesOfFrame },
      (_, index) =>
        `{"id":"${frame + 2}:${index + 1}","name":"${filler}${index}","type":"RECTANGLE","blendMode":"PASS_THROUGH"}`,
    );
    yield `${frame === 0 ? '' : ','}{"id":"1:${frame + 1}","name":"Frame ${frame}","type":"FRAME","children":[${children.join(',')}]}`;
  }
  yield ']}]},"components":{},"componentSets":{},"styles":{}}';
}

/** Deep nesting of one kind, piece by piece, up to a size. */
function* nesting(opening: string, before: string, sizeBytes: number): Generator<string> {
  yield before;
  const piece = opening.repeat(Math.ceil(megabyte / opening.length));
  for (let sent = 0; sent < sizeBytes; sent += piece.length) yield piece;
}

/** Pushes a body that is made while it is sent. */
function push(server: Server, key: string, body: Iterable<string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const outgoing = request(`${server.url}/workspace/v1/files/${key}/content`, {
      method: 'PUT',
      ca: server.ca,
      agent: false,
      headers: { 'x-service-token': server.adminToken, 'content-type': 'application/json' },
    });
    outgoing.once('response', (incoming) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('end', () =>
        resolve(answerOf(incoming.statusCode ?? 0, incoming.headers, Buffer.concat(chunks))),
      );
    });
    const fail = (error: Error) => (isAnswered ? undefined : reject(error));
    outgoing.once('error', fail);
    pipeline(Readable.from(body), outgoing).catch(fail);
  });
}

/** Reads an answer without keeping it: its size and a hash of its decoded bytes. */
function readThrough(server: Server, path: string, encoding = 'identity') {
  return new Promise<{ sizeBytes: number; hash: string; encoding: string | undefined }>((resolve, reject) => {
    const headers = { 'x-service-token': server.adminToken, 'accept-encoding': encoding };
    request(`${server.url}${path}`, { ca: server.ca, agent: false, headers }, (incoming) => {
      const hash = createHash('sha256');
      let sizeBytes = 0;
      const encoded = incoming.headers['content-encoding'];
      const body = encoded === 'gzip' ? incoming.pipe(createGunzip()) : incoming;
      body.on('data', (chunk: Buffer) => {
        sizeBytes += chunk.length;
        hash.update(chunk);
      });
      body.once('error', reject);
      body.once('end', () => resolve({ sizeBytes, hash: hash.digest('hex'), encoding: encoded }));
    })
      .once('error', reject)
      .end();
  });
}

/** The largest memory that a process held while something ran. */
async function peakDuring<T>(pid: number, work: Promise<T>): Promise<{ result: T; peakBytes: number }> {
  let peakBytes = 0;
  let isDone = false;
  const watch = (async () => {
    while (!isDone) {
      peakBytes = Math.max(peakBytes, residentBytes(pid) ?? 0);
      await wait(25);
    }
  })();
  const result = await work.finally(() => {
    isDone = true;
  });
  await watch;
  return { result, peakBytes };
}

async function createFile(server: Server, name: string): Promise<string> {
  const token = server.adminToken;
  const { projects } = (await server.call('GET', '/workspace/v1/projects', { token })).json;
  const body = { name, project: projects[0].id };
  return (await server.call('POST', '/workspace/v1/files', { token, body })).json.key;
}

describe.skipIf(process.platform !== 'linux')('Large files (left out where /proc is absent)', () => {
  let installation: Installation;
  let server: Server;
  beforeAll(async () => {
    installation = await createInstallation();
  });
  afterEach(async () => {
    await server?.stop();
  });
  afterAll(() => installation.remove());

  it('a file of 300 MB is served in memory that does not grow with it', async () => {
    server = await startServer({ installation });
    const key = await createFile(server, 'Large');
    const pushed = await push(server, key, largeFile());
    expect({ status: pushed.status, text: pushed.text }).toMatchObject({ status: 200 });
    expect(pushed.json.nodes).toBe(2 + frames + frames * nodesOfFrame);
    expect(await server.stop()).toBe(0);

    server = await startServer({ installation });
    const file = `/v1/files/${key}`;
    await server.call('GET', `${file}?depth=1`, { token: server.adminToken });
    // Reading for the search takes memory of its own, which is no part of what is measured.
    await untilIdle(server.pid);
    const idleBytes = residentBytes(server.pid) ?? 0;
    const paths = [file, file, `${file}?depth=3`, `${file}/nodes?ids=0:1`];
    const four = Promise.all(paths.map((path) => readThrough(server, path)));
    const { result, peakBytes } = await peakDuring(server.pid, four);
    expect(result[0]?.sizeBytes).toBeGreaterThan(300_000_000);
    expect(result[1]).toEqual(result[0]);
    expect(result[2]).toEqual(result[0]);
    expect(result[3]?.sizeBytes).toBeGreaterThan(300_000_000);
    expect((peakBytes - idleBytes) / megabyte).toBeLessThan(100);

    const encoded = await peakDuring(server.pid, readThrough(server, file, 'gzip'));
    expect(encoded.result).toEqual({ ...result[0], encoding: 'gzip' });
    expect((encoded.peakBytes - idleBytes) / megabyte).toBeLessThan(100);

    const startedAt = performance.now();
    const one = await server.call('GET', `${file}/nodes?ids=150:500`, { token: server.adminToken });
    expect(one.json.nodes['150:500'].document.name).toBe(`${filler}499`);
    expect(performance.now() - startedAt).toBeLessThan(1000);
    expect(await server.stop()).toBe(0);
  });

  it.each([
    ['lists', '[', ''],
    ['objects', '{"a":', ''],
    ['nodes', '{"children":[', '{"document":{"id":"0:0","type":"DOCUMENT","children":['],
  ])('1 GB of nested %s is refused with a sentence and changes nothing', async (_, opening, before) => {
    server = await startServer({ installation, env: { VITRINE_IMPORT_MAX_BYTES: '2 GB' } });
    const key = await createFile(server, 'Hostile');
    const answer = await push(server, key, nesting(opening, before, 1_000_000_000));
    expectError(answer, 400);
    const versions = await server.call('GET', `/v1/files/${key}/versions`, { token: server.adminToken });
    expect(versions.json.versions).toEqual([]);
    expect((await server.call('GET', '/readyz')).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });

  it('a design above the limit is refused with 413 while it is being sent', async () => {
    server = await startServer({ installation, env: { VITRINE_IMPORT_MAX_BYTES: '10 MB' } });
    const key = await createFile(server, 'Too large');
    const { result, peakBytes } = await peakDuring(server.pid, push(server, key, largeFile()));
    expectError(result, 413, /VITRINE_IMPORT_MAX_BYTES/);
    expect(peakBytes / megabyte).toBeLessThan(400);
    expect(await server.stop()).toBe(0);
  });
});
