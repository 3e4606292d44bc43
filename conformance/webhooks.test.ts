import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import type { Answer } from './harness/client.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError, tellable } from './harness/error-checks.ts';
import { smallFile } from './harness/example-file.ts';
import { openReceiver, type Receiver } from './harness/receiver.ts';
import { createWorld, type Workspace, type World } from './harness/world.ts';

/** What a strict client asks of a webhook. */
const shape = {
  id: expect.stringMatching(/^\d+$/),
  event_type: expect.any(String),
  team_id: expect.any(String),
  context: expect.stringMatching(/^(team|project|file)$/),
  context_id: expect.any(String),
  plan_api_id: expect.stringMatching(/^(team|organization)-\d+$/),
  status: expect.stringMatching(/^(ACTIVE|PAUSED)$/),
  client_id: null,
  passcode: expect.any(String),
  endpoint: expect.any(String),
  description: null,
};

/** Webhooks of a workspace file: `count` on each of the contexts. */
const ready = (context: string, ids: readonly string[], count: number, endpoint: string) =>
  ids.flatMap((context_id) =>
    Array.from({ length: count }, (_, number) => ({
      event_type: 'FILE_UPDATE',
      context,
      context_id,
      endpoint: `${endpoint}/${number}`,
      passcode: 'secret',
      status: 'PAUSED',
    })),
  );

