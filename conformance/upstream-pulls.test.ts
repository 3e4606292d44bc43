import { readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onOwnServers } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { exampleFile, imageRef, pixelPng } from './harness/example-file.ts';
import { firstDifference, propertyBytes } from './harness/json-tokens.ts';
import { libraryContent } from './harness/library-file.ts';
import { openStandInUpstream, type StandInUpstream } from './harness/stand-in-upstream.ts';
import { fileOf, people, startPair, type UpstreamPair } from './harness/upstream-pair.ts';
import { theme, variablesOf } from './harness/variables-file.ts';
import { runVitrine } from './harness/vitrine-process.ts';

/** More nodes than the upstream answers at once, on several levels. */
function largeContent(): object {
  const node = (id: string, type: string, children?: readonly object[]) => ({
    id,
    name: `Node ${id} – ü`,
    type,
    size: { x: 1.0e2, y: 2.5 },
    fills: [],
    ...(children === undefined ? {} : { children }),
  });
  const leaves = (from: number) => Array.from({ length: 40 }, (_, at) => node(`9:${from + at}`, 'RECTANGLE'));
  const frames = (from: number) =>
    Array.from({ length: 2 }, (_, at) => node(`8:${from + at}`, 'FRAME', leaves((from + at) * 100)));
  const page = (at: number) => node(`0:${at}`, 'CANVAS', frames(at * 10));
  return { name: 'Large', document: node('0:0', 'DOCUMENT', [page(1), node('0:3', 'CANVAS', [])]) };
}

const comments = [
  { id: '71', user: people.alice, message: 'First', created_at: '2026-01-01T00:00:00Z' },
  {
    id: '72',
    user: people.bob,
    message: 'Answer',
    parent: '71',
    created_at: '2026-01-02T00:00:00Z',
  },
  {
    id: '73',
    user: people.carla,
    message: 'Done',
    client_meta: { x: 1, y: 2 },
    created_at: '2026-01-03T00:00:00Z',
    resolved_at: '2026-01-04T00:00:00Z',
  },
];

