import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http2 from 'node:http2';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer({ settings: { importMaxBytes: '100 KB' } });
  key = (await server.call('/workspace/v1/files', { body: { name: 'Design', project: '1' } })).json.key;
});
afterAll(() => server.close());

async function upload(body: Buffer | Readable, allowH2: boolean) {
  const agent = new Agent({ allowH2, connect: { ca: await readFile(join(server.folder, 'tls', 'ca.pem')) } });
  try {
    const answer = await request(`${server.url}/workspace/v1/files/${key}/content`, {
      method: 'PUT',
      dispatcher: agent,
      headers: { 'x-service-token': server.adminToken, 'content-type': 'application/json' },
      body,
    });
    return { status: answer.statusCode, json: (await answer.body.json()) as { err: string } };
  } finally {
    await agent.close();
  }
}

describe.each([
  ['HTTP/1.1', false],
  ['HTTP/2', true],
])('a design that is too large, over %s', (_name, allowH2) => {
  test('is refused by its announced length, and the refusal arrives', async () => {
    const { status, json } = await upload(Buffer.alloc(5_000_000, ' '), allowH2);
    expect(status).toBe(413);
    expect(json.err).toBe(
      'The design is larger than 100,000 bytes, the limit set by VITRINE_IMPORT_MAX_BYTES.',
    );
  });

  test('is refused while it streams without a length, and the refusal arrives', async () => {
    const endless = Readable.from(
      (function* () {
        for (let part = 0; part < 200; part += 1) yield Buffer.alloc(10_000, ' ');
      })(),
    );
    expect((await upload(endless, allowH2)).status).toBe(413);
  });
});

test('a design that comes over HTTP/2 with neither length nor type is taken', async () => {
  const session = http2.connect(server.url, { ca: await readFile(join(server.folder, 'tls', 'ca.pem')) });
  const stream = session.request({
    ':method': 'PUT',
    ':path': `/workspace/v1/files/${key}/content`,
    'x-service-token': server.adminToken,
  });
  stream.end('{"document":{"id":"0:0","name":"Typeless","type":"DOCUMENT","children":[]}}');
  const text = (await stream.toArray()).join('');
  session.close();
  expect(JSON.parse(text)).toMatchObject({ key, nodes: 1 });
});

test('a client that hangs up in the middle of a push leaves nothing', async () => {
  const agent = new Agent({ connect: { ca: await readFile(join(server.folder, 'tls', 'ca.pem')) } });
  const hangUp = new AbortController();
  const body = Readable.from(
    (async function* () {
      yield Buffer.from('{"document":');
      hangUp.abort();
      await new Promise((resolve) => setTimeout(resolve, 50));
    })(),
  );
  const attempt = request(`${server.url}/workspace/v1/files/${key}/content`, {
    method: 'PUT',
    dispatcher: agent,
    headers: { 'x-service-token': server.adminToken },
    body,
    signal: hangUp.signal,
  });
  await expect(attempt).rejects.toThrow();
  await agent.destroy();
  expect((await server.call('/healthz')).status).toBe(200);
  expect((await server.call(`/v1/files/${key}/versions`)).json.versions).toHaveLength(1);
});

describe('a workspace file is refused before its body comes', () => {
  /** Status of the answer to a body that is announced and never sent. */
  async function announced(own: TestServer, token: string, sizeBytes: number): Promise<number> {
    const session = http2.connect(own.url, { ca: await readFile(join(own.folder, 'tls', 'ca.pem')) });
    const stream = session.request({
      ':method': 'POST',
      ':path': '/workspace/v1/apply',
      'content-type': 'application/json',
      'content-length': sizeBytes,
      'x-service-token': token,
    });
    stream.on('error', () => {});
    const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
    session.destroy();
    return Number(headers[':status']);
  }

  test('to those who may not apply one', async () => {
    const tokens = [{ name: 'all', token: 'bob-token', scopes: ['workspace:write'] }];
    const users = [{ handle: 'Bob', email: 'bob@example.com', organization: '1', role: 'admin', tokens }];
    expect((await server.call('/workspace/v1/apply', { body: { users } })).status).toBe(200);
    expect(await announced(server, 'bob-token', 1_000)).toBe(403);
  });

  test('where it is longer than a text can be, whatever the setting allows', async () => {
    const generous = await startTestServer({ settings: { importMaxBytes: '2 GB' } });
    try {
      expect(await announced(generous, generous.adminToken, 600_000_000)).toBe(413);
    } finally {
      await generous.close();
    }
  });
});
