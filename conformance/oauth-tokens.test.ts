import { beforeAll, describe, expect, it } from 'vitest';
import { onEachEngine } from './harness/engines.ts';
import { app, expectRefusal, type OauthWorld, oauthWorld } from './harness/oauth.ts';

const token = '/v1/oauth/token';
const refreshPath = '/v1/oauth/refresh';

onEachEngine('Tokens of apps', (engine) => {
  let oauth: OauthWorld;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const works = async (value: string) => (await oauth.asApp(value)).status === 200;

  beforeAll(async () => {
    oauth = await oauthWorld(engine, [app('app'), app('other', { client_secret: 'other-secret' })]);
  });

  describe('are refreshed', () => {
    it('[OAUTH-58, OAUTH-59, OAUTH-60, VER-05] at the current address and at the older one', async () => {
      const { refresh_token } = await oauth.tokens('bob');
      for (const ask of [
        () => oauth.refresh(refresh_token),
        () => oauth.ask({ refresh_token }, { path: refreshPath }),
      ]) {
        const answer = await ask();
        expect(answer.status).toBe(200);
        const { access_token, token_type, expires_in, ...rest } = answer.json;
        expect([typeof access_token, token_type, expires_in, rest]).toEqual([
          'string',
          'bearer',
          7_776_000,
          {},
        ]);
        expect(await works(access_token)).toBe(true);
      }
    });

    it('[OAUTH-08] only by the app that has the secret', async () => {
      const { refresh_token, access_token } = await oauth.tokens('bob');
      for (const path of [token, refreshPath]) {
        const given = { grant_type: 'refresh_token', refresh_token };
        expectRefusal(await oauth.ask(given, { path, clientSecret: 'wrong' }), 'invalid_client', 401);
        const body = new URLSearchParams(given).toString();
        expectRefusal(await oauth.call('POST', path, { headers: form, body }), 'invalid_client', 401);
      }
      expect(await works(access_token)).toBe(true);
    });

    it('[OAUTH-61, AUTH-09] in place of the token before', async () => {
      const { access_token, refresh_token } = await oauth.tokens('bob');
      const { json } = await oauth.refresh(refresh_token);
      expect([await works(access_token), await works(json.access_token)]).toEqual([false, true]);
    });

    it('[OAUTH-65] any number of times', async () => {
      const { refresh_token } = await oauth.tokens('bob');
      for (let times = 0; times < 5; times += 1) {
        const { status, json } = await oauth.refresh(refresh_token);
        expect([status, await works(json.access_token)]).toEqual([200, true]);
      }
    });

    it('from twenty connections at once, which leaves one token that works', async () => {
      const { refresh_token } = await oauth.tokens('erin');
      const answers = await Promise.all(Array.from({ length: 20 }, () => oauth.refresh(refresh_token)));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      const alive = await Promise.all(answers.map(({ json }) => works(json.access_token)));
      expect(alive.filter((isAlive) => isAlive)).toHaveLength(1);
    });

    it('not by another app', async () => {
      const { refresh_token, access_token } = await oauth.tokens('bob');
      const asOther = { clientId: 'other', clientSecret: 'other-secret' };
      expectRefusal(await oauth.refresh(refresh_token, asOther), 'invalid_grant');
      expectRefusal(await oauth.refresh(access_token), 'invalid_grant');
      expectRefusal(await oauth.refresh(''), 'invalid_request');
      expect(await works(access_token)).toBe(true);
    });
  });

  describe('issued', () => {
    it('[OAUTH-62, AUTH-09] of one app and one person are void but for the latest', async () => {
      const [first, second] = [await oauth.tokens('carla'), await oauth.tokens('carla')];
      expect([await works(first.access_token), await works(second.access_token)]).toEqual([false, true]);
      expectRefusal(await oauth.refresh(first.refresh_token), 'invalid_grant');
    });

    it('[OAUTH-63] of another app stay valid', async () => {
      const asOther = { clientId: 'other', clientSecret: 'other-secret' };
      const code = await oauth.code('bob', { client_id: 'other' });
      const { access_token } = (await oauth.exchange(code, {}, asOther)).json;
      const mine = await oauth.tokens('bob');
      await oauth.refresh(mine.refresh_token);
      expect(await works(access_token)).toBe(true);
    });

    it('[OAUTH-64] of another person stay valid', async () => {
      const [bob, carla] = [await oauth.tokens('bob'), await oauth.tokens('carla')];
      await oauth.refresh(bob.refresh_token);
      expect(await works(carla.access_token)).toBe(true);
    });

    it('are void once the person revokes what they allowed', async () => {
      const { access_token, refresh_token } = await oauth.tokens('bob');
      const listed = await oauth.own('bob', 'GET', '/workspace/v1/me/apps');
      expect(listed.json.apps.map((one: { client_id: string }) => one.client_id)).toContain(
        oauth.world.id('app'),
      );
      const revoke = () => oauth.own('bob', 'DELETE', `/workspace/v1/me/apps/${oauth.world.id('app')}`);
      expect([(await revoke()).status, (await revoke()).status]).toEqual([200, 404]);
      expect(await works(access_token)).toBe(false);
      expectRefusal(await oauth.refresh(refresh_token), 'invalid_grant');
    });
  });
});