onOwnServers('Files that are read from an upstream', ({ postgres }) => {
  let pair: UpstreamPair;
  beforeAll(async () => {
    const files = [
      fileOf('main', exampleFile, { images: { [imageRef]: pixelPng.toString('base64') }, comments }),
      fileOf('library', libraryContent(), { published: true }),
      fileOf('large', largeContent()),
      ...['empty', 'cut', 'moving', 'derived', 'compared', 'command'].map((key) => fileOf(key, exampleFile)),
    ];
    pair = await startPair({
      postgres,
      files,
      upstreamEnv: { VITRINE_MAX_RESPONSE_NODES: '60' },
      env: { VITRINE_IMPORT_MAX_BYTES: '4 MB' },
    });
  });
  afterAll(() => pair?.stop());

  /** Each by an upstream of its own, whose share of the limits is not used yet. */
  const pull = async (body: object) => {
    const id = (await pair.add()).json.id;
    return pair.asAdministrator('POST', `/workspace/v1/upstreams/${id}/pull`, {
      project: pair.here.id('200'),
      ...body,
    });
  };
  const there = (path: string) => pair.there.get(path);
  const here = (path: string) => pair.asAdministrator('GET', path);
  const fault = (body: object) =>
    pair.upstream.call('POST', '/test/v1/faults', { token: pair.upstream.adminToken, body });
  const stateOf = (parts: { part: string; state: string }[]) =>
    Object.fromEntries(parts.map(({ part, state }) => [part, state]));

  it('keep their key, version, time and every token of the document', async () => {
    const key = pair.there.id('main');
    const pulled = await pull({ url: `${pair.upstream.url}/design/${key}/Main` });
    expect([pulled.status, pulled.json.key]).toEqual([200, key]);
    expect(stateOf(pulled.json.parts)).toEqual({
      metadata: 'done',
      images: 'done',
      document: 'done',
      variables: 'done',
      comments: 'done',
      versions: 'done',
      published: 'done',
      dev_resources: 'done',
    });
    for (const query of ['', '?geometry=paths', '?depth=1', '?plugin_data=shared']) {
      const [theirs, ours] = await Promise.all([
        there(`/v1/files/${key}${query}`),
        here(`/v1/files/${key}${query}`),
      ]);
      const documents = [theirs, ours].map(
        ({ bytes }) => propertyBytes(bytes, 'document') ?? Buffer.from('-'),
      );
      expect(firstDifference(documents[0] as Buffer, documents[1] as Buffer)).toBeUndefined();
      for (const name of ['name', 'version', 'lastModified', 'components', 'styles', 'editorType'])
        expect([name, ours.json[name]]).toEqual([name, theirs.json[name]]);
    }
  });

  it('bring their image fills, whose bytes are the same', async () => {
    const key = pair.there.id('main');
    const { json } = await here(`/v1/files/${key}/images`);
    const url = new URL(json.meta.images[imageRef]);
    const bytes = (await here(url.pathname + url.search)).bytes;
    expect(bytes.equals(pixelPng)).toBe(true);
  });

  it('bring their comments, with who wrote them by handle, and these cannot sign in', async () => {
    const key = pair.there.id('main');
    const [theirs, ours] = await Promise.all([
      there(`/v1/files/${key}/comments`),
      here(`/v1/files/${key}/comments`),
    ]);
    const shown = (comments: { file_key: string }[]) => [...comments].sort(byId);
    const byId = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
    expect(shown(ours.json.comments)).toEqual(shown(theirs.json.comments));
    const users = await here(`/workspace/v1/organizations/${pair.here.id('900')}/users`);
    const ids = users.json.users.map(({ id }: { id: string }) => id);
    expect(ids).not.toContain(pair.there.id(people.alice));
  });

  it('become a new version when they are read again', async () => {
    const key = pair.there.id('main');
    const changed = { ...exampleFile, name: 'Changed' };
    const path = `/workspace/v1/files/${key}/content`;
    await pair.there.call('PUT', path, { as: 'alice-push', body: changed });
    const pulled = await pull({ file_key: key });
    expect(pulled.status).toBe(200);
    const [theirs, ours] = await Promise.all([there(`/v1/files/${key}`), here(`/v1/files/${key}`)]);
    expect(ours.json.version).toBe(theirs.json.version);
    expect((await here(`/v1/files/${key}/versions`)).json.versions.length).toBe(2);
    expect((await here(`/v1/files/${key}/comments`)).json.comments.length).toBe(3);
  });

  it('are published where they are a library there, by the same keys', async () => {
    const key = pair.there.id('library');
    expect((await pull({ file_key: key })).status).toBe(200);
    for (const list of ['components', 'component_sets', 'styles']) {
      const keys = async (ask: typeof here) =>
        (await ask(`/v1/files/${key}/${list}`)).json.meta[list].map((one: { key: string }) => one.key).sort();
      expect(await keys(here)).toEqual(await keys(there));
    }
  });

  it('bring their variables', async () => {
    const file = variablesOf(pair.there, 'library');
    await file.change(theme);
    const pulled = await pull({ file_key: file.key });
    expect(pulled.status).toBe(200);
    const ours = (await here(`/v1/files/${file.key}/variables/local`)).json.meta;
    expect(ours).toEqual(await file.local());
  });

  it('are put together where they are too large for one answer, token for token', async () => {
    const key = pair.there.id('large');
    expectError(await there(`/v1/files/${key}?geometry=paths`), 400, /too large/);
    const pulled = await pull({ file_key: key });
    expect([pulled.status, pulled.text]).toEqual([200, pulled.text]);
    const { json: made } = await pair.asAdministrator('POST', '/workspace/v1/files', {
      name: 'Same',
      project: pair.here.id('200'),
    });
    await pair.asAdministrator('PUT', `/workspace/v1/files/${made.key}/content`, largeContent());
    const documents = await Promise.all(
      [key, made.key].map(async (one) => {
        const { bytes } = await here(`/v1/files/${one}?geometry=paths`);
        return propertyBytes(bytes, 'document') ?? Buffer.from('-');
      }),
    );
    expect(firstDifference(documents[0] as Buffer, documents[1] as Buffer)).toBeUndefined();
    expect(pulled.json.nodes).toBeGreaterThan(80);
  });

  it('are whole though the first answer ended early', async () => {
    const key = pair.there.id('cut');
    await fault({ operation: 'getFile', times: 1, cutBodyAt: 300 });
    expect((await pull({ file_key: key })).status).toBe(200);
    const [theirs, ours] = await Promise.all([there(`/v1/files/${key}`), here(`/v1/files/${key}`)]);
    expect(ours.json.document).toEqual(theirs.json.document);
  });

  it('are read again where they changed while they were read', async () => {
    const key = pair.there.id('moving');
    await fault({ operation: 'getFile', times: 1, delay: '1s' });
    const pulling = pull({ file_key: key });
    const asked = async () =>
      (await pair.upstream.call('GET', '/test/v1/requests', { token: pair.upstream.adminToken })).json
        .requests;
    await expect
      .poll(
        async () =>
          (await asked()).filter(({ path }: { path: string }) => path === `/v1/files/${key}/images`).length,
      )
      .toBe(1);
    const body = { ...exampleFile, name: 'Moved' };
    await pair.there.call('PUT', `/workspace/v1/files/${key}/content`, { as: 'alice-push', body });
    const { json } = await pulling;
    expect(json.version).toBe((await there(`/v1/files/${key}`)).json.version);
  });

  it('have another key, the same each time, where an organization added the upstream', async () => {
    const { json: added } = await pair.add({ name: 'Of Alice' }, 'alice-push');
    const project = pair.here.id('200');
    const path = `/workspace/v1/upstreams/${added.id}/pull`;
    const body = { project, file_key: pair.there.id('derived') };
    const pulls = [];
    for (const as of ['alice-push', 'alice-push'])
      pulls.push(await pair.here.call('POST', path, { as, body }));
    expect(pulls.map(({ status }) => status)).toEqual([200, 200]);
    const [first, second] = pulls.map(({ json }) => json.key);
    expect(first).toMatch(/^[A-Za-z0-9]{22}$/);
    expect([second, first === pair.there.id('derived')]).toEqual([first, false]);
    expectError(await pair.here.call('POST', path, { as: 'carla-push', body }), 403, /permission/i);
    const unknown = await pair.here.call('POST', path, { as: 'dan-push', body });
    expect(unknown.status).toBe(404);
  });

  it('leave nothing behind where nothing came', async () => {
    const files = async () =>
      (await here(`/workspace/v1/files?project=${pair.here.id('200')}`)).json.files.map(
        ({ key }: { key: string }) => key,
      );
    const before = await files();
    expectError(await pull({ file_key: 'unknown' }), 404, /knows nothing/);
    expectError(await pull({ url: 'https://example.com/nothing' }), 400, /no address/);
    expectError(await pull({}), 400, /url/);
    await fault({ operation: 'getFile', times: 1, status: 403 });
    expectError(await pull({ file_key: pair.there.id('empty') }), 409, /may not read/);
    expect(await files()).toEqual(before);
    expect((await pull({ file_key: pair.there.id('empty') })).status).toBe(200);
  });

  it('say of each part that failed why it did, and bring the others', async () => {
    const key = pair.there.id('main');
    await fault({ operation: 'getLocalVariables', times: 1, status: 403 });
    await fault({ operation: 'getComments', times: 1, status: 500 });
    const { json } = await pull({ file_key: key });
    const states = stateOf(json.parts);
    expect(states).toMatchObject({ document: 'done', variables: 'skipped', comments: 'failed' });
    const failed = json.parts.find(({ part }: { part: string }) => part === 'comments');
    expect(failed.reason).toMatch(/500/);
  });

  it('go on to hold other content under the same version, where it changed so there', async () => {
    const standIn = await openStandInUpstream(pair.upstream.installation);
    let minute = 0;
    standIn.answer((request, response) => {
      const [path = ''] = (request.url ?? '').split('?');
      const time = `2026-01-01T00:0${minute}:00Z`;
      const meta = { file: { name: 'Same', version: '100', last_touched_at: time } };
      const design = { ...exampleFile, name: `Minute ${minute}`, version: '100' };
      const page = { id: '0:1', name: `Minute ${minute}`, type: 'CANVAS', children: [] };
      const document = { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] };
      const body = path.endsWith('/meta') ? meta : path.endsWith('/same') ? { ...design, document } : {};
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const { id } = (await pair.add({ base_url: standIn.url })).json;
    const names = [];
    for (minute of [1, 2]) {
      const body = { project: pair.here.id('200'), file_key: 'same' };
      const pulled = await pair.asAdministrator('POST', `/workspace/v1/upstreams/${id}/pull`, body);
      expect([pulled.status, pulled.json.version]).toEqual([200, '100']);
      names.push((await here('/v1/files/same')).json.document.children[0].name);
    }
    await standIn.close();
    expect(names).toEqual(['Minute 1', 'Minute 2']);
    const { versions } = (await here('/v1/files/same/versions')).json;
    expect(versions.map((one: { id: string; created_at: string }) => [one.id, one.created_at])).toEqual([
      ['100', '2026-01-01T00:02:00Z'],
    ]);
  });

  /** Pulls a file of a server that answers by these; all other answers are empty. */
  const pullFrom = async (
    standIn: StandInUpstream,
    answers: Readonly<Record<string, (response: ServerResponse) => void>>,
    file_key = 'strange',
  ) => {
    standIn.answer((request, response) => {
      const path = (request.url ?? '').replace(/\?.*/, '');
      const answer = Object.entries(answers).find(([end]) => path.endsWith(end))?.[1];
      if (answer === undefined) sendJson(response, {});
      else answer(response);
    });
    const { id } = (await pair.add({ base_url: standIn.url })).json;
    const body = { project: pair.here.id('200'), file_key };
    return pair.asAdministrator('POST', `/workspace/v1/upstreams/${id}/pull`, body);
  };
  const atRest = (response: ServerResponse) =>
    sendJson(response, { file: { name: 'Strange', version: '7', last_touched_at: '2026-01-01T00:00:00Z' } });

  it('bring comments by the hundred, and say of each that is refused why, and of each reaction', async () => {
    const standIn = await openStandInUpstream(pair.upstream.installation);
    const by = { user: { id: '77', handle: 'Ada', img_url: '' }, created_at: '2026-01-01T00:00:00Z' };
    const reactions = [':heart:', 'no emoji'].map((emoji) => ({ ...by, emoji }));
    const comments = Array.from({ length: 120 }, (_, at) => ({
      ...by,
      id: `many${at}`,
      message: at === 60 ? '' : `Number ${at}`,
      ...(at === 10 && { reactions }),
    }));
    const { json } = await pullFrom(
      standIn,
      {
        '/meta': atRest,
        '/comments': (response) => sendJson(response, { comments }),
        '/said': (response) => sendJson(response, { ...exampleFile, version: '7' }),
      },
      'said',
    );
    await standIn.close();
    const reasons = json.warnings.map(({ reason }: { reason: string }) => reason);
    expect(reasons).toEqual([
      expect.stringMatching(/^A reaction to the comment many10: emoji is not valid/),
      expect.stringMatching(/^The comment many60: /),
    ]);
    const found = (await here('/v1/files/said/comments')).json.comments;
    const tenth = found.find(({ id }: { id: string }) => id === 'many10');
    expect([found.length, tenth.message, tenth.reactions.length]).toEqual([119, 'Number 10', 1]);
  });

  it.each<[string, number, RegExp, (response: ServerResponse) => void]>([
    ['a page', 502, /text\/html/, (r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<p>')],
    ['a redirect', 502, /redirect/, (r) => r.writeHead(302, { location: 'https://example.com/' }).end()],
    ['no design', 400, /document/, (r) => sendJson(r, [1])],
    ['an error of its own', 502, /answered 500/, (r) => r.writeHead(500).end()],
    ['2 GB', 413, /larger than 4,000,000 bytes/, sendWithoutEnd],
  ])('leave nothing behind where the document is %s', async (_title, status, words, document) => {
    const standIn = await openStandInUpstream(pair.upstream.installation);
    expectError(await pullFrom(standIn, { '/meta': atRest, '/strange': document }), status, words);
    expect((await here('/v1/files/strange')).status).toBe(404);
    await standIn.close();
  });

  it('are taken as they were read last where they change all the while, which is told', async () => {
    const standIn = await openStandInUpstream(pair.upstream.installation);
    let minute = 10;
    const moving = (response: ServerResponse) => {
      minute += 1;
      const last_touched_at = `2026-01-01T00:${minute}:00Z`;
      sendJson(response, { file: { name: 'Strange', version: '7', last_touched_at } });
    };
    const document = (response: ServerResponse) => sendJson(response, { ...exampleFile, version: '7' });
    const { json } = await pullFrom(standIn, { '/meta': moving, '/strange': document });
    const read = json.parts.find(({ part }: { part: string }) => part === 'document');
    expect(read).toMatchObject({ state: 'done', reason: expect.stringMatching(/changed .* 3 times/) });
    await standIn.close();
  });

  it('come without images that are none or lie where nothing public is, and say so; no image gets the token', async () => {
    const standIn = await openStandInUpstream(pair.upstream.installation);
    const images = {
      good: `${standIn.url}/good.png`,
      text: `${standIn.url}/text.png`,
      inside: 'https://10.0.0.1/inside.png',
    };
    const { json } = await pullFrom(standIn, {
      '/meta': atRest,
      '/images': (response) => sendJson(response, { meta: { images } }),
      '/good.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(pixelPng),
      '/text.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('no image'),
      '/strange': (response) => sendJson(response, { ...exampleFile, version: '8' }),
    });
    const ofPart = json.parts.find(({ part }: { part: string }) => part === 'images');
    expect(ofPart).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/So it is with 1 more of 3/),
    });
    const said = json.warnings.map(({ reason }: { reason: string }) => reason).join('\n');
    expect(said).toMatch(/The image text: /);
    expect(said).toMatch(/The image inside: .*VITRINE_UPSTREAM_ALLOW/);
    expect(said).not.toMatch(/The image good/);
    const ofImages = standIn.asked.filter(({ url }) => /\.png$/.test(url ?? ''));
    expect(ofImages.map(({ headers }) => headers['x-figma-token'])).toEqual([undefined, undefined]);
    await standIn.close();
  });

  it('are proven to be like those there, by the same questions and by a recording of a tool', async () => {
    const key = pair.there.id('compared');
    const { id } = (await pair.add()).json;
    const body = { project: pair.here.id('200'), file_key: key };
    await pair.asAdministrator('POST', `/workspace/v1/upstreams/${id}/pull`, body);
    const { server, upstream } = pair;
    const env = { VITRINE_URL: server.url, VITRINE_TOKEN: server.adminToken, VITRINE_CA: server.caPath };
    const tape = join(upstream.installation.folder, 'tape.har');
    const script = `const headers = { 'X-Figma-Token': '${pair.there.token('alice')}' };
      const get = (path) => fetch('https://api.figma.com/v1/files/${key}' + path, { headers }).then((r) => r.text());
      get('?geometry=paths').then(() => get('/comments')).then(() => get('/nodes?ids=0:1&depth=1'))`;
    const to = ['--to', upstream.url, '--to-ca', upstream.caPath];
    const recorded = await runVitrine(['run', '--record', tape, ...to, '--', process.execPath, '-e', script]);
    expect(recorded).toMatchObject({ code: 0, stderr: `${tape} holds 3 answers.\n` });
    expect(await readFile(tape, 'utf8')).not.toContain(pair.there.token('alice'));
    const same = await runVitrine(['drift', '--tape', tape], env);
    expect(same.stdout).toMatch(/Of 3 answers 3 are the same but for addresses and times\.\n$/);
    expect(same.code).toBe(0);
    const both = await runVitrine(['drift', key, '--upstream', id, '--json'], env);
    const { questions } = JSON.parse(both.stdout);
    const asked = Object.fromEntries(
      questions.map((one: { question: string; reason?: string; differences?: { path: string }[] }) => [
        one.question.replace(`GET /v1/files/${key}`, ''),
        one.reason ?? one.differences?.map(({ path }) => path),
      ]),
    );
    const { '/meta': ofMeta, ...rest } = asked;
    expect(ofMeta).toEqual(['file.creator.id', 'file.creator.handle']);
    expect([Object.keys(rest).length, ...new Set(Object.values(rest).flat())]).toEqual([11]);
    const changed = { ...exampleFile, name: 'Changed' };
    await pair.asAdministrator('PUT', `/workspace/v1/files/${key}/content`, changed);
    const drifted = await runVitrine(['drift', '--tape', tape], env);
    expect(drifted.stdout).toMatch(/different +version × 1/);
    expect(drifted.code).toBe(1);
  });

  it('come by one command with the address', async () => {
    const key = pair.there.id('command');
    const { server, here: world } = pair;
    const env = { VITRINE_URL: server.url, VITRINE_TOKEN: server.adminToken, VITRINE_CA: server.caPath };
    const tokenFile = join(server.installation.folder, 'token.txt');
    await writeFile(tokenFile, pair.there.token('alice'));
    const place = ['--base-url', pair.upstream.url, '--upstream-ca', pair.upstream.caPath];
    const more = ['--token-file', tokenFile, '--organization', world.id('900'), '--share', '100'];
    const made = await runVitrine(['upstream', 'add', '--name', 'Second', ...place, ...more], env);
    expect(made).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Upstream "Second" .* is \d+\.\n$/),
    });
    const from = ['--from', /is (\d+)/.exec(made.stdout)?.[1] ?? ''];
    const project = ['--project', world.id('200')];
    const named = await runVitrine(['import', key, ...project, ...from], env);
    expect([named.code, named.stdout]).toEqual([0, expect.stringContaining(` is ${key}, version `)]);
    await fault({ operation: 'getComments', times: 1, status: 500 });
    const lacking = await runVitrine(['import', key, ...project, ...from], env);
    expect([lacking.code, lacking.stdout]).toEqual([1, expect.stringContaining(` is ${key}, version `)]);
    expect(lacking.stderr).toMatch(
      new RegExp(`^Not all of ".+" could be had\\.\n {2}${key}: comments could not be had: .*500`),
    );
    expect((await runVitrine(['import', key, ...project, ...from], env)).code).toBe(0);
    const strange = await runVitrine(['import', 'https://www.figma.com/design/abc/Name', ...project], env);
    expect([strange.code, strange.stderr]).toEqual([1, expect.stringMatching(/vitrine upstream add/)]);
    const address = `${pair.upstream.url}/design/${key}/Name`;
    const several = await runVitrine(['import', address, ...project], env);
    expect([several.code, several.stderr]).toEqual([1, expect.stringMatching(/--from/)]);
    const { upstreams } = (await here('/workspace/v1/upstreams?page_size=1000')).json;
    for (const { id } of upstreams.slice(0, -1))
      await pair.asAdministrator('DELETE', `/workspace/v1/upstreams/${id}`);
    const only = await runVitrine(['import', address, ...project], env);
    expect([only.code, only.stdout]).toEqual([0, expect.stringMatching(/calls within the limits/)]);
  });
});

const sendJson = (response: ServerResponse, body: unknown): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** A document that says it has 2 GB, and goes on as long as anybody reads. */
function sendWithoutEnd(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(2 ** 31) });
  response.write('{"document":');
  const piece = Buffer.alloc(1 << 20, 0x20);
  const go = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', go);
  };
  go();
}
