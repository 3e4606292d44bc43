import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './harness/browser.ts';
import { onOwnServers } from './harness/engines.ts';
import {
  basic,
  callback,
  expectRefusal,
  type OauthWorld,
  oauthWorld,
  password,
  secret,
} from './harness/oauth.ts';
import { type Server, startServer } from './harness/server.ts';

onOwnServers('OAuth on a server of its own', ({ postgres }) => {
  let server: Server;
  let oauth: OauthWorld;
  const advance = async (time: string) => {
    const body = { advance: time };
    const { status } = await server.call('POST', '/test/v1/clock', { token: server.adminToken, body });
    expect(status).toBe(200);
  };
  const works = async (value: string) => (await oauth.asApp(value)).status;

  beforeAll(async () => {
    const addresses = {
      VITRINE_AUTH_URL: 'https://sign-in.example/auth',
      VITRINE_GOV_BASE_URL: 'https://gov.example/government',
    };
    server = await startServer({ postgres, env: { ...addresses, VITRINE_LOG_LEVEL: 'info' } });
    oauth = await oauthWorld(server);
  });
  afterAll(async () => {
    await server?.stop();
    await server?.installation.remove();
  });

  it('[OAUTH-48, LIM-07] accepts a code for 30 seconds', async () => {
    const [early, late] = [await oauth.code('bob'), await oauth.code('carla')];
    await advance('15s');
    expect((await oauth.exchange(early)).status).toBe(200);
    await advance('16s');
    expectRefusal(await oauth.exchange(late), 'invalid_grant');
  });

  it('[OAUTH-57, LIM-08] accepts an access token for 90 days', async () => {
    const { access_token, refresh_token } = await oauth.tokens('bob');
    await advance('89d');
    expect(await works(access_token)).toBe(200);
    await advance('2d');
    expect(await works(access_token)).toBe(403);
    const { json } = await oauth.refresh(refresh_token);
    expect(await works(json.access_token)).toBe(200);
  });

  it('[OAUTH-28] has the authorization page and the sign-in at the address that the settings give', async () => {
    const browser = openBrowser(server);
    const page = await oauth.visit('bob', `/auth${oauth.page()}`, browser);
    const answer = await browser.submit(page, 'Allow');
    const code = new URL(String(answer.headers.location)).searchParams.get('code') ?? '';
    expect((await oauth.exchange(code)).status).toBe(200);
    expect((await server.call('POST', '/auth/v1/oauth/token')).status).toBe(404);
    const { components } = (await server.call('GET', '/openapi.json')).json;
    const { authorizationUrl } = components.securitySchemes.OAuth2.flows.authorizationCode;
    expect(authorizationUrl).toBe('https://sign-in.example/auth/oauth');
  });

  it('[OAUTH-66] exchanges and refreshes at the address of the government region', async () => {
    const path = '/government/v1/oauth/token';
    const { status, json } = await oauth.exchange(await oauth.code('bob'), {}, { path });
    expect([status, await works(json.access_token)]).toEqual([200, 200]);
    expect((await oauth.refresh(json.refresh_token, { path })).status).toBe(200);
  });

  describe('a session', () => {
    const signedIn = async () => {
      const browser = openBrowser(server);
      await oauth.visit('bob', '/sign-in', browser);
      return async () => (await browser.get('/workspace/v1/session')).status;
    };

    it('ends when it is not used for a day', async () => {
      const session = await signedIn();
      for (const _day of [1, 2, 3]) {
        await advance('23h');
        expect(await session()).toBe(200);
      }
      await advance('24h');
      expect(await session()).toBe(403);
    });

    it('ends after two weeks, however much it is used', async () => {
      const session = await signedIn();
      for (let halfDays = 1; halfDays < 28; halfDays += 1) {
        await advance('12h');
        expect(await session()).toBe(200);
      }
      await advance('12h');
      expect(await session()).toBe(403);
    });
  });

  it('[OAUTH-55, OAUTH-56, VER-06] gives ids as text, and as a number where one is exact', async () => {
    const person = (id: string) => ({
      id,
      handle: id,
      email: `p${id}@example.com`,
      organization: '7',
      password,
    });
    const apps = [
      {
        client_id: 'a',
        client_secret: secret,
        name: 'A',
        organization: '7',
        redirect_urls: [callback],
        scopes: ['current_user:read'],
        state: 'private',
      },
    ];
    const users = [person('42'), person('9007199254740993')];
    const body = { organizations: [{ id: '7', name: 'Seven' }], users, apps };
    expect(
      (await server.call('POST', '/workspace/v1/apply', { token: server.adminToken, body })).status,
    ).toBe(200);
    for (const { id, email } of users) {
      const browser = openBrowser(server);
      const page = await browser.get(oauth.page({ client_id: 'a' }));
      const next = await browser.submit(page, 'Sign in', { email, password });
      const consent = await browser.get(String(next.headers.location));
      const { location } = (await browser.submit(consent, 'Allow')).headers;
      const code = new URL(String(location)).searchParams.get('code') ?? '';
      const { json } = await oauth.exchange(code, {}, { clientId: 'a' });
      expect([json.user_id_string, json.user_id]).toEqual(id === '42' ? ['42', 42] : [id, undefined]);
    }
  });

  it('throttles guesses at a password, by the clock', async () => {
    const browser = openBrowser(server);
    const page = await browser.get('/sign-in');
    const guess = (given: string) =>
      browser.submit(page, 'Sign in', { email: oauth.emailOf('dan'), password: given });
    for (let count = 0; count < 5; count += 1) expect((await guess(`wrong ${count}`)).status).toBe(403);
    const refused = await guess(password);
    expect(refused.status).toBe(429);
    // What has passed since the first guess is less to wait.
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(30);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    await advance('60s');
    expect((await guess(password)).status).toBe(303);
  });

  it('stores no code, token, secret or session in plain text', async () => {
    const code = await oauth.code('bob');
    const { json } = await oauth.exchange(code);
    const browser = openBrowser(server);
    await oauth.visit('bob', '/sign-in', browser);
    const backup = await server.call('GET', '/workspace/v1/backup', { token: server.adminToken });
    expect(backup.status).toBe(200);
    const secrets = [
      code,
      json.access_token,
      json.refresh_token,
      secret,
      password,
      ...browser.cookies.values(),
    ];
    for (const value of secrets) expect(backup.bytes.includes(value)).toBe(false);
    expect(backup.bytes.includes('authorization_codes')).toBe(true);
  });

  it('writes no code, token, secret or session to the log, and no token in an address', async () => {
    const quiet = 'a-token-in-an-address';
    expect((await server.call('GET', `/v1/me?access_token=${quiet}&token=${quiet}`)).status).toBe(403);
    const query = new URLSearchParams({
      code: quiet,
      client_secret: quiet,
      refresh_token: quiet,
      code_verifier: quiet,
    });
    expect((await server.call('POST', `/v1/oauth/token?grant_type=authorization_code&${query}`)).status).toBe(
      400,
    );
    await server.call('POST', '/v1/oauth/token', { headers: { authorization: basic('app', quiet) } });
    const log = server.process.stderr();
    expect([log.includes('/v1/oauth/token'), log.includes(quiet)]).toEqual([true, false]);
    const { text } = await server.call('GET', '/test/v1/requests', { token: server.adminToken });
    expect([text.includes('/v1/oauth/token'), text.includes(quiet), text.includes(password)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
