import { afterAll, beforeAll, expect, test } from 'vitest';
import { servedDocument } from '../../contract/published-document.ts';
import { operations } from '../../operations.ts';
import { servedBy } from '../../served-operations.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { madeOnce } from './made-once.ts';
import { measurementsOf } from './measurements.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const docs = async (path = '') => (await server.call(`/docs${path}`, { token: null })).text;

test('the reference leads to every operation on the page of its tag, which has an example of it', async () => {
  const links = [...(await docs()).matchAll(/href="docs\/([a-z0-9-]+)#(\w+)"/g)];
  expect(links.map(([, , id]) => id).sort()).toEqual(Object.keys(operations).sort());
  const pages = Map.groupBy(links, ([, slug = '']) => slug);
  for (const [slug, ofPage] of pages) {
    const text = await docs(`/${slug}`);
    expect([slug, text.length < 1_000_000]).toEqual([slug, true]);
    for (const [, , id] of ofPage) {
      const article = text.split(`<article id="${id}">`)[1]?.split('</article>')[0];
      expect([id, article]).toEqual([id, expect.stringMatching(/<pre>curl /)]);
    }
    const named = new Set([...text.matchAll(/href="#(schema-\w+)"/g)].map(([, name]) => name));
    for (const name of named) expect([slug, text.includes(`<details id="${name}">`)]).toEqual([slug, true]);
  }
});

test('the reference finds operations by all words of a search, and shows these as they were written', async () => {
  const text = await docs('?q=delete+project');
  expect(text).toContain('docs/workspace#deleteProject');
  expect(text).not.toContain('#getMe');
  expect(await docs('?q=%3Cscript%3E')).toContain('“&lt;script&gt;”');
});

test('a tag that there is not has no page', async () => {
  expect((await server.call('/docs/nothing', { token: null })).status).toBe(404);
});

test.each(['/openapi.json', '/docs', '/docs/files'])(
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

test('what is published is what a server answers: of several in test mode the clock alone', () => {
  const published = (parts: object) => {
    const { paths, tags } = servedDocument(servedBy(parts));
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    );
    return { ids, tags: tags.map(({ name }) => name) };
  };
  const without = published({});
  expect(without.ids).toContain('getFile');
  expect(without.ids).not.toContain('setFaults');
  expect(without.tags).not.toContain('Test Mode');
  expect(
    published({ testClock: {} })
      .ids.filter((id) => !without.ids.includes(id))
      .sort(),
  ).toEqual(['getClock', 'setClock']);
  expect(published({ testClock: {}, testMode: {} }).ids.sort()).toEqual(Object.keys(operations).sort());
});

test('metrics need no token from this machine', async () => {
  const answer = await server.call('/metrics', { token: null });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('vitrine_requests_total');
});

test('metrics count what this process has done', async () => {
  const { context } = server;
  const { text } = await measurementsOf({
    ...context,
    images: { ...context.images, waiting: () => 90_011 },
    passwords: { ...context.passwords, made: () => 90_012 },
    readings: { ...context.readings, begun: () => 90_013 },
    deliveries: {
      ...context.deliveries,
      claimed: () => 90_014,
      outcomesWithoutLease: () => 90_015,
      oldestDueMs: async () => 90_016_000,
    },
  });
  const shown = text.split('\n').filter((line) => /^vitrine_\w+ 900\d\d$/.test(line));
  expect(shown.sort()).toEqual([
    'vitrine_deliveries_claimed_total 90014',
    'vitrine_delivery_outcomes_without_lease_total 90015',
    'vitrine_document_readings_total 90013',
    'vitrine_oldest_delivery_seconds 90016',
    'vitrine_passwords_computed_total 90012',
    'vitrine_renders_waiting 90011',
  ]);
});

test('metrics tell how long requests took, by operation', async () => {
  const seconds = async () => {
    const { text } = await server.call('/metrics', { token: null });
    const [, sum] = /^vitrine_request_duration_seconds_sum\{operation="getMe"\} (.+)$/m.exec(text) ?? [];
    return Number(sum ?? 0);
  };
  const before = await seconds();
  const startedAt = performance.now();
  await server.call('/v1/me');
  // Told once the answer is over, which its client may know first.
  await expect.poll(seconds).toBeGreaterThan(before);
  const tookSeconds = (performance.now() - startedAt) / 1000;
  expect((await seconds()) - before).toBeLessThanOrEqual(tookSeconds);
});

test('metrics count what an agent has the server ask itself', async () => {
  const count = async () => {
    const { text } = await server.call('/metrics', { token: null });
    const [, number] = /^vitrine_requests_total\{operation="getMe",status="200"\} (.+)$/m.exec(text) ?? [];
    return Number(number ?? 0);
  };
  const before = await count();
  const { status } = await server.call('/mcp', {
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } },
  });
  expect(status).toBe(200);
  await expect.poll(count).toBe(before + 1);
});

test('health and readiness are answered without a token', async () => {
  expect((await server.call('/healthz', { token: null })).json).toEqual({ status: 'ok' });
  expect((await server.call('/readyz', { token: null })).json).toEqual({ status: 'ready' });
});
