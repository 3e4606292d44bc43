import { beforeAll, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { smallFile } from './harness/example-file.ts';
import { createWorld, type World } from './harness/world.ts';

/** The 26 operations that the specification describes, with a way to call each. */
const described: readonly [method: string, path: string][] = [
  ['GET', '/v1/files/KEY'],
  ['GET', '/v1/files/KEY/nodes?ids=1:1'],
  ['GET', '/v1/images/KEY?ids=1:1'],
  ['GET', '/v1/files/KEY/images'],
  ['GET', '/v1/files/KEY/meta'],
  ['GET', '/v1/teams/100/projects'],
  ['GET', '/v1/projects/200/files'],
  ['GET', '/v1/files/KEY/comments'],
  ['POST', '/v1/files/KEY/comments'],
  ['DELETE', '/v1/files/KEY/comments/1'],
  ['GET', '/v1/files/KEY/comments/1/reactions'],
  ['POST', '/v1/files/KEY/comments/1/reactions'],
  ['DELETE', '/v1/files/KEY/comments/1/reactions?emoji=:heart:'],
  ['GET', '/v2/webhooks'],
  ['POST', '/v2/webhooks'],
  ['GET', '/v2/webhooks/1'],
  ['PUT', '/v2/webhooks/1'],
  ['DELETE', '/v2/webhooks/1'],
  ['GET', '/v2/teams/100/webhooks'],
  ['GET', '/v2/webhooks/1/requests'],
  ['GET', '/v1/activity_logs'],
  ['GET', '/v1/payments'],
  ['GET', '/v1/files/KEY/variables/local'],
  ['GET', '/v1/files/KEY/variables/published'],
  ['POST', '/v1/files/KEY/variables'],
  ['GET', '/v1/oembed?url=https%3A%2F%2Fexample.com'],
];

/** What refuses a caller with 401 instead of 403. @see ruling H17, B2 */
const unauthorizedBy401 = /^\/v1\/(payments|activity_logs)/;
const variableReads = /\/variables\/(local|published)$/;

onEachEngine('Authentication', (engine) => {
  let world: World;
  let file: string;
  const pathOf = (path: string) => path.replace('KEY', world.id('main'));

  beforeAll(async () => {
    world = await createWorld(
      engine,
      cast({
        files: [fileOf('main', smallFile('Private'), { project: '201' })],
        tokens: {
          alice: [{ name: 'app', token: 'alice-app', scopes: 'all', kind: 'oauth' }],
          dan: [{ name: 'no content', token: 'dan-meta', scopes: ['file_metadata:read'] }],
        },
      }),
    );
    file = `/v1/files/${world.id('main')}`;
  });

  it('[AUTH-01] no operation answers a call without credentials', async () => {
    expect(described).toHaveLength(26);
    for (const [method, path] of described) {
      const body = ['POST', 'PUT'].includes(method) ? {} : undefined;
      const answer = await world.call(method, pathOf(path), { as: null, body });
      const status = unauthorizedBy401.test(path) || variableReads.test(path) ? 401 : 403;
      expectError(answer, status, /No token/);
    }
  });

  it('[AUTH-01] our own operations require a token as well, except for the open ones', async () => {
    const { paths } = (await world.call('GET', '/openapi.json', { as: null })).json;
    const called: string[] = [];
    for (const [path, methods] of Object.entries<Record<string, Record<string, unknown>>>(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        if (operation['x-open'] === true) continue;
        const answer = await world.call(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '1'), { as: null });
        expect([method, path, answer.status]).toEqual([method, path, expect.toBeOneOf([401, 403])]);
        called.push(path);
      }
    }
    expect(called.length).toBeGreaterThan(60);
  });

  it('[AUTH-02] a valid token is accepted in its own header only', async () => {
    const personal = world.token('alice');
    const bearer = world.token('alice-app');
    expectError(await world.get(`${file}?access_token=${personal}`, null), 403);
    expectError(await world.get(`${file}?X-Service-Token=${personal}`, null), 403);
    const headers: Record<string, string>[] = [
      { cookie: `token=${personal}` },
      { authorization: `Token ${personal}` },
      { authorization: personal },
      { authorization: `Basic ${Buffer.from(`alice:${personal}`).toString('base64')}` },
      { authorization: `Bearer ${personal}` },
      { 'x-service-token': bearer },
      { 'x-figma-token': bearer },
      { 'x-api-key': personal },
    ];
    for (const sent of headers) {
      expectError(await world.call('GET', file, { as: null, headers: sent }), 403);
    }
  });

  it('[AUTH-03] an OAuth token is accepted as a bearer token, however the word Bearer is capitalised', async () => {
    for (const scheme of ['Bearer', 'bearer']) {
      const headers = { authorization: `${scheme} ${world.token('alice-app')}` };
      expect((await world.call('GET', file, { as: null, headers })).status).toBe(200);
    }
  });

  it('[AUTH-04, H1] a personal token is accepted in X-Service-Token or X-Figma-Token, however the name is capitalised', async () => {
    for (const name of ['X-Service-Token', 'x-service-token', 'X-Figma-Token', 'X-FIGMA-TOKEN']) {
      const headers = { [name]: world.token('alice') };
      expect((await world.call('GET', file, { as: null, headers })).status).toBe(200);
    }
  });

  it('[AUTH-05] an unknown token is refused with 403', async () => {
    const with403 = described.filter(([, path]) => !unauthorizedBy401.test(path));
    for (const [method, path] of with403) {
      const headers = { 'x-service-token': 'garbage' };
      const body = ['POST', 'PUT'].includes(method) ? {} : undefined;
      expectError(await world.call(method, pathOf(path), { as: null, headers, body }), 403, /Invalid token/);
    }
    for (const garbage of ['', ' ', 'ä'.normalize(), 'a'.repeat(5000), "' or 1=1 --"]) {
      const headers = { 'x-service-token': garbage };
      expectError(await world.call('GET', file, { as: null, headers }), 403, /Invalid token/);
    }
  });

  it('[AUTH-07, H17] payments and activity logs refuse a bad token with 401', async () => {
    for (const path of ['/v1/payments?user_id=1&plugin_id=1', '/v1/activity_logs']) {
      const headers = { authorization: 'Bearer garbage' };
      expectError(await world.call('GET', path, { as: null, headers }), 401, /Invalid token/);
    }
    for (const kind of ['local', 'published']) {
      const path = `${file}/variables/${kind}`;
      expectError(await world.get(path, null), 401);
      const headers = { 'x-service-token': 'garbage' };
      expectError(await world.call('GET', path, { as: null, headers }), 403);
    }
  });

  it('[AUTH-08] a token sees what its user may see, and nothing else', async () => {
    expect((await world.get(file, 'alice')).status).toBe(200);
    for (const other of ['bob', 'carla', 'erin', 'dan']) expectError(await world.get(file, other), 404);
    const me = await world.get('/v1/me', 'bob');
    expect(me.json).toMatchObject({ id: world.id('12'), handle: 'Bob', email: 'bob@example.com' });
  });

  it('[H15] two tokens in one request are refused with 400, the same one twice is not', async () => {
    const alice = world.token('alice');
    const both = { 'x-service-token': alice, authorization: `Bearer ${world.token('alice-app')}` };
    expectError(await world.call('GET', file, { as: null, headers: both }), 400, /More than one token/);
    const two = { 'x-service-token': alice, 'x-figma-token': world.token('bob') };
    expectError(await world.call('GET', file, { as: null, headers: two }), 400, /More than one token/);
    const same = { 'x-service-token': alice, 'x-figma-token': alice };
    expect((await world.call('GET', file, { as: null, headers: same })).status).toBe(200);
  });

  it('[H16] refusals look at the caller before the scope, the scope before parameters, parameters before the file', async () => {
    const nodes = `${file}/nodes?ids=1:1&depth=abc`;
    expectError(await world.get(nodes, null), 403, /No token/);
    expectError(await world.get(nodes, 'dan-meta'), 403, /Invalid scope/);
    expectError(await world.get(nodes, 'dan'), 400, /depth/);
    expectError(await world.get(`${file}/nodes?ids=1:1`, 'dan'), 404);
  });
});
