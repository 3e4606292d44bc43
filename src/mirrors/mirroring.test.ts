import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fileKeyOf, mirrorIdOf, upstreamIdOf } from '../contract/branded-ids.ts';
import { castServer, onePixelPng, organizations, projects, smallDesign, team } from '../testing/cast.ts';
import { openStandIn, type StandIn } from '../testing/stand-in-server.ts';
import { pausedUntil, pauseTier } from '../upstreams/tiers-store.ts';
import { priorities } from './leases.ts';
import { type MirroredFile, updateMirroredFile } from './mirrored-files-store.ts';
import { doDueWork, takeWork } from './work-of-mirrors.ts';

const { play, server } = castServer({ upstreamAllow: '127.0.0.1' });
const ada = { id: '7', handle: 'Ada', img_url: '' };

/** What the upstream has of every file. */
let changedAt: string;
let comments: object[];
let hasVariables: boolean;
/** Whether the token has the scopes that metadata take. */
let hasScopes: boolean;
/** The bytes of the image that every file shows; undefined where it has none. */
let picture: Buffer | undefined;
/** By the keys of their main files. */
let branches: Readonly<Record<string, object[]>>;
/** The Retry-After by which it refuses all calls, or those for documents alone. */
let refusedFor: string | undefined;
let refusesDear: boolean;
let upstream: StandIn;

beforeAll(async () => {
  upstream = await openStandIn({ answer: ({ path }, response) => answer(path, response) });
});
afterAll(() => upstream?.close());
beforeEach(() => {
  [changedAt, comments, hasVariables] = ['2026-01-01T00:00:00Z', [comment('71')], true];
  [branches, picture, hasScopes] = [{}, undefined, true];
  [refusedFor, refusesDear] = [undefined, false];
});

const comment = (id: string) => ({
  id,
  message: `Comment ${id}`,
  created_at: '2026-01-01T00:00:00Z',
  user: ada,
});

function answer(path: string, response: ServerResponse): void {
  const [plain = ''] = path.split('?');
  const isRefused = refusedFor !== undefined || (refusesDear && /\/files\/\w+$/.test(plain));
  if (isRefused) return void response.writeHead(429, { 'retry-after': refusedFor ?? '3600' }).end();
  if (plain === '/picture.png') return void response.writeHead(200).end(picture);
  const isClosed = plain.includes('/variables/') ? !hasVariables : plain.endsWith('/meta') && !hasScopes;
  const touched = { last_touched_at: changedAt, last_touched_by: ada };
  const body = () => {
    if (plain.endsWith('/meta')) return { file: { name: 'Design', version: '7', ...touched } };
    if (plain.endsWith('/me')) return ada;
    if (plain.endsWith('/comments')) return { comments };
    if (plain.endsWith('/images') && picture !== undefined)
      return { meta: { images: { picture: `${upstream.url}/picture.png` } } };
    const [, key] = /\/files\/(\w+)$/.exec(plain) ?? [];
    if (key === undefined) return {};
    return { ...smallDesign(`As of ${changedAt}`), version: '7', branches: branches[key] ?? [] };
  };
  response.writeHead(isClosed ? 403 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isClosed ? { err: 'Not on this plan' } : body()));
}

const ask = async (line: string, body?: object) => (await play('admin', line, body)).json;

/** A mirror of one file, by an upstream whose limits are its own. */
async function mirror(key: string, more: object = {}): Promise<string> {
  const place = { base_url: upstream.url, ca: upstream.ca, token: 'a-token', share: 1 };
  const added = await ask('POST /workspace/v1/upstreams', {
    name: key,
    organization: organizations.acme,
    ...place,
  });
  const body = { upstream: added.id, project: projects.open, file_key: key, ...more };
  const { id } = await ask('POST /workspace/v1/mirrors', body);
  expect(await ask(`POST /workspace/v1/mirrors/${id}/sync`)).toMatchObject({
    state: 'current',
    settled: true,
  });
  return id;
}

