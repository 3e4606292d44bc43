import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('received requests are listed without the secrets that came with them', async () => {
  const body = { handle: 'Eve', email: 'eve@example.com', password: 'open sesame' };
  await server.call('/workspace/v1/organizations/1/users', { body });
  await server.call('/image-fills/a/b?expires=1&signature=deadbeef', {
    token: null,
    headers: { cookie: 'session=stolen' },
  });
  const answer = await server.call('/test/v1/requests');
  const [created, downloaded] = answer.json.requests;
  expect(created).toMatchObject({ operation: 'createUser', method: 'POST', status: 200 });
  expect(created.body).toMatchObject({ handle: 'Eve', password: '***' });
  expect(created.headers['x-service-token']).toBe('***');
  expect(downloaded).toMatchObject({ query: { expires: '1', signature: '***' }, headers: { cookie: '***' } });
  for (const secret of ['sesame', 'deadbeef', 'stolen', server.adminToken]) {
    expect(answer.text).not.toContain(secret);
  }
});
