import { once } from 'node:events';
import http2 from 'node:http2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test.each<['file' | 'project' | 'team', (secret: string) => string]>([
  ['file', (secret: string) => `/v1/files/${secret}/meta`],
  ['project', (secret: string) => `/v1/projects/${secret}/files`],
  ['team', (secret: string) => `/v1/teams/${secret}/components`],
])(
  'The developer log holds no token that somebody put where the id of a %s belongs',
  async (type, pathOf) => {
    const { developerLog, database } = server.context;
    for (const secret of [server.adminToken, `figd_${'a1'.repeat(20)}`, 'plain'])
      await server.call(pathOf(secret));
    await developerLog.flush();
    const calls = database.selectFrom('request_log').selectAll().where('resource_type', '=', type);
    const named = (await calls.orderBy('ordinal').execute()).map((call) => call.resource_id);
    expect(named).toEqual(['…', '…', 'plain']);
  },
);

test('A call stands in the developer log and among the received requests while nobody has read its answer', async () => {
  const { developerLog, database, testMode } = server.context;
  const path = `/v1/teams/${'0'.repeat(20)}/projects?unread`;
  const session = http2.connect(server.url, {
    rejectUnauthorized: false,
    settings: { initialWindowSize: 0 },
  });
  const stream = session.request({ ':path': path, 'x-service-token': server.adminToken });
  await once(stream.pause(), 'response');
  await developerLog.flush();
  const logged = database.selectFrom('request_log').select('resource_id').orderBy('ordinal', 'desc');
  const received = testMode?.received.all().map((request) => request.path);
  session.destroy();
  expect((await logged.executeTakeFirst())?.resource_id).toBe('0'.repeat(20));
  expect(received).toContain(path.split('?')[0]);
});
