import { sql } from 'kysely';
import { Agent, request } from 'undici';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
const logged = vi.fn();
const rename = (from: string, to: string) =>
  sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(server.context.database);
beforeAll(async () => {
  server = await startTestServer();
  vi.spyOn(server.context.log, 'error').mockImplementation(logged);
  await rename('organizations', 'lost');
});
afterEach(() => logged.mockClear());
afterAll(async () => {
  await rename('lost', 'organizations');
  await server.close();
});

test.each([
  ['HTTP/1.1', false],
  ['HTTP/2', true],
])('a failure after the body was read is logged with its cause, over %s', async (_protocol, allowH2) => {
  const agent = new Agent({ allowH2, connect: { rejectUnauthorized: false } });
  const { statusCode, body } = await request(`${server.url}/workspace/v1/teams`, {
    dispatcher: agent,
    method: 'POST',
    body: JSON.stringify({ name: 'One', organization: '1' }),
    headers: { 'x-service-token': server.adminToken, 'content-type': 'application/json' },
  });
  await body.dump();
  await agent.close();
  expect(statusCode).toBe(500);
  const failure = { requestId: expect.any(String), error: expect.stringContaining('organizations') };
  expect(logged).toHaveBeenCalledWith(expect.objectContaining(failure), 'request failed');
});
