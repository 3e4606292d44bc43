import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { castServer, organizations, projects, smallDesign, team } from '../testing/cast.ts';
import { openStandIn, type StandIn } from '../testing/stand-in-server.ts';

const { play, server } = castServer({ upstreamAllow: '127.0.0.1' });
const ada = { id: '7', handle: 'Ada', img_url: '' };

/** What the upstream has of every file. */
let changedAt: string;
let comments: object[];
let hasVariables: boolean;
let upstream: StandIn;

beforeAll(async () => {
  upstream = await openStandIn({ answer: ({ path }, response) => answer(path, response) });
});
afterAll(() => upstream?.close());
beforeEach(() => {
  [changedAt, comments, hasVariables] = ['2026-01-01T00:00:00Z', [comment('71')], true];
});

const comment = (id: string) => ({
  ...{ id, message: `Comment ${id}`, created_at: '2026-01-01T00:00:00Z', user: ada },
});

function answer(path: string, response: ServerResponse): void {
  const [plain = ''] = path.split('?');
  const isClosed = plain.includes('/variables/') && !hasVariables;
  const touched = { last_touched_at: changedAt, last_touched_by: ada };
  const body = () => {
    if (plain.endsWith('/meta')) return { file: { name: 'Design', version: '7', ...touched } };
    if (plain.endsWith('/comments')) return { comments };
    return /\/files\/\w+$/.test(plain) ? { ...smallDesign(`As of ${changedAt}`), version: '7' } : {};
  };
  response.writeHead(isClosed ? 403 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isClosed ? { err: 'Not on this plan' } : body()));
}

const ask = async (line: string, body?: object) => (await play('admin', line, body)).json;

/** A mirror of one file, by an upstream whose limits are its own. */
async function mirror(key: string): Promise<string> {
  const place = { base_url: upstream.url, ca: upstream.ca, token: 'a-token', share: 1 };
  const added = await ask('POST /workspace/v1/upstreams', {
    ...{ name: key, organization: organizations.acme, ...place },
  });
  const body = { upstream: added.id, project: projects.open, file_key: key };
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
