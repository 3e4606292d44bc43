import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import type { Answer } from './harness/client.ts';
import { onOwnServers } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { smallFile } from './harness/example-file.ts';
import { scratchFolder } from './harness/scratch-folder.ts';
import { type Server, startServer } from './harness/server.ts';
import { createWorld, type World } from './harness/world.ts';

/** Every operation whose tier the specification names. */
const byTier: Readonly<Record<string, readonly [method: string, path: string][]>> = {
  'LIM-02': [
    ['GET', '/v1/files/KEY'],
    ['GET', '/v1/files/KEY/nodes?ids=1:1'],
    ['GET', '/v1/images/KEY?ids=1:1'],
  ],
  'LIM-03': [
    ['GET', '/v1/files/KEY/images'],
    ['GET', '/v1/files/KEY/comments'],
    ['POST', '/v1/files/KEY/comments'],
    ['DELETE', '/v1/files/KEY/comments/1'],
    ['GET', '/v1/files/KEY/comments/1/reactions'],
    ['POST', '/v1/files/KEY/comments/1/reactions'],
    ['DELETE', '/v1/files/KEY/comments/1/reactions?emoji=:heart:'],
    ['GET', '/v1/teams/TEAM/projects'],
    ['GET', '/v1/projects/PROJECT/files'],
    ['GET', '/v1/files/KEY/variables/local'],
    ['GET', '/v1/files/KEY/variables/published'],
    ['GET', '/v2/webhooks'],
    ['POST', '/v2/webhooks'],
    ['GET', '/v2/webhooks/1'],
    ['PUT', '/v2/webhooks/1'],
    ['DELETE', '/v2/webhooks/1'],
    ['GET', '/v2/teams/TEAM/webhooks'],
    ['GET', '/v2/webhooks/1/requests'],
  ],
  'LIM-04': [
    ['GET', '/v1/files/KEY/meta'],
    ['GET', '/v1/activity_logs'],
    ['GET', '/v1/oembed'],
    ['GET', '/v1/payments'],
    ['POST', '/v1/files/KEY/variables'],
  ],
};

const ownNumbers = `
professional: { full: { tier1: 1/minute, tier2: 1/minute, tier3: 1/minute } }
organization: { full: { tier1: 3/minute } }
enterprise: { full: { tier1: 2/minute } }
`;

const bearer = { name: 'app', token: 'alice-app', scopes: 'all', kind: 'oauth' };
const narrow = { name: 'narrow', token: 'alice-narrow', scopes: ['file_comments:read'] };

async function worldOf(server: Server, plan: string): Promise<World> {
  const files = [fileOf('main', smallFile('One')), fileOf('open', smallFile('Two'), { link_access: 'view' })];
  const apps = ['first', 'second'].map((id) => ({
    client_id: id,
    client_secret: `${id}-secret`,
    name: id,
    organization: '900',
    creator: '11',
    redirect_urls: ['https://127.0.0.1:9000/callback'],
    scopes: ['file_content:read'],
    visibility: 'private',
    state: 'private',
  }));
  const tokens = apps.map(({ client_id }) => ({
    ...bearer,
    name: client_id,
    token: `by-${client_id}`,
    app: client_id,
  }));
  return createWorld(server, {
    ...cast({ plan, files, tokens: { alice: [bearer, narrow, ...tokens] } }),
    apps,
  });
}

