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
