import { beforeAll, expect, it } from 'vitest';
import { onEachEngine } from './harness/engines.ts';
import { app, type OauthWorld, oauthWorld } from './harness/oauth.ts';

const logs = '/v1/activity_logs';
const scopes = ['org:activity_log_read', 'webhooks:write', 'webhooks:read', 'current_user:read'];

onEachEngine('Actions of apps', (engine) => {
  let oauth: OauthWorld;

  beforeAll(async () => {
    const open = app('open', { scopes, state: 'public', visibility: 'public' });
    oauth = await oauthWorld(engine, [app('internal', { scopes, name: 'Audit tool' }), open]);
  });

  it('[AUTH-10] activity logs are for apps, not for personal tokens', async () => {
    expect((await oauth.world.get(logs, 'alice')).status).toBe(401);
    const { access_token } = await oauth.tokens('alice', 'internal');
    expect((await oauth.asApp(access_token, logs)).status).toBe(200);
  });

  it('[LOG-04] activity logs are for apps of the organization, not for public ones', async () => {
    const internal = await oauth.tokens('alice', 'internal');
    const open = await oauth.tokens('alice', 'open');
    expect((await oauth.asApp(internal.access_token, logs)).status).toBe(200);
    const refused = await oauth.asApp(open.access_token, logs);
    expect([refused.status, (await oauth.asApp(open.access_token)).status]).toEqual([401, 200]);
  });

  it('a token of a workspace file may belong to an app', async () => {
    const world = await oauthWorld(engine, [app('open', { scopes, state: 'public', visibility: 'public' })], {
      tokens: { alice: [{ name: 'given', token: 'given', kind: 'oauth', app: 'open', scopes: 'all' }] },
    });
    const given = world.world.token('given');
    expect((await world.asApp(given)).status).toBe(200);
    expect((await world.asApp(given, logs)).status).toBe(401);
    await world.tokens('alice', 'open');
    expect((await world.asApp(given)).status).toBe(403);
  });

  it.each([
    ['two of one app', [{ app: 'app' }, { app: 'app' }], /one at the most/],
    ['one of an app that is not there', [{ app: 'nobody' }], /nobody/],
    ['a personal one of an app', [{ app: 'app', kind: 'personal' }], /its kind is/],
  ])('a personal token cannot have %s', async (_title, given, says) => {
    const tokens = given.map((one, index) => ({
      name: `t${index}`,
      token: `t${index}`,
      kind: 'oauth',
      scopes: 'all',
      ...one,
    }));
    await expect(oauthWorld(engine, [app('app')], { tokens: { alice: tokens } })).rejects.toThrow(says);
  });

  it('webhooks and logs name the app that made them', async () => {
    const { access_token } = await oauth.tokens('alice', 'internal');
    const body = {
      event_type: 'FILE_UPDATE',
      context: 'team',
      context_id: oauth.world.id('100'),
      status: 'PAUSED',
      endpoint: 'http://127.0.0.1:9000/hook',
      passcode: 'secret',
    };
    const headers = { authorization: `Bearer ${access_token}` };
    const made = await oauth.call('POST', '/v2/webhooks', { headers, body });
    expect([made.status, made.json.client_id, made.json.err]).toEqual([
      200,
      oauth.world.id('internal'),
      undefined,
    ]);
    const { meta } = (await oauth.asApp(access_token, `${logs}?events=webhook_create`)).json;
    expect(meta.activity_logs.at(-1).context.client_name).toBe('Audit tool');
  });
});