onEachEngine('Webhooks', (engine) => {
  let receiver: Receiver;
  let world: World;
  const scopes = (name: string, ...list: string[]) => ({ name, token: name, scopes: list });
  const tokens = { alice: [scopes('reads', 'webhooks:read'), scopes('writes', 'webhooks:write')] };

  beforeAll(async () => {
    receiver = await openReceiver();
    const files = [fileOf('main', smallFile('Main')), fileOf('other', smallFile('Other'))];
    world = await createWorld(engine, cast({ files, tokens }));
  });
  afterAll(() => receiver?.close());

  const bodyOf = (of: World, more: object = {}) => ({
    event_type: 'FILE_UPDATE',
    context: 'file',
    context_id: of.id('main'),
    endpoint: `${receiver.url}/hook`,
    passcode: 'secret',
    status: 'PAUSED',
    ...more,
  });
  const create = (more: object = {}, as = 'alice', of = world) =>
    of.call('POST', '/v2/webhooks', { as, body: bodyOf(of, more) });
  /** A webhook that is removed when `use` ends, since their number is limited. */
  const withWebhook = async (more: object, use: (webhook: Answer['json'], path: string) => Promise<void>) => {
    const made = await create(more);
    expect([made.status, made.text]).toEqual([200, expect.any(String)]);
    const path = `/v2/webhooks/${made.json.id}`;
    try {
      await use(made.json, path);
    } finally {
      await world.call('DELETE', path);
    }
  };
  const idsOf = (answer: Answer): string[] => answer.json.webhooks.map(({ id }: { id: string }) => id);
  const team = () => ({ context: 'team', context_id: world.id('100') });
  const project = () => ({ context: 'project', context_id: world.id('200') });
  const listOf = ({ context, context_id }: { context: string; context_id: string }) =>
    `/v2/webhooks?context=${context}&context_id=${context_id}`;

  it('[HOOK-01] are read with webhooks:read and written with webhooks:write', async () => {
    await withWebhook({}, async ({ id }, path) => {
      const reads = [path, `${path}/requests`, listOf(team()), `/v2/teams/${world.id('100')}/webhooks`];
      for (const read of reads) {
        expect((await world.get(read, 'reads')).status).toBe(200);
        expectError(await world.get(read, 'writes'), 403, /webhooks:read/);
      }
      const write = (as: string, method: string) =>
        world.call(method, method === 'POST' ? '/v2/webhooks' : path, {
          as,
          body: method === 'PUT' ? {} : bodyOf(world),
        });
      for (const method of ['POST', 'PUT', 'DELETE']) {
        expectError(await write('reads', method), 403, /webhooks:write/);
        const answer = await write('writes', method);
        expect(answer.status).toBe(200);
        if (method === 'POST') await world.call('DELETE', `/v2/webhooks/${answer.json.id}`);
      }
      expect((await world.get(`/v2/webhooks/${id}`)).status).toBe(404);
    });
  });

  it('[HOOK-02] are answered on creation', () =>
    withWebhook({ description: 'Mine' }, async (webhook) => {
      expect(webhook).toEqual({ ...shape, ...bodyOf(world), description: 'Mine' });
    }));

  it.each(['event_type', 'context', 'context_id', 'endpoint', 'passcode'])(
    '[HOOK-03] cannot be created without %s, or with one that does not fit',
    async (member) => {
      expectError(await create({ [member]: undefined }), 400, member);
      expectError(await create({ [member]: 5 }), 400, member);
    },
  );

  it('[HOOK-03] cannot be created where the caller has no role', async () => {
    expectError(await create({}, 'dan'), 403);
    expectError(await create({ context_id: 'nothing' }), 403);
  });

  it('[HOOK-04] are read by their id as they were made, without their passcode', () =>
    withWebhook({}, async (webhook, path) => {
      expect((await world.get(path)).json).toEqual({ ...webhook, passcode: '' });
      expect((await world.get(`${path}/`)).json).toEqual({ ...webhook, passcode: '' });
    }));

  it('[HOOK-05] of a context that the caller does not see are not found', () =>
    withWebhook({}, async (_webhook, path) => {
      const hidden = await world.get(path, 'dan');
      expectError(hidden, 404);
      expect(tellable(hidden)).toEqual(tellable(await world.get('/v2/webhooks/555', 'dan')));
      expectError(await world.get(path, 'carla'), 403);
    }));

  it('[HOOK-06] are listed as an array with a pagination', () =>
    withWebhook({}, async () => {
      const list = { webhooks: [{ ...shape, passcode: '' }], pagination: {} };
      const context = { context: 'file', context_id: world.id('main') };
      expect((await world.get(listOf(context))).json).toEqual(list);
      expect((await world.get(`/v2/webhooks?plan_api_id=organization-${world.id('900')}`)).json).toEqual(
        list,
      );
    }));

  it('[HOOK-07] are listed for a context where they are attached to it, and no others', () =>
    withWebhook(team(), (ofTeam) =>
      withWebhook(project(), (ofProject) =>
        withWebhook({}, async (ofFile) => {
          expect(idsOf(await world.get(listOf(team())))).toEqual([ofTeam.id]);
          expect(idsOf(await world.get(listOf(project())))).toEqual([ofProject.id]);
          expect(idsOf(await world.get(listOf(ofFile)))).toEqual([ofFile.id]);
          expect(idsOf(await world.get(listOf({ ...ofFile, context_id: world.id('other') })))).toEqual([]);
        }),
      ),
    ));

  it('[HOOK-08] are listed for a plan over all contexts that the caller can manage', () =>
    withWebhook(team(), (ofTeam) =>
      withWebhook(project(), (ofProject) =>
        withWebhook({}, async (ofFile) => {
          const plan = `/v2/webhooks?plan_api_id=organization-${world.id('900')}`;
          expect(idsOf(await world.get(plan))).toEqual([ofTeam.id, ofProject.id, ofFile.id]);
          expect(idsOf(await world.get(plan, 'bob'))).toEqual([ofProject.id, ofFile.id]);
          expect(idsOf(await world.get(plan, 'erin'))).toEqual([]);
        }),
      ),
    ));

  it('[HOOK-09] are listed for a plan in pages, each webhook once', async () => {
    const workspace = cast({
      files: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => fileOf(key, undefined)),
    });
    const keys = workspace.files?.map((file) => (file as { key: string }).key) ?? [];
    const many = await createWorld(engine, { ...workspace, webhooks: ready('file', keys, 3, receiver.url) });
    const plan = `plan_api_id=organization-${many.id('900')}`;
    const seen: string[] = [];
    let pages = 0;
    for (let next: string | undefined = `${engine.url}/v2/webhooks?${plan}`; next !== undefined; pages += 1) {
      const answer: Answer = await many.get(next.slice(engine.url.length));
      seen.push(...idsOf(answer));
      next = answer.json.pagination.next_page;
      const bare = next === undefined ? '' : (new URL(next).searchParams.get('cursor') ?? '');
      if (next !== undefined) {
        const asCursor = new URLSearchParams({ cursor: next });
        const [one, other] = await Promise.all([
          many.get(`/v2/webhooks?${plan}&cursor=${bare}`),
          many.get(`/v2/webhooks?${plan}&${asCursor}`),
        ]);
        expect(idsOf(one)).toEqual(idsOf(other));
      }
    }
    expect(pages).toBeGreaterThan(1);
    expect(seen).toHaveLength(24);
    expect(new Set(seen).size).toBe(24);
  });

  it('[HOOK-10] are listed for a plan that is named by team-<id> or organization-<id>', () =>
    withWebhook({}, async ({ id }) => {
      const plan = (name: string) => world.get(`/v2/webhooks?plan_api_id=${name}`);
      expect(idsOf(await plan(`team-${world.id('100')}`))).toEqual([id]);
      expect(idsOf(await plan(`organization-${world.id('900')}`))).toEqual([id]);
      for (const name of ['foo-1', 'team-abc', 'team-', 'organization-1x', '100'])
        expectError(await plan(name), 400, 'plan_api_id');
    }));

  it('[HOOK-11] are not listed for a context that the caller may not manage or does not see', async () => {
    expectError(await world.get(listOf(team()), 'carla'), 403);
    expectError(await world.get(listOf({ ...team(), context_id: '555' })), 404);
    expectError(await world.get(listOf(team()), 'dan'), 404);
    expectError(await world.get('/v2/webhooks?plan_api_id=team-555'), 404);
    expectError(await world.get(`/v2/webhooks?plan_api_id=organization-${world.id('900')}`, 'dan'), 404);
    expectError(await world.get(`${listOf(team())}&plan_api_id=team-${world.id('100')}`), 400);
    expectError(await world.get('/v2/webhooks'), 400);
  });

  it('[HOOK-12] are updated in the members that an update names', () =>
    withWebhook({}, async (webhook, path) => {
      const changes = { event_type: 'FILE_COMMENT', endpoint: `${receiver.url}/new`, passcode: 'new' };
      for (const [member, value] of Object.entries({ ...changes, status: 'PAUSED', description: 'New' })) {
        const { json } = await world.call('PUT', path, { body: { [member]: value } });
        expect(json[member]).toBe(value);
      }
      const whole = { ...webhook, ...changes, status: 'PAUSED', description: 'New' };
      expect((await world.get(path)).json).toEqual({ ...whole, passcode: '' });
    }));

  it('[HOOK-13] are never moved by an update', () =>
    withWebhook({}, async (webhook, path) => {
      expect((await world.call('PUT', path, { body: team() })).json).toEqual(webhook);
    }));

  it('[HOOK-14] refuse an update that does not fit, is not allowed or finds nothing', () =>
    withWebhook({}, async (_webhook, path) => {
      const put = (as: string, body: object, to = path) => world.call('PUT', to, { as, body });
      for (const body of [{ event_type: 'PING' }, { status: 'GONE' }, { endpoint: 'https://10.1.2.3/' }])
        expectError(await put('alice', body), 400);
      expectError(await put('carla', { passcode: 'x' }), 403);
      expectError(await put('dan', { passcode: 'x' }), 404);
      expectError(await put('alice', { passcode: 'x' }, '/v2/webhooks/555'), 404);
    }));

  it('[HOOK-15, HOOK-16] are answered on deletion, which is final', async () => {
    const { json } = await create();
    const path = `/v2/webhooks/${json.id}`;
    const deleted = await world.call('DELETE', `${path}/`, {
      headers: { 'content-type': 'application/json' },
    });
    expect([deleted.status, deleted.json]).toEqual([200, json]);
    expectError(await world.get(path), 404);
    expectError(await world.call('DELETE', path), 404);
  });

  it('[HOOK-17] cannot be deleted by people who may not manage the context', () =>
    withWebhook({}, async (_webhook, path) => {
      expectError(await world.call('DELETE', path, { as: 'carla' }), 403);
      expectError(await world.call('DELETE', path, { as: 'dan' }), 404);
      expect((await world.get(path)).status).toBe(200);
    }));

  it('[HOOK-18, VER-04] have a deprecated list by team that equals the list by context', () =>
    withWebhook(team(), async ({ id }) => {
      const list = await world.get(`/v2/teams/${world.id('100')}/webhooks`);
      expect(list.json).toEqual({ webhooks: [expect.objectContaining({ id })] });
      expect(list.json.webhooks).toEqual((await world.get(listOf(team()))).json.webhooks);
      expectError(await world.get(`/v2/teams/${world.id('100')}/webhooks`, 'carla'), 403);
      expectError(await world.get(`/v2/teams/${world.id('100')}/webhooks`, 'dan'), 404);
    }));

  it.each(['/v1/webhooks', '/v1/webhooks/1', '/v1/teams/1/webhooks'])(
    '[VER-03] are not under %s',
    async (path) => expectError(await world.get(path), 404),
  );

  it('[HOOK-21] are attached to a team, a project or a file', async () => {
    for (const more of [team(), project(), {}]) {
      await withWebhook(more, async (webhook) => {
        expect(webhook).toMatchObject(more);
        expect(webhook.team_id).toBe(webhook.context === 'team' ? webhook.context_id : '');
      });
    }
    expectError(await create({ context: 'org', context_id: world.id('900') }), 400);
  });

  it('[HOOK-25] are made on a team by its admins', async () => {
    expectError(await create(team(), 'bob'), 403);
    expectError(await create(team(), 'carla'), 403);
  });

  it('[HOOK-26] are made on a project by its editors', async () => {
    expectError(await create(project(), 'carla'), 403);
    const made = await create(project(), 'bob');
    expect(made.status).toBe(200);
    await world.call('DELETE', `/v2/webhooks/${made.json.id}`);
  });

  it('[HOOK-27] are made on a file by its editors', async () => {
    expectError(await create({}, 'carla'), 403);
    const made = await create({}, 'bob');
    expect(made.status).toBe(200);
    await world.call('DELETE', `/v2/webhooks/${made.json.id}`);
  });

  const fillUp = async (context: string, local: string, most: number) => {
    const webhooks = ready(context, [local], most - 1, receiver.url);
    const full = await createWorld(engine, { ...cast({ files: [fileOf('main', undefined)] }), webhooks });
    const one = () => create({ context, context_id: full.id(local) }, 'alice', full);
    expect((await one()).status).toBe(200);
    expectError(await one(), 400, String(most));
  };
  it('[HOOK-28, LIM-18] are at most 20 on a team', () => fillUp('team', '100', 20));
  it('[HOOK-29, LIM-18] are at most 5 on a project', () => fillUp('project', '200', 5));
  it('[HOOK-30, LIM-18] are at most 3 on a file', () => fillUp('file', 'main', 3));

  describe('of files', () => {
    it.each([
      ['professional', 150],
      ['organization', 300],
      ['enterprise', 600],
    ])('[HOOK-31, LIM-19] on the %s plan are at most %i', async (plan, most) => {
      const keys = Array.from({ length: most / 3 }, (_, number) => `file${number}`);
      const workspace: Workspace = cast({
        plan,
        files: ['main', ...keys].map((key) => fileOf(key, undefined)),
      });
      const webhooks = ready('file', keys, 3, receiver.url).slice(1);
      const full = await createWorld(engine, { ...workspace, webhooks });
      const one = await create({}, 'alice', full);
      const id = plan === 'professional' ? `team-${full.id('100')}` : `organization-${full.id('900')}`;
      expect(one.json).toMatchObject({ plan_api_id: id });
      expectError(await create({}, 'alice', full), 400, String(most));
    });
  });

  it.each([
    ['private', 'https://10.0.0.1/'],
    ['private, without TLS', 'http://192.168.1.1/'],
    ['link-local', 'https://169.254.1.1/'],
    ['of cloud metadata', 'https://169.254.169.254/'],
    ['private in another spelling', 'https://0x0a000001/'],
    ['private inside of IPv6', 'https://[::ffff:10.0.0.1]/'],
    ['public without TLS', 'http://93.184.216.34/'],
    ['of another protocol', 'gopher://example.com/'],
    ['of a mail server', 'https://93.184.216.34:25/'],
    ['empty', ''],
  ])('cannot have an endpoint that is %s', async (_case, endpoint) => {
    expectError(await create({ endpoint }), 400);
  });

  it('[HOOK-19] have a list of their requests', () =>
    withWebhook({}, async (_webhook, path) => {
      expect((await world.get(`${path}/requests`)).json).toEqual({ requests: [] });
      expectError(await world.get(`${path}/requests`, 'carla'), 403);
      expectError(await world.get(`${path}/requests`, 'dan'), 404);
    }));
});
