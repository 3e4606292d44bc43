import { describe, expect, it } from 'vitest';
import { castServer, castWorkspace, files, people, projects, team } from '../../testing/cast.ts';
import { startTestServer } from '../../testing/test-server.ts';

const { play, server } = castServer();

const meta = `GET /v1/files/${files.open}/meta`;
const rename = (name: string) => play('alice', `PATCH /workspace/v1/files/${files.open}`, { name });
const nameNow = async () => (await play('alice', meta)).json.file.name;

describe('The clock of test mode', () => {
  const now = async () => Date.parse((await play('admin', 'GET /test/v1/clock')).json.now);
  const move = (body: object) => play('admin', 'POST /test/v1/clock', body);

  it('runs the upkeep that becomes due on the way', async () => {
    const { database } = server().context;
    const dueAt = async () => {
      const rows = await database.selectFrom('chores').select('next_at').execute();
      return rows.map(({ next_at }) => next_at);
    };
    await database.insertInto('rate_buckets').values({ key: 'old', empty_at: 1 }).execute();
    const [before = 0] = await dueAt();
    const at = Date.parse((await move({ advance: '330m' })).json.now);
    expect(await database.selectFrom('rate_buckets').select('key').execute()).toEqual([]);
    for (const next of await dueAt()) {
      expect([next > at, next <= at + 3_600_000]).toEqual([true, true]);
      expect((next - before) % 3_600_000).toBeLessThan(60_000);
    }
  });

  it('advances by a duration, or to a moment', async () => {
    const before = await now();
    const { json } = await move({ advance: '4m50s' });
    expect(Date.parse(json.now) - before).toBeGreaterThanOrEqual(290_000);
    expect(Date.parse(json.now) - before).toBeLessThan(320_000);
    const set = new Date((await now()) + 86_400_000).toISOString();
    expect((await move({ set })).json.now.slice(0, 16)).toBe(set.slice(0, 16));
  });

  it('does not go back', async () => {
    const before = await now();
    const refused = await move({ set: new Date(before - 1000).toISOString() });
    expect([refused.status, refused.json.err]).toEqual([400, expect.stringContaining('forward only')]);
    expect(await now()).toBeGreaterThanOrEqual(before);
  });

  it.each([
    {},
    { advance: 'soon' },
    { advance: '-5m' },
    { advance: '5' },
    { set: 'tomorrow' },
    { advance: '5m', set: '2030-01-01T00:00:00Z' },
    { advance: '99999999d' },
  ])('is not advanced by %j', async (body) => {
    const before = await now();
    expect((await move(body)).status).toBe(400);
    expect((await now()) - before).toBeLessThan(10_000);
  });
});

