import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('received requests are listed without the secrets that came with them', async () => {
  const body = { handle: 'Eve', email: 'eve@example.com', password: 'open sesame, please' };
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

test('a request is listed whatever its body is and its query says', async () => {
  await server.call('/test/v1/reset', { body: {} });
  const deep = `{"name":"Deep","more":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  const headers = { 'content-type': 'application/json' };
  await server.call('/workspace/v1/teams', { method: 'POST', body: deep, headers });
  await server.call('/v1/me?from=/test/v1/requests');
  const { requests } = (await server.call('/test/v1/requests')).json;
  expect(requests).toMatchObject([
    { operation: 'createTeam', body: null },
    { operation: 'getMe', query: { from: '/test/v1/requests' } },
  ]);
});

test('a token is masked wherever it stands, whatever its place is called', async () => {
  await server.call('/test/v1/reset', { body: {} });
  const token = server.adminToken;
  const escaped = [...token].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
  await server.call(`/v1/files/${token}/x?q=${token}&${token}=1&next=%2Fa%3Fb%3D${escaped}`, {
    headers: { referer: `https://example.com/${escaped}` },
  });
  await server.call('/workspace/v1/teams', { body: { name: `Team ${token}`, organization: '1' } });
  const answer = await server.call('/test/v1/requests');
  const [got, made] = answer.json.requests;
  expect(got).toMatchObject({
    path: '/v1/files/…/x',
    query: { q: '…', '…': '1', next: '/a?b=…' },
    headers: { referer: 'https://example.com/…' },
  });
  expect(made.body).toMatchObject({ name: 'Team …', organization: '1' });
  expect(answer.text).not.toContain(token);
  expect(answer.text).not.toContain(escaped);
});