/** What is asked about a file while something goes on. */
async function askedWhile(key: string, work: () => Promise<unknown>): Promise<string[]> {
  const before = upstream.heard.length;
  await work();
  const paths = upstream.heard.slice(before).map(({ path }) => path.split('?')[0] ?? '');
  return paths.filter((path) => path.includes(`/${key}`)).map((path) => path.replace(`/v1/files/${key}`, ''));
}

it('A file that did not change is looked at by one cheap call', async () => {
  changedAt = new Date(server().context.clock.now()).toISOString();
  await mirror('unchanged');
  const minute = () => ask('POST /test/v1/clock', { advance: '61s' });
  expect(await askedWhile('unchanged', minute)).toEqual(['/meta']);
});

it('Variables that the plan there does not show are noted once, and are no failure', async () => {
  hasVariables = false;
  const id = await mirror('withoutVariables');
  const { state, steps } = await ask('GET /workspace/v1/files/withoutVariables/mirror');
  expect([state, steps.filter((one: { state: string }) => one.state !== 'done')]).toEqual([
    'current',
    [
      expect.objectContaining({
        step: 'variables',
        state: 'skipped',
        reason: expect.stringContaining('plan'),
      }),
    ],
  ]);
  expect((await ask(`GET /workspace/v1/mirrors/${id}`)).reason).toBeUndefined();
});

it('The activity log tells of comments that a mirror brings later, by whoever wrote them there, and not of what came first', async () => {
  const told = async () => {
    const events = server()
      .context.database.selectFrom('activity_events')
      .select(['actor', 'entity', 'details']);
    const rows = await events.where('type', '=', 'fig_file_comment_create').execute();
    return rows.filter(({ entity }) => JSON.parse(entity).key === 'logged');
  };
  const id = await mirror('logged');
  expect(await told()).toEqual([]);
  comments = [comment('71'), comment('72')];
  changedAt = '2026-01-02T00:00:00Z';
  await ask(`POST /workspace/v1/mirrors/${id}/sync`);
  const since = (await told()).map(({ actor, details }) => [
    JSON.parse(actor).name,
    JSON.parse(details ?? '{}'),
  ]);
  expect(since).toEqual([['Ada', { comment_id: '72' }]]);
});

it('Webhooks are told of what a mirror brings later, by whoever did it there, and not of what came first', async () => {
  const webhook = { event_type: 'FILE_COMMENT', context: 'team', context_id: team, passcode: 'secret' };
  const { id } = await ask('POST /v2/webhooks', { ...webhook, endpoint: 'https://receiver.example/' });
  const told = async () => {
    const { deliveries } = await ask(`GET /workspace/v1/webhooks/${id}/deliveries`);
    return deliveries.filter((one: { event_type: string }) => one.event_type === 'FILE_COMMENT').length;
  };
  const mirrorId = await mirror('told');
  expect(await told()).toBe(0);
  comments = [comment('71'), comment('72')];
  changedAt = '2026-01-02T00:00:00Z';
  await ask(`POST /workspace/v1/mirrors/${mirrorId}/sync`);
  expect((await ask('GET /v1/files/told')).lastModified).toBe(changedAt);
  expect(await told()).toBe(1);
  const since = await server().context.database.selectFrom('events').selectAll().execute();
  expect(JSON.stringify(since)).toContain('Ada');
});

it('What a person waits for is taken before what is due, and that before versions of the past', async () => {
  const { context } = server();
  // Of a time that is to come, so that the server itself takes nothing of it.
  const now = context.clock.now() + 1_800_000;
  const later = { ...context, clock: { ...context.clock, now: () => now } };
  const keys = ['past', 'due', 'awaited'];
  const keyOf = new Map<unknown, string>();
  for (const key of keys)
    keyOf.set((await ask(`GET /workspace/v1/mirrors/${await mirror(key)}`)).upstream, key);
  const set = (key: string, changes: Partial<MirroredFile>) =>
    updateMirroredFile(context.database, fileKeyOf(key), { historyAt: null, ...changes });
  await set('past', { nextAt: now + 3_600_000, historyAt: now - 3000 });
  await set('due', { nextAt: now - 2000, priority: priorities.due });
  await set('awaited', { nextAt: now - 1000, priority: priorities.awaited });
  const taken: unknown[] = [];
  for (const _one of keys) taken.push(keyOf.get((await takeWork(later))?.upstreamId));
  expect(taken).toEqual(['awaited', 'due', 'past']);
});

