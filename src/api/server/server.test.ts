import { afterAll, beforeAll, expect, test } from 'vitest';
import { notImplementedOperations } from '../../operations.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('the published description marks exactly the operations that answer 501', async () => {
  const { json } = await server.call('/openapi.json', { token: null });
  const operations = Object.values<Record<string, { operationId: string }>>(json.paths).flatMap((methods) =>
    Object.values(methods),
  );
  const marked = operations.filter((operation) => 'x-not-implemented' in operation);
  expect(marked.map(({ operationId }) => operationId).sort()).toEqual([...notImplementedOperations()].sort());
  expect(notImplementedOperations().has('getFile')).toBe(false);
});

test('the reference page says of each of them that it is not there yet', async () => {
  const { text } = await server.call('/docs', { token: null });
  expect(text.match(/answers 501: not in this version yet/g)).toHaveLength(notImplementedOperations().size);
});

test('measurements need no token from this machine', async () => {
  const answer = await server.call('/metrics', { token: null });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('vitrine_requests_total');
});

test('health and readiness are told without a token', async () => {
  expect((await server.call('/healthz', { token: null })).json).toEqual({ status: 'ok' });
  expect((await server.call('/readyz', { token: null })).json).toEqual({ status: 'ready' });
});
