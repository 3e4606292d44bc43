import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asAdministrator, madeByAdministrator } from './harness/as-administrator.ts';
import { cast } from './harness/cast.ts';
import { onOwnServers } from './harness/engines.ts';
import { exampleFile } from './harness/example-file.ts';
import { type Server, startServer } from './harness/server.ts';
import { openStandInUpstream, type StandInUpstream } from './harness/stand-in-upstream.ts';
import { createWorld, type World } from './harness/world.ts';

const mirrors = '/workspace/v1/mirrors';

onOwnServers('Webhooks that a mirror has at its upstream', ({ postgres }) => {
  let server: Server;
  let world: World;
  let standIn: StandInUpstream;
  /** What the upstream was asked to tell, by the ids of its webhooks, until they were taken back. */
  const theirs = new Map<string, Readonly<Record<string, string>>>();
  let touched = '2026-01-01T00:00:00Z';
  /** What a call that writes is answered with, where it is not let through. */
  let refusal: { readonly status: number; readonly headers?: Record<string, string> } | undefined;
  /** The webhook of each thing, by what it is of, that is made and never answered for. */
  const unanswered = new Map<string, string>();

  const env = { VITRINE_BASE_URL: 'https://mirror.example.com' };
  beforeAll(async () => {
    server = await startServer({ postgres, env });
    world = await createWorld(server, cast());
    standIn = await openStandInUpstream(server.installation);
    let made = 0;
    standIn.answer((request, response) => {
      const { method, url = '' } = request;
      if (method === 'GET' && !url.startsWith('/v2/webhooks')) return answerExample(url, response, touched);
      if (method === 'GET') return answerWebhooks(url, response, theirs);
      let body = '';
      request.on('data', (piece) => {
        body += piece;
      });
      request.on('end', () => {
        const type = { 'content-type': 'application/json' };
        if (refusal !== undefined)
          return void response
            .writeHead(refusal.status, { ...type, ...refusal.headers })
            .end('{"err":"Not now"}');
        made += 1;
        if (method === 'POST') theirs.set(String(made), JSON.parse(body));
        else theirs.delete(url.split('/').at(-1) ?? '');
        const { context_id = '', event_type } = theirs.get(String(made)) ?? {};
        if (event_type !== undefined && unanswered.get(context_id) === event_type) return;
        response.writeHead(200, type).end(JSON.stringify({ id: String(made) }));
      });
    });
  });
  afterAll(async () => {
    await standIn?.close();
    await server?.stop();
    await server?.installation.remove();
  });

  const ask = (method: string, path: string, body?: unknown) => asAdministrator(server, method, path, body);
  const make = (path: string, body: object) => madeByAdministrator(server, path, body);
  const sync = async (id: string) => (await ask('POST', `${mirrors}/${id}/sync`)).json;
  const upstream = async (): Promise<string> => {
    const more = { organization: world.id('900'), base_url: standIn.url, ca: standIn.ca, token: 'a-token' };
    return (await make('/workspace/v1/upstreams', { name: 'Tells', share: 1, ...more })).id;
  };
  /** Mirrors a file, or something else, with webhooks: their ids. */
  const hooked = async (of: string, thing: string | object, project = world.id('200')) => {
    const before = new Set(theirs.keys());
    const what = typeof thing === 'string' ? { file_key: thing } : thing;
    const { id } = await make(mirrors, { upstream: of, project, ...what, webhooks: true });
    const ids = [...theirs.keys()].filter((one) => !before.has(one));
    expect(ids.length).toBe(3);
    return { id, ids };
  };
  /** A minute on, the upstream has room for calls again that making and bringing mirrors took. */
  const makeRoom = () => ask('POST', '/test/v1/clock', { advance: '1m' });
  const expectTakenBack = (ids: readonly string[]) =>
    expect.poll(() => ids.filter((id) => theirs.has(id))).toEqual([]);

  it('spare calls, and only who knows the passcode is heard', async () => {
    const body = { upstream: await upstream(), project: world.id('200'), file_key: 'told', webhooks: true };
    const json = await make(mirrors, body);
    expect([json.webhooks, json.webhooks_failure]).toEqual([true, undefined]);
    const asked = [...theirs.values()] as [Readonly<Record<string, string>>];
    expect(asked.map(({ event_type }) => event_type)).toEqual(['FILE_UPDATE', 'FILE_COMMENT', 'FILE_DELETE']);
    const endpoint = `https://mirror.example.com/mirror-events/${json.id}`;
    expect(asked[0]).toMatchObject({ context: 'file', context_id: 'told', endpoint });
    const passcode = asked[0].passcode ?? '';
    expect(JSON.stringify(json)).not.toContain(passcode);
    await sync(json.id);
    touched = '2026-03-01T00:00:00Z';
    const tell = async (said: string, id = json.id) =>
      (await server.call('POST', `/mirror-events/${id}`, { body: { passcode: said, file_key: 'told' } }))
        .text;
    const modified = async () => (await ask('GET', '/v1/files/told/meta')).json.file.last_touched_at;
    const before = standIn.asked.length;
    const answers = [await tell('wrong'), await tell(passcode, '1')];
    await new Promise((done) => setTimeout(done, 1500));
    expect([standIn.asked.length, await modified()]).toEqual([before, '2026-01-01T00:00:00Z']);
    expect(new Set([...answers, await tell(passcode)]).size).toBe(1);
    await expect.poll(modified).toBe(touched);
  });

  it('are done without where the upstream refuses, with its reason', async () => {
    refusal = { status: 403 };
    const body = { upstream: await upstream(), project: world.id('200'), file_key: 'untold', webhooks: true };
    const refused = await make(mirrors, body);
    const reason = expect.stringMatching(/Not now/);
    expect([refused.webhooks, refused.webhooks_failure]).toEqual([false, reason]);
    refusal = undefined;
    expect((await sync(refused.id)).state).toBe('current');
  });

  it('are taken back when the mirror ends: by itself, with its one file, project, team or upstream', async () => {
    const team = (
      await world.call('POST', '/workspace/v1/teams', { as: 'alice-push', body: { name: 'Own' } })
    ).json.id;
    const inTeam = { name: 'Own', team };
    const own = (await world.call('POST', '/workspace/v1/projects', { as: 'alice-push', body: inTeam })).json
      .id;
    const ends: readonly (readonly [string, string | object, string, (id: string, of: string) => string])[] =
      [
        ['mirror', 'ended', world.id('200'), (id) => `${mirrors}/${id}`],
        ['one file', 'detached', world.id('200'), () => '/workspace/v1/files/detached/mirror'],
        ['project', { project_id: '71' }, own, () => `/workspace/v1/projects/${own}?with_contents=true`],
        ['team', 'inTeam', '', () => `/workspace/v1/teams/${team}?with_contents=true`],
        ['upstream', { team_id: '72' }, world.id('200'), (_id, of) => `/workspace/v1/upstreams/${of}`],
      ];
    for (const [what, thing, project, path] of ends) {
      const lies = project || (await make('/workspace/v1/projects', { name: 'Another', team })).id;
      const of = await upstream();
      const { id, ids } = await hooked(of, thing, lies);
      if (typeof thing === 'string') await sync(id);
      expect([what, (await ask('DELETE', path(id, of))).status]).toEqual([what, 200]);
      await expectTakenBack(ids);
    }
  });

  it('are taken back once the upstream takes calls again, where it locks out', async () => {
    const { id, ids } = await hooked(await upstream(), 'lockedOut');
    refusal = { status: 429, headers: { 'retry-after': '7200' } };
    const deletes = () => standIn.asked.filter(({ method }) => method === 'DELETE').length;
    const before = deletes();
    expect((await ask('DELETE', `${mirrors}/${id}`)).status).toBe(200);
    await expect.poll(deletes).toBeGreaterThan(before);
    await ask('POST', '/test/v1/clock', { advance: '1h' });
    // A server is at two things at a time: the second may have been under way.
    expect(deletes()).toBeLessThanOrEqual(before + 2);
    refusal = undefined;
    await ask('POST', '/test/v1/clock', { advance: '2h' });
    await expectTakenBack(ids);
  });

  it('are taken back where a restore takes the mirror away, and not believed in where it brings one back', async () => {
    const of = await upstream();
    const early = await hooked(of, 'early');
    const kept = await hooked(of, 'kept');
    const backup = (await ask('GET', '/workspace/v1/backup')).bytes;
    const late = await hooked(of, 'late');
    const ofLate = await hooked(await upstream(), 'lateToo');
    await makeRoom();
    expect((await ask('DELETE', `${mirrors}/${early.id}`)).status).toBe(200);
    await expectTakenBack(early.ids);
    expect((await ask('PUT', '/workspace/v1/backup', backup)).status).toBe(200);
    await expectTakenBack([...late.ids, ...ofLate.ids]);
    expect(kept.ids.filter((id) => theirs.has(id))).toEqual(kept.ids);
    const shown = async (id: string) => (await ask('GET', `${mirrors}/${id}`)).json.webhooks;
    expect([await shown(early.id), await shown(kept.id)]).toEqual([false, true]);
  });

  it('are found again that were being made when the server was killed: kept, made anew, or taken back', async () => {
    const [of, project] = [await upstream(), world.id('200')];
    const idsOf = (key: string) =>
      [...theirs].filter(([, { context_id }]) => context_id === key).map(([id]) => id);
    unanswered.set('whole', 'FILE_DELETE').set('half', 'FILE_COMMENT').set('ended', 'FILE_UPDATE');
    const cut = [...unanswered.keys()].map((file_key) =>
      ask('POST', mirrors, { upstream: of, project, file_key, webhooks: true }).catch(() => undefined),
    );
    await expect
      .poll(() => ['whole', 'half', 'ended'].map((key) => idsOf(key).length), { timeout: 30_000 })
      .toEqual([3, 2, 1]);
    await server.kill();
    await Promise.all(cut);
    unanswered.clear();
    const [whole, half] = [idsOf('whole'), idsOf('half')];
    server = await startServer({ postgres, env, installation: server.installation });
    const mirrorOf = async (key: string) =>
      (await ask('GET', `${mirrors}?project=${project}&page_size=100`)).json.mirrors.find(
        ({ file_key }: { file_key?: string }) => file_key === key,
      );
    expect((await ask('DELETE', `${mirrors}/${(await mirrorOf('ended')).id}`)).status).toBe(200);
    await ask('POST', '/test/v1/clock', { advance: '5h' });
    await expect
      .poll(() => ['whole', 'half', 'ended'].map((key) => idsOf(key).length), { timeout: 30_000 })
      .toEqual([3, 3, 0]);
    expect([idsOf('whole'), idsOf('half').filter((one) => half.includes(one))]).toEqual([whole, []]);
    const isHooked = async (key: string) => (await mirrorOf(key)).webhooks;
    await expect.poll(async () => [await isHooked('whole'), await isHooked('half')]).toEqual([true, true]);
  });
});

/** The webhooks of one thing; nobody is told a passcode. */
function answerWebhooks(
  url: string,
  response: ServerResponse,
  all: ReadonlyMap<string, Readonly<Record<string, string>>>,
): void {
  const asked = new URLSearchParams(url.split('?')[1]);
  const webhooks = [...all]
    .map(([id, webhook]) => ({ id, ...webhook, passcode: '' }) as Readonly<Record<string, string>>)
    .filter(({ context_id }) => context_id === asked.get('context_id'));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ webhooks }));
}

/** What a server of the interface says of a small file, whatever its key. */
function answerExample(url: string, response: ServerResponse, touched: string): void {
  const [path = ''] = url.split('?');
  const key = path.split('/')[3] ?? '';
  const meta = { file: { name: 'Example', version: '100', last_touched_at: touched } };
  const design = { ...exampleFile, version: '100' };
  const body = path.endsWith('/meta') ? meta : path.endsWith(`/files/${key}`) ? design : {};
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
