import { beforeEach, expect, it } from 'vitest';
import { appToken, eventsOf } from './harness/activity.ts';
import { cast, fileOf, people } from './harness/cast.ts';
import type { Answer } from './harness/client.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { smallFile } from './harness/example-file.ts';
import { createWorld, type World } from './harness/world.ts';

interface Entry {
  readonly uuid: string;
  readonly action: { readonly event_name: string };
  readonly actor: { readonly token_name: string; readonly user_email: string | null };
}

onEachEngine('Developer logs', (engine) => {
  let world: World;
  beforeEach(async () => {
    const plan = (token: string, scopes = ['org:developer_log_read']) => ({
      name: token,
      token,
      kind: 'plan',
      scopes,
    });
    world = await createWorld(
      engine,
      cast({
        files: [fileOf('main', smallFile('One'))],
        tokens: {
          alice: [
            plan('alice-plan'),
            plan('alice-usage', ['org:ai_metering_usage_read']),
            appToken('alice-app'),
          ],
          dan: [plan('dan-plan')],
        },
      }),
    );
  });

  const read = (body?: object, as = 'alice-plan') =>
    world.call('POST', '/v1/developer_logs', { as, ...(body === undefined ? {} : { body }) });
  const entriesOf = async (body?: object, as?: string): Promise<Entry[]> => {
    const answer = await read(body, as);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    return answer.json.meta.items;
  };
  const callers = async (body?: object) => (await entriesOf(body)).map(({ actor }) => actor.token_name);

  it('hold the calls of tokens, newest first, and no token', async () => {
    const key = world.id('main');
    const file = await world.get(`/v1/files/${key}`);
    await world.get('/v1/me', 'bob');
    const { text, json } = await read();
    expect(json).toMatchObject({ status: 200, error: false, meta: { cursor: null, has_more: false } });
    expect(json.meta.items).toHaveLength(2);
    const bob = { user_id: world.id(people.bob), user_name: 'Bob', user_email: 'bob@example.com' };
    expect(json.meta.items[0]).toMatchObject({
      action: { event_name: '/v1/me', event_source: 'rest_api' },
      actor: { ...bob, token_name: 'bob', token_type: 'developer_token' },
      resource: { id_or_key: null, name: null, type: null, org_id: world.id('900') },
    });
    expect(json.meta.items[1]).toEqual({
      uuid: file.headers['x-request-id'],
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      action: { event_name: '/v1/files/{file_key}', event_source: 'rest_api' },
      actor: {
        user_id: world.id(people.alice),
        user_name: 'Alice',
        user_email: 'alice@example.com',
        token_name: 'alice',
        token_type: 'developer_token',
      },
      resource: { id_or_key: key, name: 'File main', type: 'file', org_id: world.id('900') },
      context: { ip_address: '127.0.0.1', city: null, country_region: null, country: null },
    });
    expect(file.headers['x-request-id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    for (const token of ['alice', 'bob']) expect(text).not.toContain(world.token(token));
  });

  it('hold neither our own operations nor calls without a token that is known', async () => {
    await world.get('/workspace/v1/teams', 'alice-push');
    await world.get('/v1/me', null);
    await world.call('GET', '/v1/me', { as: null, headers: { 'x-service-token': 'nobody' } });
    expect(await entriesOf()).toEqual([]);
  });

  it('show the name of what was asked for only to those who own it', async () => {
    const refused = await world.get(`/v1/files/${world.id('main')}`, 'dan');
    expect(refused.status).toBe(404);
    expect(await entriesOf()).toEqual([]);
    const resource = { id_or_key: world.id('main'), name: null, type: 'file', org_id: world.id('901') };
    expect(await entriesOf({}, 'dan-plan')).toMatchObject([{ resource }]);
  });

  it('hold a call by somebody of another organization in the organization of the file', async () => {
    const share = { as: 'alice-push', body: { link_access: 'view' } };
    await world.call('PATCH', `/workspace/v1/files/${world.id('main')}`, share);
    await world.get(`/v1/files/${world.id('main')}`, 'dan');
    expect(await callers()).toEqual(['dan']);
    expect(await entriesOf({}, 'dan-plan')).toEqual([]);
  });

  it('name no person for a plan access token', async () => {
    await read();
    const actor = { token_name: 'alice-plan', token_type: 'plan_access_token' };
    // A call is in the log once its answer has left the server, which its caller may have read before.
    await expect
      .poll(async () => (await entriesOf({ token_type: 'plan_access_token' }))[0]?.actor)
      .toEqual({ ...actor, user_id: null, user_name: null, user_email: null });
  });

  it('find calls by kind, value and name of the token, by person, address and source', async () => {
    await world.get('/v1/me', 'alice');
    await world.get('/v1/me', 'bob');
    const authorization = `Bearer ${world.token('alice-app')}`;
    await world.call('GET', '/v1/me', { as: null, headers: { authorization } });
    await eventsOf(world);
    const mine = { token_type: 'developer_token' };
    expect(await callers(mine)).toEqual(['bob', 'alice']);
    expect(await callers({ token_type: 'oauth_token' })).toEqual(['alice-app']);
    expect(await callers({ token: `${world.token('bob')}, nobody` })).toEqual(['bob']);
    expect(await callers({ token: 'nobody' })).toEqual([]);
    expect(await callers({ ...mine, token_name: 'bo,nobody' })).toEqual(['bob']);
    expect(await callers({ ...mine, token_name: 'ob,%,_,BOB' })).toEqual([]);
    expect(await callers({ ...mine, user_email: 'ALICE@' })).toEqual(['alice']);
    expect(await callers({ ...mine, ip_address: '127.0,203.0.113' })).toEqual(['bob', 'alice']);
    expect(await callers({ ...mine, ip_address: '203.0.113' })).toEqual([]);
    expect(await callers({ ...mine, event_source: 'rest_api' })).toEqual(['bob', 'alice']);
    expect(await callers({ ...mine, event_source: 'mcp_server' })).toEqual([]);
    for (const date_range of ['last_24h', 'last_7d', 'last_30d']) {
      expect(await callers({ ...mine, date_range })).toEqual(['bob', 'alice']);
    }
    expect(await callers({ ...mine, token: '', token_name: ' , ' })).toEqual(['bob', 'alice']);
  });

  it('come in pages that new calls do not shift', async () => {
    const kinds = { token_type: 'developer_token' };
    const made: string[] = [];
    const call = async () => made.unshift(String((await world.get('/v1/me')).headers['x-request-id']));
    for (let number = 0; number < 7; number += 1) await call();
    const expected = [...made];
    const found: string[] = [];
    let cursor = null as string | null;
    do {
      const page: Answer = await read({ ...kinds, limit: 3, cursor });
      const { meta } = page.json;
      found.push(...meta.items.map(({ uuid }: Entry) => uuid));
      expect(meta.has_more).toBe(meta.cursor !== null);
      cursor = meta.cursor;
      await call();
    } while (cursor !== null);
    expect(found).toEqual(expected);
  });

  it('show 25 calls by default', async () => {
    for (let number = 0; number < 26; number += 1) await world.get('/v1/me');
    expect(await entriesOf()).toHaveLength(25);
    expect(await entriesOf({ limit: 100, token_type: 'developer_token' })).toHaveLength(26);
  });

  it('are read with a plan access token that has the scope', async () => {
    expectError(await read({}, 'alice'), 401, /plan access token/);
    const authorization = `Bearer ${world.token('alice-app')}`;
    const asApp = { as: null, headers: { authorization }, body: {} };
    expectError(await world.call('POST', '/v1/developer_logs', asApp), 401, /plan access token/);
    expectError(await read({}, 'alice-usage'), 403, /scope/i);
    expectError(await world.call('POST', '/v1/developer_logs', { as: null, body: {} }), 401, /No token/);
  });

  it('are read with a token that an administrator issues, and no more once it is revoked', async () => {
    const tokens = `/workspace/v1/organizations/${world.id('900')}/tokens`;
    const body = { name: 'Watch', scopes: ['org:developer_log_read'], expires_in: 3600 };
    const asAlice = { as: 'alice-push' };
    const issued = await world.call('POST', tokens, { ...asAlice, body });
    expect(issued.json).toMatchObject({ name: 'Watch', issued_by: world.id(people.alice) });
    const headers = { 'x-service-token': issued.json.token };
    const watch = () => world.call('POST', '/v1/developer_logs', { as: null, headers, body: {} });
    expect((await watch()).status).toBe(200);
    const listed = (await world.call('GET', tokens, asAlice)).json.tokens;
    expect(listed.map(({ name }: { name: string }) => name)).toContain('Watch');
    expect(JSON.stringify(listed)).not.toContain(issued.json.token);
    expect((await world.call('DELETE', `${tokens}/${issued.json.id}`, asAlice)).status).toBe(200);
    expectError(await watch(), 401, /Invalid token/);
    expectError(await world.call('DELETE', `${tokens}/${issued.json.id}`, asAlice), 404);
    const [made, ended] = await eventsOf(world, '?events=plan_access_token_create,plan_access_token_delete');
    for (const event of [made, ended]) {
      expect(event?.entity).toEqual({ type: 'org', id: world.id('900'), name: 'Acme' });
      expect(event?.action.details).toEqual({ token_id: issued.json.id, token_name: 'Watch' });
    }
  });

  it('issuing a token is for administrators, and for scopes of the interface', async () => {
    const tokens = `/workspace/v1/organizations/${world.id('900')}/tokens`;
    const issue = (as: string, scopes: readonly string[]) =>
      world.call('POST', tokens, { as, body: { name: 'Watch', scopes } });
    const scopes = ['org:developer_log_read'];
    expectError(await issue('bob-push', scopes), 403, /administrator/);
    expectError(await world.call('GET', tokens, { as: 'bob-push' }), 403, /administrator/);
    expectError(await issue('alice-push', [...scopes, 'workspace:write']), 400, /workspace:write/);
    expectError(await issue('alice-push', ['no:scope']), 400);
    const elsewhere = `/workspace/v1/organizations/${world.id('901')}/tokens`;
    expectError(await world.call('GET', elsewhere, { as: 'alice-push' }), 404);
    expectError(await world.call('DELETE', `${tokens}/${world.id(people.bob)}`, { as: 'alice-push' }), 404);
  });

  it('refuse wrong bodies and cursors, and name what is wrong', async () => {
    await world.get('/v1/me');
    await world.get('/v1/me');
    const { cursor } = (await read({ limit: 1 })).json.meta;
    for (const body of [
      { limit: 0 },
      { limit: 101 },
      { limit: 1.5 },
      { token_type: 'any' },
      { event_source: 'console' },
      { date_range: 'last_year' },
      { token: 7 },
      { cursor: 'x' },
      { cursor: cursor.slice(0, -1) },
      { cursor: Buffer.from('[1.5,"a","900"]').toString('base64url') },
      { token_name: 'a,'.repeat(101) },
    ]) {
      expectError(await read(body), 400, Object.keys(body)[0] as string);
    }
    expectError(await read({ cursor }, 'dan-plan'), 400, /cursor/);
    expectError(await world.call('POST', '/v1/developer_logs', { as: 'alice-plan', body: '{' }), 400, /JSON/);
    expect((await read()).status).toBe(200);
    const hostile = { user_email: `${'\u{1f600}'.repeat(500)}'; drop table request_log`, token_name: '\\%_' };
    expect(await entriesOf(hostile)).toEqual([]);
  });
});