/** The same headers under both names. @see ruling H1 */
function expectRefusal(answer: Answer, named: { plan: string; type: string }): number {
  expectError(answer, 429, /^Rate limit exceeded\. Try again in /);
  for (const prefix of ['x-service', 'x-figma']) {
    expect(answer.headers[`${prefix}-plan-tier`]).toBe(named.plan);
    expect(answer.headers[`${prefix}-rate-limit-type`]).toBe(named.type);
    expect(answer.headers[`${prefix}-upgrade-link`]).toMatch(/^https:\/\//);
  }
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  return Number(answer.headers['retry-after']);
}

onOwnServers('Rate limits', ({ postgres }) => {
  describe('with numbers of their own', () => {
    let folder: string;
    let server: Server;

    beforeAll(async () => {
      folder = await scratchFolder('limits');
      await writeFile(join(folder, 'limits.yaml'), ownNumbers);
      server = await startServer({ postgres, env: { VITRINE_RATE_LIMITS: join(folder, 'limits.yaml') } });
    });
    afterAll(async () => {
      await server?.stop();
      await server?.installation.remove();
      await rm(folder, { recursive: true });
    });

    it('[LIM-01, LIM-02, LIM-03, LIM-04, F33] every operation of a tier draws on its budget, and on no other', async () => {
      const world = await worldOf(server, 'professional');
      const placed = (path: string) =>
        path
          .replace('KEY', world.id('main'))
          .replace('TEAM', world.id('100'))
          .replace('PROJECT', world.id('200'));
      const call = ([method, path]: readonly [string, string]) => {
        const headers = { authorization: `Bearer ${world.token('alice-app')}` };
        const isOAuthOnly = path.startsWith('/v1/activity_logs');
        return world.call(method, placed(path), isOAuthOnly ? { as: null, headers } : {});
      };
      for (const operations of Object.values(byTier)) {
        expect((await call(operations[0] ?? ['', ''])).status).toBe(200);
        for (const operation of operations) {
          expect([operation, (await call(operation)).status]).toEqual([operation, 429]);
        }
      }
    });

    it('[LIM-01, G] a call succeeds once the seconds of Retry-After have passed, and not before', async () => {
      const world = await worldOf(server, 'organization');
      const file = `/v1/files/${world.id('main')}`;
      const advance = async (time: string) =>
        server.call('POST', '/test/v1/clock', { token: server.adminToken, body: { advance: time } });
      for (const path of [file, `${file}/nodes?ids=1:1`, file]) {
        expect((await world.get(path)).status).toBe(200);
      }
      const seconds = expectRefusal(await world.get(file), { plan: 'org', type: 'high' });
      expect(seconds).toBeGreaterThan(10);
      expect(seconds).toBeLessThanOrEqual(20);
      await advance(`${seconds - 10}s`);
      expectRefusal(await world.get(file), { plan: 'org', type: 'high' });
      await advance('10s');
      expect((await world.get(file)).status).toBe(200);
      expectRefusal(await world.get(file), { plan: 'org', type: 'high' });
    });

    it('[H16] rate limits are checked after callers and scopes, and before syntax and existence', async () => {
      const world = await worldOf(server, 'professional');
      const file = `/v1/files/${world.id('main')}`;
      for (let calls = 0; calls < 3; calls += 1) {
        expectError(await world.get(file, null), 403, /No token/);
        expectError(await world.get(file, 'alice-narrow'), 403, /Invalid scope/);
      }
      expectError(await world.get(`${file}?depth=x`), 400);
      for (const path of [`${file}?depth=x`, '/v1/files/none', file]) {
        expectRefusal(await world.get(path), { plan: 'pro', type: 'high' });
      }
      expectError(await world.get(file, null), 403, /No token/);
      expectError(await world.get(file, 'alice-narrow'), 403, /Invalid scope/);
    });

    it('[G] each person and each app has a budget of its own', async () => {
      const world = await worldOf(server, 'professional');
      const file = `/v1/files/${world.id('main')}`;
      const byApp = async (token: string) => {
        const headers = { authorization: `Bearer ${world.token(token)}` };
        return (await world.call('GET', file, { as: null, headers })).status;
      };
      const statuses = [(await world.get(file)).status, (await world.get(file, 'bob')).status];
      statuses.push(await byApp('by-first'), await byApp('by-second'));
      expect(statuses).toEqual([200, 200, 200, 200]);
      expect([await byApp('by-first'), await byApp('by-second')]).toEqual([429, 429]);
      expectRefusal(await world.get(file, 'bob'), { plan: 'pro', type: 'high' });
    });

    it('[G] the plan of the file counts, whoever calls; for a file that the caller does not see, that of the caller', async () => {
      const world = await worldOf(server, 'professional');
      const open = () => world.get(`/v1/files/${world.id('open')}`, 'dan');
      expect((await open()).status).toBe(200);
      expectRefusal(await open(), { plan: 'pro', type: 'high' });
      const hidden = [`/v1/files/${world.id('main')}`, '/v1/files/none'];
      for (const path of hidden) expectError(await world.get(path, 'dan'), 404);
      for (const path of hidden) {
        expectRefusal(await world.get(path, 'dan'), { plan: 'enterprise', type: 'high' });
      }
    });

    it('refusals are counted by operation, and pages may read their headers', async () => {
      const world = await worldOf(server, 'professional');
      const count = async () => {
        const { text } = await world.get('/metrics', null);
        const line = /^vitrine_requests_total\{operation="getFileMeta",status="429"\} (\d+)$/m.exec(text);
        return Number(line?.[1] ?? 0);
      };
      const before = await count();
      const meta = () => world.get(`/v1/files/${world.id('main')}/meta`);
      await meta();
      const refused = await meta();
      expect(refused.headers['access-control-expose-headers']).toContain('X-Figma-Plan-Tier');
      expect(await count()).toBe(before + 1);
    });
  });

  describe('with those of the original', () => {
    let server: Server;
    const control = async (method: string, path: string, body: object) =>
      server.call(method, `/test/v1${path}`, { token: server.adminToken, body });

    beforeAll(async () => {
      server = await startServer({
        postgres,
        env: { VITRINE_RATE_LIMITS: 'original', VITRINE_OEMBED_PER_MINUTE: '2' },
      });
    });
    afterAll(async () => {
      await server?.stop();
      await server?.installation.remove();
    });

    it('[G] a view seat has six calls of tier 1 in a month, until the month is over', async () => {
      const today = new Date();
      const middle = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 15));
      expect((await control('POST', '/clock', { set: middle.toISOString() })).status).toBe(200);
      const world = await worldOf(server, 'enterprise');
      const identity = `/tokens/${world.token('alice')}/identity`;
      const given = await control('PUT', identity, { seat: 'view' });
      expect([given.status, given.json]).toEqual([200, { seat: 'view' }]);
      const file = () => world.get(`/v1/files/${world.id('main')}`);
      for (let calls = 0; calls < 6; calls += 1) expect((await file()).status).toBe(200);
      const seconds = expectRefusal(await file(), { plan: 'enterprise', type: 'low' });
      const { now } = (await server.call('GET', '/test/v1/clock', { token: server.adminToken })).json;
      const returns = new Date(Date.parse(now) + seconds * 1000);
      expect([returns.getUTCDate(), returns.getUTCHours(), returns.getUTCMinutes()]).toEqual([1, 0, 0]);
      expect((await world.get(`/v1/files/${world.id('main')}`, 'bob')).status).toBe(200);
      await control('POST', '/clock', { advance: `${seconds - 60}s` });
      expectRefusal(await file(), { plan: 'enterprise', type: 'low' });
      await control('POST', '/clock', { advance: '60s' });
      expect((await file()).status).toBe(200);
    });

    it('a test may give a token another plan, which checks of plans respect, too', async () => {
      const world = await worldOf(server, 'enterprise');
      const variables = () => world.get(`/v1/files/${world.id('main')}/variables/local`);
      const identity = `/tokens/${world.token('alice')}/identity`;
      const file = () => world.get(`/v1/files/${world.id('main')}`);
      await control('PUT', identity, { plan: 'starter' });
      expectError(await variables(), 403, /^Limited by plan$/);
      for (let calls = 0; calls < 6; calls += 1) expect((await file()).status).toBe(200);
      expectRefusal(await file(), { plan: 'starter', type: 'high' });
      await control('PUT', identity, {});
      expect([(await variables()).status, (await file()).status]).toEqual([200, 200]);
      expectError(await control('PUT', '/tokens/nobodys/identity', { plan: 'starter' }), 404);
      expectError(await control('PUT', identity, { plan: 'free' }), 400);
    });

    it('[LIM-05, EMB-22, ERR-09] oEmbed has a limit of its own', async () => {
      const world = await worldOf(server, 'enterprise');
      const embed = () => world.get('/v1/oembed?url=https%3A%2F%2Fexample.com%2F');
      for (let calls = 0; calls < 2; calls += 1) expect((await embed()).status).not.toBe(429);
      expectRefusal(await embed(), { plan: 'enterprise', type: 'high' });
    });
  });
});
