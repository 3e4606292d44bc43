import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const told = (operation: string, status: number) =>
  server.call('/test/v1/faults', { body: { operation, times: 1, status } });
const rateHeaders = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => /retry|plan-tier|rate-limit|upgrade/.test(name)),
  );

test('a 429 that a test asked for has the headers of a real one', async () => {
  await server.call(`/test/v1/tokens/${server.adminToken}/identity`, {
    method: 'PUT',
    body: { plan: 'professional', seat: 'view' },
  });
  await told('getMe', 429);
  const { status, headers } = await server.call('/v1/me');
  const link = `${server.url}/settings/organization`;
  expect([status, rateHeaders(headers)]).toEqual([
    429,
    {
      'retry-after': '1',
      'x-service-plan-tier': 'pro',
      'x-figma-plan-tier': 'pro',
      'x-service-rate-limit-type': 'low',
      'x-figma-rate-limit-type': 'low',
      'x-service-upgrade-link': link,
      'x-figma-upgrade-link': link,
    },
  ]);
  expect((await server.call('/v1/me')).status).toBe(200);
});

test('a 429 says when to come back where no plan counts', async () => {
  for (const [operation, path] of [
    ['getHealth', '/healthz'],
    ['getSession', '/workspace/v1/session'],
  ] as const) {
    await told(operation, 429);
    const { status, headers } = await server.call(path);
    expect([status, rateHeaders(headers)]).toEqual([429, { 'retry-after': '1' }]);
  }
});

test('another failure that a test asked for has none of these', async () => {
  await told('getMe', 503);
  const { status, headers } = await server.call('/v1/me');
  expect([status, rateHeaders(headers)]).toEqual([503, {}]);
});