/** A mirror whose upstream refuses all calls with this, when it was synced once more. */
async function refusedMirror(key: string, retryAfter: string): Promise<{ id: string; upstreamId: string }> {
  const id = await mirror(key);
  refusedFor = retryAfter;
  const { state, upstream: upstreamId } = await ask(`POST /workspace/v1/mirrors/${id}/sync`);
  expect(state).toBe('paused');
  return { id, upstreamId };
}

/** So many seconds an upstream takes no calls of the third tier, from now on. */
async function pauseOf(id: string): Promise<number> {
  const { budgets } = await ask(`GET /workspace/v1/mirrors/${id}`);
  const { paused_until } = budgets.find(({ tier }: { tier: number }) => tier === 3);
  return (Date.parse(paused_until) - server().context.clock.now()) / 1000;
}

it.each(['-5', '99999999999999999999'])(
  'An upstream that refuses with Retry-After %s for ever is called less and less often',
  async (retryAfter) => {
    const { id } = await refusedMirror('refused', retryAfter);
    expect(await pauseOf(id)).toBeCloseTo(60, -1);
    const calls = await askedWhile('refused', () => ask('POST /test/v1/clock', { advance: '62s' }));
    expect([calls, await pauseOf(id)]).toEqual([['/meta'], expect.closeTo(120, -1)]);
    refusedFor = undefined;
    await ask('POST /test/v1/clock', { advance: '122s' });
    expect(await ask(`GET /workspace/v1/mirrors/${id}`)).toMatchObject({ state: 'current', settled: true });
    refusedFor = retryAfter;
    await ask(`POST /workspace/v1/mirrors/${id}/sync`);
    expect(await pauseOf(id)).toBeCloseTo(60, -1);
  },
);

it('With another token is tried at once what the one before was not shown', async () => {
  const id = await mirror('scoped');
  hasScopes = false;
  const { upstream: upstreamId, files } = await ask(`POST /workspace/v1/mirrors/${id}/sync`);
  expect(files).toMatchObject([{ key: 'scoped', reason: expect.stringContaining('may not read') }]);
  hasScopes = true;
  await doDueWork(server().context);
  expect(await ask(`GET /workspace/v1/mirrors/${id}`)).toMatchObject({ files });
  await ask(`PATCH /workspace/v1/upstreams/${upstreamId}`, { token: 'another-token' });
  await doDueWork(server().context);
  expect(await ask(`GET /workspace/v1/mirrors/${id}`)).toMatchObject({ state: 'current', settled: true });
});

it('Checking an upstream that takes no calls for days has it called again once it answers', async () => {
  const { id, upstreamId } = await refusedMirror('checked', '500000');
  const check = `POST /workspace/v1/upstreams/${upstreamId}/check`;
  const { reason } = await ask(`GET /workspace/v1/mirrors/${id}`);
  expect(reason).toContain(`npx vitrine upstream check ${upstreamId}`);
  expect((await play('admin', check)).status).toBe(429);
  expect(await pauseOf(id)).toBeGreaterThan(499_000);
  refusedFor = undefined;
  expect((await play('admin', check)).status).toBe(200);
  await doDueWork(server().context);
  expect(await ask(`GET /workspace/v1/mirrors/${id}`)).toMatchObject({ state: 'current', settled: true });
});

