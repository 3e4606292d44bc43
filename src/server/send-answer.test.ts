import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let path: string;
beforeAll(async () => {
  server = await startTestServer();
  const { key } = (await server.call('/workspace/v1/files', { body: { name: 'Design', project: '1' } })).json;
  path = `/v1/files/${key}`;
  const body = '{"document":{"id":"0:0","name":"Document","type":"DOCUMENT","children":[]}}';
  await server.call(`/workspace${path}/content`, { method: 'PUT', body });
});
afterAll(() => server.close());

describe('an answer that is known already', () => {
  test('is 304 without body, length and type, whatever the method', async () => {
    const { headers } = await server.call(path);
    for (const method of ['GET', 'HEAD']) {
      const again = await server.call(path, { method, headers: { 'if-none-match': String(headers.etag) } });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers).not.toHaveProperty('content-length');
      expect(again.headers).not.toHaveProperty('content-type');
      expect(again.headers.etag).toBe(headers.etag);
    }
  });

  test('is sent again where its tag is another', async () => {
    const answer = await server.call(path, { headers: { 'if-none-match': '"another", W/"one"' } });
    expect(answer.status).toBe(200);
  });
});

test('HEAD has the headers of GET and no body', async () => {
  const [get, head] = [await server.call(path), await server.call(path, { method: 'HEAD' })];
  expect(head.text).toBe('');
  for (const name of ['content-length', 'content-type', 'etag', 'vary']) {
    expect(head.headers[name]).toBe(get.headers[name]);
  }
});

test('answers for a caller vary by the headers that carry tokens, and shared caches keep none', async () => {
  const { headers } = await server.call(path);
  expect(headers.vary).toBe('Authorization, X-Service-Token, X-Figma-Token, Accept-Encoding');
  expect(headers['cache-control']).toBe('private, no-cache');
});
