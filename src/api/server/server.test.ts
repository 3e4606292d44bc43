import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../operations.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { madeOnce } from './made-once.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('the reference page has a section for every operation', async () => {
  const { text } = await server.call('/docs', { token: null });
  for (const id of Object.keys(operations)) expect(text).toContain(`href="#${id}"`);
});

test.each(['/openapi.json', '/docs'])(
  '%s answers the same bytes each time, with an entity tag',
  async (path) => {
    const first = await server.call(path, { token: null });
    const second = await server.call(path, {
      token: null,
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect([first.status, second.status]).toEqual([200, 304]);
    expect(Number(first.headers['content-length'])).toBe(Buffer.byteLength(first.text));
  },
);

test('answers that anybody may request are made once for each server', () => {
  let count = 0;
  const answer = madeOnce('text/plain', ({ base }) => `${base} ${++count}`);
  const [one, other] = ['https://a.example', 'https://b.example'].map((base) => ({
    addresses: { base, auth: base, web: base },
    config: { importMaxBytes: 1000 },
  }));
  expect(answer(one!)).toBe(answer(one!));
  expect(answer(other!)).not.toBe(answer(one!));
  expect(count).toBe(2);
});

test('metrics need no token from this machine', async () => {
  const answer = await server.call('/metrics', { token: null });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('vitrine_requests_total');
});

test('health and readiness are answered without a token', async () => {
  expect((await server.call('/healthz', { token: null })).json).toEqual({ status: 'ok' });
  expect((await server.call('/readyz', { token: null })).json).toEqual({ status: 'ready' });
});