describe('Worlds of test mode', () => {
  const load = async (workspace: object = castWorkspace()) => {
    const answer = await play('admin', 'POST /test/v1/workspaces', workspace);
    expect(answer.status).toBe(200);
    return answer.json as { ids: Record<string, string>; tokens: Record<string, string>; adminToken: string };
  };

  it('are loaded under fresh names that belong together', async () => {
    const { ids, tokens } = await load();
    const file = (await play({ token: tokens['bob-token']! }, `GET /v1/files/${ids[files.open]}/meta`)).json;
    expect(file.file).toMatchObject({ role: 'editor', creator: { id: ids[people.alice], handle: 'Alice' } });
    const outside = await play({ token: tokens['dan-token']! }, `GET /v1/files/${ids[files.open]}/meta`);
    expect(outside.status).toBe(404);
  });

  it('of the same file share nothing', async () => {
    const [first, second] = [await load(), await load()];
    const values = (world: typeof first) => [
      ...Object.values(world.ids),
      ...Object.values(world.tokens),
      world.adminToken,
    ];
    const shared = new Set(values(first)).intersection(new Set(values(second)));
    expect([...shared]).toEqual([]);
    const stranger = { token: second.adminToken };
    expect((await play(stranger, `GET /v1/files/${first.ids[files.open]}/meta`)).status).toBe(404);
    const renamed = await play(
      { token: first.adminToken },
      `PATCH /workspace/v1/files/${first.ids[files.open]}`,
      { name: 'Mine' },
    );
    expect(renamed.status).toBe(200);
    const others = await play(stranger, `GET /v1/files/${second.ids[files.open]}/meta`);
    expect(others.json.file.name).toBe('Design open');
    expect(await nameNow()).toBe('Design open');
  });

  it('of things without ids share nothing, either', async () => {
    const nameless = {
      organizations: [{ name: 'O' }],
      users: [{ handle: 'A', email: 'a@example.com', organization: 'x', tokens: [] }],
    };
    const refused = await play('admin', 'POST /test/v1/workspaces', nameless);
    expect([refused.status, refused.json.err]).toEqual([400, expect.stringContaining('"x"')]);
    const people = {
      users: [{ handle: 'A', email: 'a@example.com', tokens: [{ name: 'n', scopes: 'all' }] }],
    };
    const me = async () =>
      (await play({ token: (await load(people)).tokens['a@example.com/n']! }, 'GET /v1/me')).json.id;
    expect(await me()).not.toBe(await me());
  });

  it('cannot contain what belongs to the installation', async () => {
    const stray = { files: [{ name: 'Stray', project: projects.open }] };
    expect((await play('admin', 'POST /test/v1/workspaces', stray)).status).toBe(400);
    const member = { teams: [{ name: 'T', members: [{ user: people.bob, role: 'admin' }] }] };
    expect((await play('admin', 'POST /test/v1/workspaces', member)).status).toBe(400);
  });

  it('have an administrator of their own, not of the installation', async () => {
    const { ids, adminToken } = await load();
    const admin = { token: adminToken };
    const { teams } = (await play(admin, 'GET /workspace/v1/teams')).json;
    expect(teams.map(({ id }: { id: string }) => id)).toEqual([ids[team]]);
    for (const key of [files.open, files.viewOnly, files.inviteOnly]) {
      expect((await play(admin, `GET /v1/files/${ids[key]}/meta`)).json.file.role).toBe('editor');
    }
    const user = { email: 'new@example.com', handle: 'New' };
    const users = `POST /workspace/v1/organizations/${ids['900']}/users`;
    expect((await play(admin, users, user)).status).toBe(200);
    expect((await play(admin, 'POST /workspace/v1/organizations/900/users', user)).status).toBe(404);
    expect((await play(admin, 'GET /workspace/v1/backup')).status).toBe(403);
    expect((await play(admin, 'POST /workspace/v1/apply', {})).status).toBe(403);
    expect((await play(admin, 'POST /test/v1/reset', {})).status).toBe(403);
  });

  it('that cannot be loaded leave nothing behind', async () => {
    const broken = { ...castWorkspace(), sites: [{ name: 'S', url_path: 'no slash', file: files.open }] };
    const count = async () =>
      (await server().context.database.selectFrom('users').select('id').execute()).length;
    const before = await count();
    expect((await play('admin', 'POST /test/v1/workspaces', broken)).status).toBe(400);
    const path = { ...castWorkspace(), files: [{ name: 'F', project: projects.open, source: './x.json' }] };
    expect((await play('admin', 'POST /test/v1/workspaces', path)).status).toBe(400);
    expect(await count()).toBe(before);
  });
});

describe('A snapshot of test mode', () => {
  it('is restored, and without an id the state at the start', async () => {
    await rename('Second');
    const { id } = (await play('admin', 'POST /test/v1/snapshot')).json;
    await rename('Third');
    await play('admin', 'POST /test/v1/reset', { snapshot: id });
    expect(await nameNow()).toBe('Second');
    await play('admin', 'POST /test/v1/reset');
    expect(await nameNow()).toBe('Design open');
    await play('admin', 'POST /test/v1/reset', { snapshot: id });
    expect(await nameNow()).toBe('Second');
  });

  it('that was never made answers 404 and changes nothing', async () => {
    await rename('Second');
    expect((await play('admin', 'POST /test/v1/reset', { snapshot: 'nope' })).status).toBe(404);
    expect(await nameNow()).toBe('Second');
  });
});

