import { afterAll, beforeAll, expect, it } from 'vitest';
import { asAdministrator } from './harness/as-administrator.ts';
import { onOwnServers } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { exampleFile } from './harness/example-file.ts';
import { type Server, startServer } from './harness/server.ts';
import { openStandInUpstream, type StandInUpstream } from './harness/stand-in-upstream.ts';
import { fileOf, startPair, type UpstreamPair } from './harness/upstream-pair.ts';

const mirrors = '/workspace/v1/mirrors';
const many = Array.from({ length: 11 }, (_, at) => `many${at}`);
const lockOutSeconds = 396_749;

interface Asked {
  readonly operation: string;
  readonly status: number;
  readonly path: string;
}

onOwnServers('Limits of a mirrored server', ({ postgres }) => {
  let pair: UpstreamPair;
  let server: Server;
  beforeAll(async () => {
    const files = [
      ...many.map((key) => fileOf(key, exampleFile)),
      ...['locked', 'new', 'revoked', 'fails'].map((key) => fileOf(key, exampleFile, { project: '201' })),
    ];
    pair = await startPair({ postgres, files });
    server = pair.server;
  });
  afterAll(async () => {
    await server?.stop();
    await pair?.stop();
  });

  const ask = (method: string, path: string, body?: unknown) => asAdministrator(server, method, path, body);
  const upstreamCall = (method: string, path: string, body?: object) =>
    pair.upstream.call(method, path, { token: pair.upstream.adminToken, ...(body && { body }) });
  const asked = async (): Promise<Asked[]> => (await upstreamCall('GET', '/test/v1/requests')).json.requests;
  const advance = (time: string) => ask('POST', '/test/v1/clock', { advance: time });
  const now = async () => Date.parse((await ask('GET', '/test/v1/clock')).json.now);
  const mirror = async (thing: object, upstream?: string) => {
    const id = upstream ?? (await pair.add()).json.id;
    const body = { upstream: id, project: pair.here.id('200'), ...thing };
    const made = await ask('POST', mirrors, body);
    expect([made.status, made.text]).toEqual([200, made.text]);
    return made.json.id as string;
  };
  const sync = async (id: string) => (await ask('POST', `${mirrors}/${id}/sync`)).json;

  it('are kept to the second where it locks out for days, over a restart, while all is served', async () => {
    const standIn: StandInUpstream = await openStandInUpstream(pair.upstream.installation);
    let isLocked = false;
    standIn.answer((request, response) => {
      if (isLocked) response.writeHead(429, { 'retry-after': String(lockOutSeconds) }).end();
      else answerExample(request.url ?? '', response);
    });
    const upstream = (await pair.add({ base_url: standIn.url, name: 'Locks' })).json.id;
    const id = await mirror({ file_key: 'locked' }, upstream);
    expect((await sync(id)).state).toBe('current');
    isLocked = true;
    const lockedAt = await now();
    const locked = await sync(id);
    expect(locked.state).toBe('paused');
    const until = Date.parse(locked.paused_until);
    expect(Math.abs(until - lockedAt - lockOutSeconds * 1000)).toBeLessThan(60_000);
    const { text } = await server.call('GET', '/metrics');
    const shown = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    expect(Math.abs(shown('vitrine_upstream_pause_seconds{tier="tier3"}') - lockOutSeconds)).toBeLessThan(60);
    expect(shown('vitrine_mirrored_files{state="current"}')).toBe(1);
    expect(shown('vitrine_upstream_share_used{tier="tier1"}')).toBeLessThanOrEqual(1);
    const { installation } = server;
    await server.stop();
    const samePort = ['--port', new URL(server.url).port];
    server = await startServer({ postgres, installation, args: samePort });
    const calls = standIn.asked.length;
    isLocked = false;
    await ask('POST', '/test/v1/clock', { set: new Date(until - 2000).toISOString() });
    expect((await ask('GET', '/v1/files/locked')).headers['x-vitrine-mirror']).toMatch(/state=paused$/);
    expect(standIn.asked.length).toBe(calls);
    await advance('3s');
    expect(standIn.asked.length).toBeGreaterThan(calls);
    expect((await ask('GET', '/v1/files/locked')).headers['x-vitrine-mirror']).toMatch(/state=current$/);
    await standIn.close();
  });

  it('are kept where many files come: none is refused, and each comes once', async () => {
    const before = (await asked()).length;
    const id = await mirror({ url: `${pair.upstream.url}/files/project/${pair.there.id('200')}/Name` });
    await advance('10m');
    const { json } = await ask('GET', `${mirrors}/${id}`);
    expect([json.state, json.counts]).toEqual(['current', { current: many.length }]);
    const calls = (await asked()).slice(before);
    expect(calls.filter(({ status }) => status === 429)).toEqual([]);
    const documents = calls.filter(({ operation }) => operation === 'getFile').map(({ path }) => path);
    expect([documents.length, new Set(documents).size]).toEqual([many.length, many.length]);
  });

  it('stop nothing that is here when the token is revoked half-way, and say what to do', async () => {
    const standIn = await openStandInUpstream(pair.upstream.installation);
    let isRevoked = false;
    standIn.answer((request, response) => {
      if (isRevoked && !(request.url ?? '').endsWith('/meta'))
        response.writeHead(403, { 'content-type': 'application/json' }).end('{"err":"Invalid token"}');
      else answerExample(request.url ?? '', response, isRevoked ? '2026-02-01T00:00:00Z' : undefined);
    });
    const upstream = (await pair.add({ base_url: standIn.url, name: 'Revokes' })).json.id;
    const id = await mirror({ file_key: 'revoked' }, upstream);
    await sync(id);
    isRevoked = true;
    expect(await sync(id)).toMatchObject({ state: 'failed', reason: expect.stringMatching(/token/) });
    const calls = standIn.asked.length;
    await advance('3h');
    expect(standIn.asked.length).toBe(calls);
    const served = await ask('GET', '/v1/files/revoked');
    expect([served.status, served.headers['x-vitrine-mirror']]).toEqual([
      200,
      expect.stringMatching(/state=stale$/),
    ]);
    isRevoked = false;
    await ask('PATCH', `${mirrors}/${id}`, { paused: false });
    expect((await sync(id)).state).toBe('current');
    isRevoked = true;
    expect((await sync(id)).state).toBe('failed');
    isRevoked = false;
    const another = { token: 'another-token', name: 'Renewed' };
    const changed = await ask('PATCH', `/workspace/v1/upstreams/${upstream}`, another);
    expect([changed.status, changed.json.name]).toEqual([200, 'Renewed']);
    expect(changed.text).not.toContain(another.token);
    expect((await sync(id)).state).toBe('current');
    expect(standIn.asked.at(-1)?.headers['x-figma-token']).toBe(another.token);
    await standIn.close();
  });

  it('say of a mirror that somebody paused that it is, and make no call for it', async () => {
    const id = await mirror({ file_key: pair.there.id('new') });
    await sync(id);
    expect((await ask('PATCH', `${mirrors}/${id}`, { paused: true })).json.state).toBe('paused');
    const before = (await asked()).length;
    await sync(id);
    expect((await asked()).length).toBe(before);
    expectError(await ask('PATCH', `${mirrors}/${id}`, {}), 400, /paused/);
  });
});

/** What a server of the interface says of a small file, whatever its key. */
function answerExample(
  url: string,
  response: import('node:http').ServerResponse,
  touched = '2026-01-01T00:00:00Z',
): void {
  const [path = ''] = url.split('?');
  const key = path.split('/')[3] ?? '';
  const meta = { file: { name: 'Example', version: '100', last_touched_at: touched } };
  const design = { ...exampleFile, version: '100' };
  const body = path.endsWith('/meta') ? meta : path.endsWith(`/files/${key}`) ? design : {};
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
