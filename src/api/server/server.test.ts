import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../operations.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('the reference page has a section for every operation', async () => {
  const { text } = await server.call('/docs', { token: null });
  for (const id of Object.keys(operations)) expect(text).toContain(`href="#${id}"`);
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
