import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asAdministrator } from './harness/as-administrator.ts';
import { cast } from './harness/cast.ts';
import { onOwnServers } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { type GrantUpstream, openGrantUpstream } from './harness/grant-upstream.ts';
import { type Server, startServer } from './harness/server.ts';
import { runVitrine } from './harness/vitrine-process.ts';
import { createWorld, type World } from './harness/world.ts';

onOwnServers('Upstreams whose token is refreshed', ({ postgres }) => {
  let server: Server;
  let here: World;
  let upstream: GrantUpstream;
  beforeAll(async () => {
    server = await startServer({ postgres });
    here = await createWorld(server, cast());
    upstream = await openGrantUpstream(server.installation);
  });
  afterAll(async () => {
    await upstream?.close();
    await server?.stop();
    await server?.installation.remove();
  });
  beforeEach(() => {
    upstream.state.refusal = undefined;
  });

  const ask = (method: string, path: string, body?: object) => asAdministrator(server, method, path, body);
  const upstreams = '/workspace/v1/upstreams';
  const bodyOf = (more: object) => ({
    name: 'By an app',
    organization: here.id('900'),
    base_url: upstream.url,
    ca: upstream.ca,
    share: 1,
    ...more,
  });
  const add = async (more: object = { grant: upstream.grant() }) => {
    const { status, json, text } = await ask('POST', upstreams, bodyOf(more));
    expect([status, text]).toEqual([200, text]);
    return { id: json.id as string, text };
  };
  const check = (id: string) => ask('POST', `${upstreams}/${id}/check`);
  const read = (id: string) =>
    ask('POST', `${upstreams}/${id}/read`, { file_key: 'any', operation: 'getComments' });
  const shown = async (id: string) => (await ask('GET', `${upstreams}/${id}`)).json;
  const advance = (time: string) =>
    server.call('POST', '/test/v1/clock', { token: server.adminToken, body: { advance: time } });
  const refreshedBy = async (work: () => Promise<unknown>) => {
    const before = upstream.state.refreshes;
    await work();
    return upstream.state.refreshes - before;
  };
  const invalid = { status: 400, body: { error: 'invalid_grant', message: 'Unknown refresh token' } };

  it('get their first token by a refresh, say when it ends, and show no secret', async () => {
    const { client_secret, refresh_token } = upstream.grant();
    const { id, text } = await add();
    const checked = await check(id);
    expect(checked.json).toMatchObject({ user: { handle: 'Ada' }, refreshes: true });
    const leftMs = Date.parse(checked.json.expires_at) - Date.parse(String(checked.headers.date));
    expect(Math.abs(leftMs - 3_600_000)).toBeLessThan(120_000);
    expect(await shown(id)).toMatchObject({ refreshes: true, expires_at: checked.json.expires_at });
    for (const secret of [client_secret, refresh_token, `token-${upstream.state.present}`])
      for (const told of [text, checked.text, server.process.stderr()]) expect(told).not.toContain(secret);
  });

  it('refresh before the token ends, with the refresh token that came last', async () => {
    const { id } = await add();
    expect(await refreshedBy(() => check(id))).toBe(1);
    await advance('40m');
    expect(await refreshedBy(() => read(id))).toBe(0);
    for (let times = 0; times < 2; times += 1) {
      await advance('50m');
      expect(await refreshedBy(async () => expect((await read(id)).status).toBe(200))).toBe(1);
    }
  });

  it('refresh once for all who call at once', async () => {
    const { id } = await add();
    await check(id);
    await advance('2h');
    const all = () => Promise.all(Array.from({ length: 8 }, () => read(id)));
    expect(
      await refreshedBy(async () =>
        expect(new Set((await all()).map(({ status }) => status))).toEqual(new Set([200])),
      ),
    ).toBe(1);
  });

  it('go on with a token that is good while it cannot be refreshed, say why, and try again', async () => {
    const { id } = await add();
    await check(id);
    upstream.state.refusal = { status: 503, body: { message: 'Down' } };
    await advance('50m');
    expect(await refreshedBy(async () => expect((await read(id)).status).toBe(200))).toBe(1);
    expect((await shown(id)).refresh_failure).toMatch(/503.*Down/);
    expect(await refreshedBy(() => read(id))).toBe(0);
    await advance('20m');
    expectError(await read(id), 502, /has ended and could not be refreshed: .*503.*tried again/);
    upstream.state.refusal = undefined;
    await advance('2m');
    expect((await read(id)).status).toBe(200);
    expect((await shown(id)).refresh_failure).toBeUndefined();
  });

  it.each([
    [{ access_token: 'a\r\nb' }, 502],
    [{ refresh_token: 'a\r\nb' }, 200],
  ])(
    'say that the upstream gave %j, which no header carries, and go on once it gives another',
    async (given, status) => {
      const { id } = await add();
      const token = `token-${upstream.state.present}`;
      const body = { access_token: token, expires_in: 3600, ...given };
      upstream.state.refusal = { status: 200, body };
      expect((await check(id)).status).toBe(status);
      expect((await shown(id)).refresh_failure).toMatch(/^The upstream gave a .*token that is not one word/);
      upstream.state.refusal = undefined;
      expect(await refreshedBy(async () => expect((await check(id)).status).toBe(200))).toBe(1);
      expect((await shown(id)).refresh_failure).toBeUndefined();
    },
  );

  it('say that a grant is refused, ask no more but when checked, and stop their mirrors until they get another', async () => {
    const { id } = await add();
    await check(id);
    const mirror = { upstream: id, project: here.id('200'), file_key: `mirrored${id}` };
    const path = `/workspace/v1/mirrors/${(await ask('POST', '/workspace/v1/mirrors', mirror)).json.id}`;
    await ask('POST', `${path}/sync`);
    await ask('PATCH', path, { paused: true });
    upstream.state.refusal = invalid;
    await advance('2h');
    const words = new RegExp(
      `could not be refreshed: .*Unknown refresh token.*upstream change ${id} --grant-file`,
    );
    expect(await refreshedBy(async () => expectError(await read(id), 409, words))).toBe(1);
    expect(await refreshedBy(async () => expectError(await read(id), 409, words))).toBe(0);
    expectError(
      await ask('POST', '/workspace/v1/mirrors', { ...mirror, file_key: `other${id}` }),
      409,
      words,
    );
    await ask('PATCH', path, { paused: false });
    await ask('POST', `${path}/sync`);
    expect((await ask('GET', path)).json).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(words),
    });
    expect(await refreshedBy(async () => expectError(await check(id), 409, words))).toBe(1);
    upstream.state.refusal = undefined;
    const changed = await ask('PATCH', `${upstreams}/${id}`, { grant: upstream.grant() });
    expect(changed.json.refresh_failure).toBeUndefined();
    expect((await read(id)).status).toBe(200);
    await ask('POST', `${path}/sync`);
    await ask('DELETE', path);
  });

  it('get another token where the upstream does not know the present one any more', async () => {
    const { id } = await add();
    await check(id);
    upstream.state.isRevoked = true;
    expect(await refreshedBy(async () => expect((await read(id)).status).toBe(200))).toBe(1);
  });

  it.each([
    [{}, /token, or a grant/],
    [{ token: 'abc', grant: { client_id: 'a', client_secret: 'b', refresh_token: 'c' } }, /or a grant/],
    [{ grant: { client_id: 'a', client_secret: 'b' } }, /refresh_token/],
    [{ grant: { client_id: 'a b', client_secret: 'b', refresh_token: 'c\nd' } }, /words of ASCII/],
    [{ token: 'abc', expires_at: '2001-01-01T00:00:00Z' }, /expires_at is over/],
  ])('are refused with %j', async (wrong, words) => {
    expectError(await ask('POST', upstreams, bodyOf(wrong)), 400, words);
  });

  it('are added and checked by commands, which warn of a token that ends soon', async () => {
    const env = { VITRINE_URL: server.url, VITRINE_TOKEN: server.adminToken, VITRINE_CA: server.caPath };
    const file = (name: string) => join(server.installation.folder, name);
    await writeFile(file('grant.json'), JSON.stringify(upstream.grant()));
    await writeFile(file('ca.pem'), upstream.ca);
    await writeFile(file('token.txt'), `token-${upstream.state.present + 1}`);
    const place = [
      '--base-url',
      upstream.url,
      '--upstream-ca',
      file('ca.pem'),
      '--organization',
      here.id('900'),
    ];
    const run = async (...line: string[]) => runVitrine(['upstream', ...line], env);
    const made = await run('add', '--name', 'Granted', '--grant-file', file('grant.json'), ...place);
    expect([made.code, made.stderr]).toEqual([0, '']);
    const id = /is (\d+)/.exec(made.stdout)?.[1] ?? '';
    const checked = await run('check', id);
    expect(checked.stdout).toMatch(
      /^The token is that of Ada \(7\)\.\nIt ends at 20\S+, and is refreshed before\.\n$/,
    );
    const ends = new Date(Date.now() + 5 * 24 * 3_600_000).toISOString();
    const plain = ['--token-file', file('token.txt'), '--plan', '--token-ends', ends];
    const other = await run('add', '--name', 'Plain', ...plain, ...place);
    const warned = await run('check', /is (\d+)/.exec(other.stdout)?.[1] ?? '');
    expect(warned.stdout).toMatch(
      /\nWarning: that is in 5 days\. .*--token-file FILE" gives it another before\.\n$/,
    );
    const listed = await run('list', '--organization', here.id('900'));
    expect(listed.stdout).toMatch(/Granted .* is refreshed$/m);
    expect(listed.stdout).toMatch(/Plain .* 20\d\d-\d\d-\d\d \(soon\)$/m);
  });
});
