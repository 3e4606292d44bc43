import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { onOwnServers } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { smallFile } from './harness/example-file.ts';
import { type Server, startServer } from './harness/server.ts';
import { createWorld, type World } from './harness/world.ts';

const mine = '/workspace/v1/me/tokens';
const daySeconds = 24 * 3600;

interface Made {
  readonly id: string;
  readonly token: string;
  readonly created_at: string;
  readonly expires_at: string;
}

const lifeSeconds = (made: Made): number =>
  (Date.parse(made.expires_at) - Date.parse(made.created_at)) / 1000;

onOwnServers('Personal access tokens', ({ postgres }) => {
  let server: Server;
  let world: World;
  let file: string;

  beforeAll(async () => {
    server = await startServer({ postgres });
  });
  afterAll(async () => {
    await server?.stop();
    await server?.installation.remove();
  });

  const advance = async (time: string) => {
    const { status } = await server.call('POST', '/test/v1/clock', {
      token: server.adminToken,
      body: { advance: time },
    });
    expect(status).toBe(200);
  };
  /** Bob's own; a world of its own for each test, since the clock moves. */
  const ask = (body: object) => {
    const whole = { name: 'new', scopes: ['file_metadata:read'], ...body };
    return world.call('POST', mine, { as: 'bob-push', body: whole });
  };
  const make = async (body: object = {}): Promise<Made> => {
    const { status, json } = await ask(body);
    expect([status, json.err]).toEqual([200, undefined]);
    return json;
  };
  const use = (token: string, path = `${file}/meta`) => server.call('GET', path, { token });
  const listed = async () => (await world.get(mine, 'bob-push')).json.tokens;
  const listedAs = async ({ id }: Made) => (await listed()).find((token: Made) => token.id === id);

  const fresh = async () => {
    world = await createWorld(server, cast({ files: [fileOf('main', smallFile('One'))] }));
    file = `/v1/files/${world.id('main')}`;
  };

  describe('as time goes by', () => {
    it('[PAT-02] expire when they were set to, as the list says', async () => {
      await fresh();
      const made = await make({ expires_in: 7 * daySeconds });
      expect([lifeSeconds(made), (await listedAs(made)).expires_at]).toEqual([
        7 * daySeconds,
        made.expires_at,
      ]);
      await advance(`${7 * daySeconds - 60}s`);
      expect((await use(made.token)).status).toBe(200);
      await advance('1d');
      expectError(await use(made.token), 403, /^Token expired/);
    });

    it('[PAT-10, LIM-09] for exploration expire after 24 hours', async () => {
      await fresh();
      const made = await make({ exploration: true, expires_in: 7 * daySeconds });
      expect(lifeSeconds(made)).toBe(daySeconds);
      await advance('23h');
      expect((await use(made.token)).status).toBe(200);
      await advance('1h');
      expectError(await use(made.token), 403, /^Token expired/);
    });

    it('[PAT-04, PAT-05, LIM-09] expire after 90 days at the latest', async () => {
      await fresh();
      const [longest, untold] = [await make({ expires_in: 90 * daySeconds }), await make()];
      expect([longest, untold].map(lifeSeconds)).toEqual([90 * daySeconds, 90 * daySeconds]);
      for (const expires_in of [90 * daySeconds + 1, 91 * daySeconds])
        expectError(await ask({ expires_in }), 400, /expires_in/);
      await advance('89d');
      for (const { token } of [longest, untold]) expect((await use(token)).status).toBe(200);
      await advance('2d');
      for (const { token } of [longest, untold]) expectError(await use(token), 403, /^Token expired/);
    });
  });

  describe('of somebody', () => {
    beforeAll(fresh);

    it.each([0, -1, null, 1.5, 'never', 1e300])(
      '[PAT-05] cannot have the lifetime %j',
      async (expires_in) => {
        expectError(await ask({ expires_in }), 400, /expires_in/);
      },
    );

    it('[PAT-03, PAT-07] open what their scopes open, and are listed with these', async () => {
      const made = await make();
      expect((await use(made.token)).status).toBe(200);
      expectError(await use(made.token, file), 403, /^Invalid scope/);
      expect((await listedAs(made)).scopes).toEqual(['file_metadata:read']);
    });

    it('[PAT-06] show their value once', async () => {
      const made = await make();
      expect(made.token).toMatch(/^[\w-]{43}$/);
      expect(await listedAs(made)).not.toHaveProperty('token');
      expect((await world.get(mine, 'bob-push')).text).not.toContain(made.token);
    });

    it('[PAT-08] show when they were last used', async () => {
      const made = await make();
      expect((await listedAs(made)).last_used_at).toBeNull();
      await use(made.token);
      const lastUse = async () => Date.parse((await listedAs(made)).last_used_at ?? 0);
      await expect.poll(lastUse).toBeGreaterThanOrEqual(Date.parse(made.created_at));
      const first = await lastUse();
      await advance('5m');
      await use(made.token);
      await expect.poll(lastUse).toBeGreaterThanOrEqual(first + 300_000);
    });

    it('[PAT-09] are refused from the moment they are revoked', async () => {
      const made = await make();
      expect((await use(made.token)).status).toBe(200);
      const path = `${mine}/${made.id}`;
      expect((await world.call('DELETE', path, { as: 'carla-push' })).status).toBe(404);
      expect((await use(made.token)).status).toBe(200);
      expect((await world.call('DELETE', path, { as: 'bob-push' })).status).toBe(200);
      expectError(await use(made.token), 403, /^Invalid token/);
    });
  });
});