it('Checking an upstream that takes no dear calls asks for one, and is no failure where that is refused', async () => {
  const { upstreamId } = await refusedMirror('dear', '500000');
  const { database, clock } = server().context;
  const tier1 = { upstreamId: upstreamIdOf(upstreamId), tier: 'tier1' } as const;
  const at = clock.now();
  await pauseTier(database, tier1, { at, until: at + 500_000_000 });
  const check = async () => (await play('admin', `POST /workspace/v1/upstreams/${upstreamId}/check`)).status;
  const until = () => pausedUntil(database, tier1, clock.now());
  [refusedFor, refusesDear] = [undefined, true];
  expect([await check(), await until()]).toEqual([200, expect.any(Number)]);
  refusesDear = false;
  expect([await check(), await until()]).toEqual([200, undefined]);
});

it('Nobody waits for ever for what an upstream puts off again and again', async () => {
  const id = await mirror('putOff');
  refusedFor = '1';
  await ask(`POST /workspace/v1/mirrors/${id}/sync?wait=false`);
  const { context } = server();
  await doDueWork(context, { of: mirrorIdOf(id), patienceMs: 45_000, wholePatienceMs: 0 });
  expect(await ask(`GET /workspace/v1/mirrors/${id}`)).toMatchObject({ state: 'paused', settled: false });
});

it('A mirror of one file says which mirrors have branches of it, as long as they are there and have them', async () => {
  const heldFor = async (id: string) => (await ask(`GET /workspace/v1/mirrors/${id}`)).held_by_others;
  branches = { main: ['idea', 'thought'].map((key) => ({ key, name: `Branch ${key}` })) };
  const idea = await mirror('idea');
  const id = await mirror('main', { branches: true });
  expect(await heldFor(id)).toEqual([{ mirror: idea, files: 1 }]);
  expect(await heldFor(idea)).toEqual([]);
  branches = {};
  await ask(`POST /workspace/v1/mirrors/${id}/sync`);
  expect(await heldFor(id)).toEqual([]);
  branches = { main: [{ key: 'idea', name: 'Branch idea' }] };
  await ask(`POST /workspace/v1/mirrors/${id}/sync`);
  expect(await heldFor(id)).toEqual([{ mirror: idea, files: 1 }]);
  await play('admin', `DELETE /workspace/v1/mirrors/${idea}`);
  expect(await heldFor(id)).toEqual([]);
});

it('An image that ends before it is complete is one that could not be had, and is asked for again', async () => {
  [picture, hasVariables] = [onePixelPng.subarray(0, -8), false];
  const id = await mirror('pictured');
  const lacking = async () => (await ask(`GET /workspace/v1/mirrors/${id}`)).files[0].lacking;
  expect(await lacking()).toEqual([
    { part: 'images', reason: 'The image picture: It ends before it is complete.' },
  ]);
  picture = onePixelPng;
  await ask(`POST /workspace/v1/mirrors/${id}/sync`);
  expect(await lacking()).toBeUndefined();
  const { images } = (await ask('GET /v1/files/pictured/images')).meta;
  const { pathname, search } = new URL(images.picture);
  expect((await server().call(`${pathname}${search}`)).bytes).toEqual(onePixelPng);
});

it('A file that came here between its mirror and the first answer of the upstream is followed by a mirror that is added again', async () => {
  refusedFor = '60';
  const place = { base_url: upstream.url, ca: upstream.ca, token: 'a-token', share: 1 };
  const of = { name: 'late', organization: organizations.acme, ...place };
  const added = await ask('POST /workspace/v1/upstreams', of);
  const body = { upstream: added.id, project: projects.open, file_key: 'lateFile' };
  const { id } = await ask('POST /workspace/v1/mirrors', body);
  await ask('POST /workspace/v1/files', { name: 'Late', project: projects.open, key: 'lateFile' });
  refusedFor = undefined;
  await ask('POST /test/v1/clock', { advance: '61s' });
  await ask(`POST /workspace/v1/mirrors/${id}/sync`);
  const { files } = await ask(`GET /workspace/v1/mirrors/${id}`);
  expect(JSON.stringify(files)).toContain('detach the mirror and add it again');
  await play('admin', `DELETE /workspace/v1/mirrors/${id}`);
  const again = await ask('POST /workspace/v1/mirrors', body);
  expect(await ask(`POST /workspace/v1/mirrors/${again.id}/sync`)).toMatchObject({ state: 'current' });
});