describe('Injected faults', () => {
  const fault = (body: object) => play('admin', 'POST /test/v1/faults', body);

  it('answer the next calls of one operation with a status, then no more', async () => {
    const asked = { operation: 'getFileMeta', times: 2, status: 503 };
    expect((await fault(asked)).json).toEqual(asked);
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await play('alice', meta)).status);
    expect(statuses).toEqual([503, 503, 200]);
    await fault(asked);
    expect((await play('alice', `GET /v1/files/${files.open}`)).status).toBe(200);
  });

  it('delay an answer', async () => {
    await fault({ operation: 'getFileMeta', times: 1, delay: '150ms' });
    const began = performance.now();
    expect((await play('alice', meta)).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThanOrEqual(145);
  });

  it('break an answer off in the middle', async () => {
    await fault({ operation: 'getFile', times: 1, cutBodyAt: 40 });
    await expect(play('alice', `GET /v1/files/${files.open}`)).rejects.toThrow();
    expect((await play('alice', `GET /v1/files/${files.open}`)).status).toBe(200);
  });

  it('are removed all at once, and by a reset', async () => {
    for (const end of ['DELETE /test/v1/faults', 'POST /test/v1/reset']) {
      await fault({ operation: 'getFileMeta', times: 9, status: 500 });
      expect((await play('admin', end)).status).toBe(200);
      expect((await play('alice', meta)).status).toBe(200);
    }
  });

  it('of an operation that does not exist are refused with its name', async () => {
    const refused = await fault({ operation: 'getFiles', times: 1, status: 500 });
    expect([refused.status, refused.json.err]).toEqual([400, 'There is no operation "getFiles".']);
  });

  it.each([
    { operation: 'getFile', times: 1 },
    { operation: 'getFile', times: 0, status: 500 },
    { operation: 'getFile', times: 1, status: 200 },
    { operation: 'getFile', times: 1, delay: '2h' },
    { operation: 'getFile', times: 1, failRender: false },
  ])('%j are refused', async (body) => {
    expect((await fault(body)).status).toBe(400);
    expect((await play('alice', `GET /v1/files/${files.open}`)).status).toBe(200);
  });
});

describe('The list of received calls', () => {
  const received = async () => (await play('admin', 'GET /test/v1/requests')).json.requests;

  it('shows calls oldest first, with their status and without secrets', async () => {
    await play('alice', `${meta}?a=b`);
    await play('dan', meta);
    await server().call('/nowhere', { token: null });
    await expect.poll(async () => (await received()).length).toBe(3);
    const requests = await received();
    expect(requests[0]).toMatchObject({
      operation: 'getFileMeta',
      method: 'GET',
      path: `/v1/files/${files.open}/meta`,
      query: { a: 'b' },
      body: null,
      status: 200,
    });
    expect(requests.map(({ status }: { status: number }) => status)).toEqual([200, 404, 404]);
    expect(requests[2].operation).toBeNull();
    expect(JSON.stringify(requests)).not.toMatch(/alice-token|dan-token/);
  });

  it('shows the JSON that was sent', async () => {
    await rename('Second');
    await expect.poll(async () => (await received())[0]?.body).toEqual({ name: 'Second' });
  });

  it('is emptied by a reset', async () => {
    await play('alice', meta);
    await expect.poll(async () => (await received()).length).toBe(1);
    await play('admin', 'POST /test/v1/reset');
    expect(await received()).toEqual([]);
  });
});

describe('Control of the test mode', () => {
  const paths = [
    'GET /test/v1/clock',
    'POST /test/v1/clock',
    'POST /test/v1/workspaces',
    'POST /test/v1/snapshot',
    'POST /test/v1/reset',
    'POST /test/v1/faults',
    'DELETE /test/v1/faults',
    'GET /test/v1/requests',
  ];

  it.each(paths)('needs the scope for %s', async (line) => {
    const body = line.startsWith('POST') ? {} : undefined;
    expect((await play('alice', line, body)).status).toBe(403);
    expect((await play({ token: null }, line, body)).status).toBe(403);
  });

  it('does not exist on a server without it', async () => {
    const plain = await startTestServer({ settings: { testMode: 'off' } });
    try {
      for (const line of paths) {
        const [method = '', path = ''] = line.split(' ');
        const answer = await plain.call(path, { method, ...(method === 'POST' ? { body: {} } : {}) });
        expect([line, answer.status]).toEqual([line, 404]);
      }
    } finally {
      await plain.close();
    }
  });
});
