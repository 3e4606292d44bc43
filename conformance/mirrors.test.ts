import { afterAll, beforeAll, expect, it } from 'vitest';
import { onOwnServers } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { exampleFile, imageRef, pixelPng } from './harness/example-file.ts';
import { firstDifference, propertyBytes } from './harness/json-tokens.ts';
import { libraryContent } from './harness/library-file.ts';
import {
  type AskedFile,
  answersEach,
  changesElsewhere,
  placesOfOthers,
  questions,
  without,
  writes,
} from './harness/mirror-likeness.ts';
import { fileOf, people, startPair, type UpstreamPair } from './harness/upstream-pair.ts';

const comments = [
  { id: '71', user: people.alice, message: 'First', created_at: '2026-01-01T00:00:00Z' },
  {
    id: '72',
    user: people.bob,
    message: 'Answer',
    parent: '71',
    created_at: '2026-01-02T00:00:00Z',
    reactions: [{ user: people.carla, emoji: ':heart:' }],
  },
];

const isFresh = /^checked=20\S+Z; state=current$/;

onOwnServers('Mirrors', ({ postgres }) => {
  let pair: UpstreamPair;
  let upstream: string;
  beforeAll(async () => {
    const files = [
      fileOf('main', exampleFile, { images: { [imageRef]: pixelPng.toString('base64') }, comments }),
      fileOf('library', libraryContent(), {
        published: true,
        comments: comments.map(({ parent, ...one }) => ({
          ...one,
          id: `8${one.id}`,
          ...(parent && { parent: `8${parent}` }),
        })),
      }),
      ...['plain', 'gone', 'listed', 'past'].map((key) => fileOf(key, exampleFile)),
    ];
    const branch = (key: string) => ({ key, name: `Branch ${key}`, source: exampleFile });
    const branched = [
      fileOf('branched', exampleFile, { branches: [branch('idea')] }),
      fileOf('inProject', exampleFile, { project: '201', branches: [branch('side')] }),
    ];
    pair = await startPair({ postgres, files: [...files, ...branched] });
    upstream = (await pair.add()).json.id;
  });
  afterAll(() => pair?.stop());

  const there = (path: string) => pair.there.get(path);
  const here = (path: string) => pair.asAdministrator('GET', path);
  const mirrors = '/workspace/v1/mirrors';
  const mirror = async (local: string) => {
    const body = { upstream, project: pair.here.id('200'), file_key: pair.there.id(local) };
    const { status, json, text } = await pair.asAdministrator('POST', mirrors, body);
    expect([status, text]).toEqual([200, text]);
    return json.id as string;
  };
  const sync = async (id: string) => (await pair.asAdministrator('POST', `${mirrors}/${id}/sync`)).json;
  const change = (key: string, name: string) =>
    pair.there.call('PUT', `/workspace/v1/files/${key}/content`, {
      as: 'alice-push',
      body: { ...exampleFile, name, document: { ...exampleFile.document, name } },
    });

  it('bring a file whole, and follow what changes there', async () => {
    const key = pair.there.id('main');
    const id = await mirror('main');
    const synced = await sync(id);
    expect(synced).toMatchObject({ state: 'current', files: [{ key, state: 'current' }] });
    const same = async () => {
      const [theirs, ours] = await Promise.all([there(`/v1/files/${key}`), here(`/v1/files/${key}`)]);
      const documents = [theirs, ours].map(
        ({ bytes }) => propertyBytes(bytes, 'document') ?? Buffer.from('-'),
      );
      expect(firstDifference(documents[0] as Buffer, documents[1] as Buffer)).toBeUndefined();
      for (const name of ['name', 'version', 'lastModified']) expect(ours.json[name]).toBe(theirs.json[name]);
      expect(ours.headers['x-vitrine-mirror']).toMatch(/^checked=20\S+Z; state=current$/);
    };
    await same();
    await change(key, 'Changed');
    expect((await sync(id)).state).toBe('current');
    await same();
    expect((await here(`/v1/files/${key}/comments`)).json.comments.length).toBe(2);
  });

  /** What of a file both servers are asked by. */
  async function asked(local: string): Promise<AskedFile> {
    const key = pair.there.id(local);
    const of = async (path: string) => (await there(`/v1/files/${key}${path}`)).json;
    const keysOf = async (kind: string): Promise<string[]> =>
      (await of(`/${kind}`)).meta[kind].map((one: { key: string }) => one.key);
    const { version, document } = await of('?depth=2');
    return {
      key,
      version,
      address: `https://www.figma.com/design/${key}/Name`,
      nodes: document.children[0].children.slice(0, 2).map(({ id }: { id: string }) => id),
      comments: (await of('/comments')).comments.map(({ id }: { id: string }) => id),
      devResources: (await of('/dev_resources')).dev_resources.map(({ id }: { id: string }) => id),
      components: await keysOf('components'),
      sets: await keysOf('component_sets'),
      styles: await keysOf('styles'),
    };
  }

  it('answer as the upstream does by every operation that reads a file, but for what docs/mirrors.md names', async () => {
    const key = pair.there.id('library');
    const url = 'https://example.com/1';
    const dev_resources = [{ name: 'Story', url, file_key: key, node_id: '1:1' }];
    const { json } = await pair.there.call('POST', '/v1/dev_resources', { body: { dev_resources } });
    expect(json.errors ?? []).toEqual([]);
    await sync(await mirror('library'));
    const others = placesOfOthers();
    for (const file of [await asked('library'), await asked('main')])
      for (const [operation, pathsOf] of Object.entries(questions))
        for (const path of pathsOf(file)) {
          const [theirs, ours] = await Promise.all([there(path), here(path)]);
          const comparable = ({ status, json: answer }: typeof ours) => ({
            path,
            status,
            answer: without(answer, others.get(operation) ?? []),
          });
          expect(comparable(ours)).toEqual(comparable(theirs));
          const fresh = ours.status === 200 ? expect.stringMatching(isFresh) : undefined;
          expect([path, ours.headers['x-vitrine-mirror']]).toEqual([path, fresh]);
        }
  });

  it('say in oEmbed how fresh they are, where they are open to anyone', async () => {
    const key = pair.there.id('library');
    const address = `${pair.server.url}/design/${key}`;
    const opened = await pair.asAdministrator('PATCH', `/workspace/v1/files/${key}`, { link_access: 'view' });
    expect(opened.status).toBe(200);
    const { status, headers } = await here(`/v1/oembed?url=${encodeURIComponent(address)}`);
    expect([status, headers['x-vitrine-mirror']]).toEqual([200, expect.stringMatching(isFresh)]);
  });

  it('are asked by every operation of the interface that reads what is in a file', async () => {
    const { paths } = (await pair.here.get('/openapi.json', null)).json;
    const reading = Object.entries<{ get?: { operationId: string } }>(paths)
      .filter(([path]) => /^\/v1\/(oembed$|(?!analytics).*\{(file_)?key\})/.test(path))
      .flatMap(([, { get }]) => get?.operationId ?? []);
    expect(reading.sort()).toEqual(Object.keys(questions).sort());
  });

  it('are not changed here, by any operation that changes what is in a file', async () => {
    const file = await asked('library');
    const words = new RegExp(`vitrine mirror detach ${file.key}`);
    for (const [operation, wayOf] of Object.entries(writes)) {
      const { status, text } = await pair.asAdministrator(...wayOf(file));
      expect({ operation, status, text }).toEqual({
        operation,
        status: answersEach.includes(operation) ? 200 : 403,
        text: expect.stringMatching(words),
      });
    }
    const { paths } = (await pair.here.get('/openapi.json', null)).json;
    const changing = Object.entries<Record<string, { operationId?: string }>>(paths)
      .filter(([path]) => /\{file_key\}|^\/v1\/dev_resources$/.test(path))
      .flatMap(([, methods]) => Object.entries(methods))
      .flatMap(([method, { operationId = '' }]) => (/post|put|patch|delete/.test(method) ? operationId : []));
    const known = [...Object.keys(writes), ...changesElsewhere];
    expect(changing.sort()).toEqual(known.sort());
  });

  it('are ours once they are detached', async () => {
    const key = pair.there.id('plain');
    await sync(await mirror('plain'));
    expect((await pair.asAdministrator('DELETE', `/workspace/v1/files/${key}/mirror`)).status).toBe(200);
    expect((await pair.asAdministrator('PATCH', `/workspace/v1/files/${key}`, { name: 'Ours' })).status).toBe(
      200,
    );
    expect((await here(`/v1/files/${key}`)).headers['x-vitrine-mirror']).toBeUndefined();
  });

  it('bring so many older versions with their content, when nothing else is due', async () => {
    const key = pair.there.id('past');
    for (const name of ['Second', 'Third', 'Fourth']) expect((await change(key, name)).status).toBe(200);
    const own = (await pair.add({ name: 'For the past' })).json.id;
    const body = { upstream: own, project: pair.here.id('200'), file_key: key, versions: 1 };
    const { id } = (await pair.asAdministrator('POST', mirrors, body)).json;
    expect((await sync(id)).state).toBe('current');
    const path = `/v1/files/${key}/versions`;
    const idsOf = async (of: typeof there) =>
      (await of(path)).json.versions.map((one: { id: string }) => one.id) as string[];
    const theirs = await idsOf(there);
    await expect.poll(() => idsOf(here)).toEqual(theirs.slice(0, 2));
    const more = await pair.asAdministrator('PATCH', `${mirrors}/${id}`, { versions: 50 });
    expect(more.json.versions).toBe(50);
    await expect.poll(() => idsOf(here)).toEqual(theirs);
    const listed = await Promise.all([here, there].map(async (of) => (await of(path)).json.versions));
    const withoutPictures = listed.map((versions) =>
      versions.map(({ thumbnail_url: _url, ...one }: { thumbnail_url: string }) => one),
    );
    expect(withoutPictures[0]).toEqual(withoutPictures[1]);
    for (const version of theirs) {
      const [one, other] = await Promise.all(
        [there, here].map((of) => of(`/v1/files/${key}?version=${version}&geometry=paths`)),
      );
      expect([other?.json.version, other?.json.document]).toEqual([version, one?.json.document]);
    }
  });

  it('bring branches where they are asked for, below their main file, and follow them', async () => {
    const wanted = { project: pair.here.id('200'), branches: true };
    const things = [
      [{ file_key: pair.there.id('branched') }, 'branched', 'idea'],
      [{ project_id: pair.there.id('201') }, 'inProject', 'side'],
    ] as const;
    for (const [thing, ...names] of things) {
      const [main, branch] = names.map((name) => pair.there.id(name)) as [string, string];
      const own = (await pair.add({ name: 'With branches' })).json.id;
      const body = { upstream: own, ...wanted, ...thing };
      const { json } = await pair.asAdministrator('POST', mirrors, body);
      expect(json.branches).toBe(true);
      const synced = await sync(json.id);
      const files = synced.files.map((one: { key: string; state: string; branch_of?: string }) => [
        one.key,
        one.state,
        one.branch_of,
      ]);
      expect(new Map(files.map((one: string[]) => [one[0], one.slice(1)]))).toEqual(
        new Map([
          [main, ['current', undefined]],
          [branch, ['current', main]],
        ]),
      );
      const branchesOf = async (ask: typeof there) =>
        (await ask(`/v1/files/${main}?branch_data=true&depth=1`)).json.branches.map(
          ({ key, name }: { key: string; name: string }) => [key, name],
        );
      expect(await branchesOf(here)).toEqual(await branchesOf(there));
      expect((await change(branch, `Changed ${branch}`)).status).toBe(200);
      await sync(json.id);
      const [theirs, ours] = await Promise.all([there, here].map((ask) => ask(`/v1/files/${branch}`)));
      expect([ours?.json.document, ours?.json.mainFileKey]).toEqual([
        theirs?.json.document,
        theirs?.json.mainFileKey,
      ]);
      expect(ours?.json.document.name).toBe(`Changed ${branch}`);
      expectError(
        await pair.asAdministrator('POST', `/workspace/v1/files/${main}/branches/${branch}/merge`, {}),
        ...([403, /vitrine mirror detach/] as const),
      );
    }
  });

  it('record each step with what it cost', async () => {
    const { json } = await here(`/workspace/v1/files/${pair.there.id('main')}/mirror`);
    const steps = Object.fromEntries(json.steps.map((one: { step: string }) => [one.step, one]));
    expect(steps.metadata).toMatchObject({ state: 'done', calls: 1 });
    expect(steps.document).toMatchObject({ state: 'done' });
  });

  it('serve on what is gone there, and say so', async () => {
    const key = pair.there.id('gone');
    const id = await mirror('gone');
    await sync(id);
    await pair.there.call('DELETE', `/workspace/v1/files/${key}`, { as: 'alice-push' });
    expect(await sync(id)).toMatchObject({ state: 'gone', files: [{ state: 'gone' }] });
    const ours = await here(`/v1/files/${key}`);
    expect([ours.status, ours.headers['x-vitrine-mirror']]).toEqual([
      200,
      expect.stringMatching(/state=gone$/),
    ]);
  });

  it('look at an unchanged team by one call a project', async () => {
    const fresh = (await pair.add({ name: 'With limits of its own' })).json.id;
    const body = { upstream: fresh, project: pair.here.id('200'), team_id: pair.there.id('100') };
    const { id } = (await pair.asAdministrator('POST', mirrors, body)).json;
    const first = await sync(id);
    const states = Object.fromEntries(
      first.files.map((file: { key: string; state: string }) => [file.key, file.state]),
    );
    // What is here and was made ours is not taken by a list.
    expect(states).toEqual({ [pair.there.id('listed')]: 'current', [pair.there.id('plain')]: 'failed' });
    expect((await here(`/v1/files/${pair.there.id('plain')}/meta`)).json.file.name).toBe('Ours');
    const admin = { token: pair.upstream.adminToken };
    const asked = async () => (await pair.upstream.call('GET', '/test/v1/requests', admin)).json.requests;
    const before = (await asked()).length;
    await pair.server.call('POST', '/test/v1/clock', {
      token: pair.server.adminToken,
      body: { advance: '90s' },
    });
    const since = (await asked()).slice(before).map((one: { operation: string }) => one.operation);
    expect(since.filter((one: string) => one === 'getFile')).toEqual([]);
    expect(since.filter((one: string) => one === 'getProjectFiles').length).toBeLessThanOrEqual(4);
  });

  it('say which other mirror has what is on their list, to who sees that one', async () => {
    const { mirrors: present } = (await here(`${mirrors}?page_size=100`)).json;
    for (const one of present.filter(({ kind }: { kind: string }) => kind === 'team'))
      await pair.asAdministrator('DELETE', `${mirrors}/${one.id}`);
    const file = { name: 'Held', project: pair.there.id('200') };
    const made = await pair.there.call('POST', '/workspace/v1/files', { as: 'alice-push', body: file });
    await change(made.json.key, 'Held');
    const own = (await pair.add({ name: 'Held' })).json.id;
    const { mirror: holder } = (await here(`/workspace/v1/files/${pair.there.id('inProject')}/mirror`)).json;
    const wanted = { upstream: own, project: pair.here.id('200'), project_id: pair.there.id('201') };
    const { id } = (await pair.asAdministrator('POST', mirrors, wanted)).json;
    const held = {
      state: 'current',
      settled: true,
      files: [],
      held_by_others: [{ mirror: holder, files: 1 }],
    };
    expect(await sync(id)).toMatchObject(held);
    const secret = { upstream: own, project: pair.here.id('201'), file_key: made.json.key };
    const hidden = (await pair.asAdministrator('POST', mirrors, secret)).json.id;
    expect((await sync(hidden)).held_by_others).toEqual([]);
    const all = { ...wanted, project_id: pair.there.id('200') };
    const of200 = (await pair.asAdministrator('POST', mirrors, all)).json.id;
    await sync(of200);
    const heldFor = async (as: string) =>
      (await pair.here.call('GET', `${mirrors}/${of200}`, { as })).json.held_by_others.filter(
        (one: { mirror?: string }) => one.mirror === undefined || one.mirror === hidden,
      );
    expect(await heldFor('bob-push')).toEqual([{ files: 1 }]);
    expect(await heldFor('alice-push')).toEqual([{ mirror: hidden, files: 1 }]);
    const words = new RegExp(`mirrored already: it is held by mirror ${hidden}\\.`);
    const again = (as: string) =>
      pair.here.call('POST', mirrors, { as, body: { ...secret, project: pair.here.id('200') } });
    expectError(await again('alice-push'), 409, words);
    expectError(await again('bob-push'), 409, /mirrored already\.$/);
  });
});
