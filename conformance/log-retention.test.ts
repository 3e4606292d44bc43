import { afterAll, beforeAll, expect, it } from 'vitest';
import { appToken, eventsOf, readLogs } from './harness/activity.ts';
import { cast } from './harness/cast.ts';
import { onOwnServers } from './harness/engines.ts';
import { type Server, startServer } from './harness/server.ts';
import { createWorld, type World } from './harness/world.ts';

onOwnServers('Logs, with a clock that moves', ({ postgres }) => {
  let server: Server;
  let world: World;
  beforeAll(async () => {
    const env = { VITRINE_ACTIVITY_LOG_DAYS: '20', VITRINE_TRUSTED_PROXIES: '127.0.0.1' };
    server = await startServer({ postgres, env });
  });
  afterAll(async () => {
    await server?.stop();
    await server?.installation.remove();
  });

  const newWorld = async () => {
    const plan = { name: 'plan', token: 'plan', kind: 'plan', scopes: ['org:developer_log_read'] };
    world = await createWorld(server, cast({ tokens: { alice: [appToken('alice-app'), plan] } }));
  };
  const advance = async (time: string) => {
    const body = { advance: time };
    const moved = await server.call('POST', '/test/v1/clock', { token: server.adminToken, body });
    expect(moved.status).toBe(200);
  };
  const callsOf = async (body: object = {}) => {
    const asked = { token_type: 'developer_token', ...body };
    return (await world.call('POST', '/v1/developer_logs', { as: 'plan', body: asked })).json.meta.items;
  };

  it('name the client address that a trusted proxy gives, where it is an address', async () => {
    await newWorld();
    for (const claim of ['198.51.100.1, 203.0.113.9', '"><script>']) {
      const headers = { 'x-forwarded-for': claim };
      await world.call('GET', '/v1/me', { headers });
      const body = { name: 'Team', organization: world.id('900') };
      await world.call('POST', '/workspace/v1/teams', { as: 'alice-push', headers, body });
    }
    const addresses = (entries: readonly { context: object }[]) =>
      entries.map(({ context }) => (context as { ip_address: string }).ip_address);
    expect(addresses(await callsOf())).toEqual(['127.0.0.1', '203.0.113.9']);
    expect(addresses(await eventsOf(world))).toEqual(['203.0.113.9', '127.0.0.1']);
  });

  it('of calls are kept for 30 days', async () => {
    await newWorld();
    await world.get('/v1/me');
    const counts = async () => {
      const ranges = ['last_24h', 'last_7d', 'last_30d'];
      return Promise.all(ranges.map(async (date_range) => (await callsOf({ date_range })).length));
    };
    expect(await counts()).toEqual([1, 1, 1]);
    await advance('2d');
    expect(await counts()).toEqual([0, 1, 1]);
    await advance('27d');
    expect(await counts()).toEqual([0, 0, 1]);
    await advance('25h');
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('[LOG-16] of changes are kept as long as set, and a cursor outlives them', async () => {
    await newWorld();
    const makeTeam = (name: string) =>
      world.call('POST', '/workspace/v1/teams', {
        as: 'alice-push',
        body: { name, organization: world.id('900') },
      });
    await makeTeam('One');
    const { cursor } = (await readLogs(world)).json.meta;
    await advance('19d');
    expect(await eventsOf(world)).toHaveLength(1);
    await advance('25h');
    expect(await eventsOf(world, '?start_time=0')).toEqual([]);
    await makeTeam('Two');
    const [event, ...others] = await eventsOf(world, `?cursor=${cursor}`);
    expect([event?.entity.name, others]).toEqual(['Two', []]);
  });

  it('of calls are written before the server stops', async () => {
    await newWorld();
    await world.get('/v1/me');
    await server.stop();
    server = await startServer({ postgres, installation: server.installation });
    const headers = { 'x-service-token': world.token('plan') };
    const { json } = await server.call('POST', '/v1/developer_logs', { headers, body: {} });
    expect(json.meta.items).toHaveLength(1);
  });
});
