import { beforeAll, expect, it } from 'vitest';
import { cast, fileOf, people } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError, tellable } from './harness/error-checks.ts';
import { exampleFile, smallFile } from './harness/example-file.ts';
import { openReceiver } from './harness/receiver.ts';
import { createWorld, type World } from './harness/world.ts';

interface Link {
  readonly id: string;
  readonly url: string;
}

onEachEngine('Dev resources', (engine) => {
  let world: World;
  beforeAll(async () => {
    const scoped = (token: string, scope: string) => ({ name: token, token, scopes: [scope] });
    const alice = [scoped('reads', 'file_dev_resources:read'), scoped('writes', 'file_dev_resources:write')];
    const files = [
      fileOf('main', exampleFile, { branches: [{ key: 'idea', name: 'Idea', source: exampleFile }] }),
      fileOf('other', smallFile('Other')),
      fileOf('loaded', exampleFile),
      fileOf('empty', undefined),
      fileOf('secret', exampleFile, { project: '201', owner: people.carla }),
    ];
    const loaded = [
      { id: 'r1', file: 'loaded', node: '1:1', name: 'Story', url: 'https://example.com/1' },
      { file: 'loaded', node: '1:2', name: 'Title', url: 'https://example.com/2' },
    ];
    world = await createWorld(engine, { ...cast({ files, tokens: { alice } }), dev_resources: loaded });
  });

  const link = (number: number, more: object = {}) => ({
    name: `Story ${number}`,
    url: `https://example.com/${number}`,
    file_key: world.id('main'),
    node_id: '1:1',
    ...more,
  });
  const send = (method: string, dev_resources: readonly object[], as = 'alice') =>
    world.call(method, '/v1/dev_resources', { as, body: { dev_resources } });
  const post = async (links: readonly object[], as?: string) => {
    const answer = await send('POST', links, as);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.json as { links_created: Link[]; errors: { error: string }[] };
  };
  const list = async (query = '', local = 'main', as = 'alice'): Promise<Link[]> =>
    (await world.get(`/v1/files/${world.id(local)}/dev_resources${query}`, as)).json.dev_resources;
  const clear = async () => {
    for (const { id } of await list()) {
      await world.call('DELETE', `/v1/files/${world.id('main')}/dev_resources/${id}`);
    }
  };

  it('are attached to nodes of several files at once, and listed in their order', async () => {
    const other = link(3, { file_key: world.id('other') });
    const made = await post([link(1), link(2, { node_id: '1:2' }), other], 'bob');
    expect(made).toEqual({
      links_created: [link(1), link(2, { node_id: '1:2' }), other].map((one) => {
        return { ...one, id: expect.stringMatching(/^\d+$/) };
      }),
      errors: [],
    });
    expect(await list('', 'main', 'carla')).toEqual(made.links_created.slice(0, 2));
    expect(await list('?node_ids=1-2,1:2,9:9')).toEqual([made.links_created[1]]);
    expect(await list('?node_ids=')).toHaveLength(2);
    expect(await list('?node_ids=9:9')).toEqual([]);
    await clear();
  });

  it('that cannot be attached are named with the reason, and the others are attached', async () => {
    const bad = [
      link(1, { file_key: 'nobodysFile' }),
      link(1, { file_key: world.id('idea') }),
      link(1, { file_key: world.id('empty') }),
      link(1, { node_id: '9:9' }),
      link(1, { url: 'javascript:alert(1)' }),
      link(1, { url: 'java\nscript:alert(1)' }),
      link(1, { url: 'https://exa mple.com' }),
      link(1, { url: 'data:text/html,x' }),
      link(1, { url: '//example.com' }),
      link(1, { url: `https://example.com/${'x'.repeat(2048)}` }),
      link(1, { name: ' ' }),
      link(1, { name: 'x'.repeat(1025) }),
    ];
    const made = await post([...bad, link(1), link(9, { url: 'https://EXAMPLE.com/1' })]);
    expect(made.links_created).toHaveLength(1);
    const reasons = [/^File not found$/, /branch/, /Node not found/, /Node not found/];
    const more = [/http/, /http/, /http/, /http/, /http/, /url is longer/, /name is empty/, /name is longer/];
    const all = [...reasons, ...more, /same url/];
    expect(made.errors.map(({ error }) => error)).toEqual(all.map((words) => expect.stringMatching(words)));
    expect(made.errors[3]).toEqual({ file_key: world.id('main'), node_id: '9:9', error: 'Node not found' });
    await clear();
  });

  it('are ten for each node at the most, also when they come at the same time', async () => {
    const numbers = Array.from({ length: 12 }, (_, number) => number);
    const made = await Promise.all(numbers.map((number) => post([link(number)])));
    expect(made.flatMap(({ links_created }) => links_created)).toHaveLength(10);
    const refused = made.flatMap(({ errors }) => errors);
    expect(refused.map(({ error }) => error)).toEqual(
      Array(2).fill(expect.stringMatching(/10 dev resources/)),
    );
    expect(await list()).toHaveLength(10);
    await clear();
  });

  it('are a thousand at once at the most', async () => {
    const some = (count: number) =>
      Array.from({ length: count }, (_, number) => link(number, { url: 'x', id: '5' }));
    expect((await post(some(1000))).errors).toHaveLength(1000);
    for (const method of ['POST', 'PUT']) expectError(await send(method, some(1001)), 400, /1001.*1000/);
    expect(await post([])).toEqual({ links_created: [], errors: [] });
  });

  it('are changed in the given members only, each independently of the others', async () => {
    const { links_created } = await post([link(1), link(2)]);
    const [first, second] = links_created.map(({ id }) => id);
    const changed = await send('PUT', [
      { id: first, name: 'Another name' },
      { id: second, url: 'https://example.com/1' },
      { id: second, url: 'ftp://example.com' },
      { id: second },
      { id: '5', name: 'Nobody' },
    ]);
    const answer = { ...link(1), id: first, name: 'Another name' };
    expect(changed.json.links_updated).toEqual([answer]);
    const reasons = [/same url/, /http/, /Nothing to change/, /Dev resource not found/];
    expect(changed.json.errors).toEqual(
      reasons.map((words, index) => {
        return { id: index < 3 ? second : '5', error: expect.stringMatching(words) };
      }),
    );
    expect(await list()).toEqual([answer, links_created[1]]);
    await clear();
  });

  it('can be deleted only once', async () => {
    const { id } = (await post([link(1)])).links_created[0] as Link;
    const path = (local: string) => `/v1/files/${world.id(local)}/dev_resources/${id}`;
    expectError(await world.call('DELETE', path('other')), 404, /Dev resource not found/);
    expectError(await world.call('DELETE', path('main'), { as: 'carla' }), 403, /permission/);
    const done = await world.call('DELETE', path('main'));
    expect([done.status, done.json]).toEqual([200, { status: 200, error: false }]);
    expectError(await world.call('DELETE', path('main')), 404);
    const again = (await post([link(1)])).links_created[0] as Link;
    const remove = () => world.call('DELETE', `/v1/files/${world.id('main')}/dev_resources/${again.id}`);
    const both = await Promise.all([remove(), remove()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('are written by who may edit the file, with the scope', async () => {
    const path = `/v1/files/${world.id('main')}/dev_resources`;
    expect((await post([link(1)], 'carla')).errors[0]?.error).toMatch(/permission/);
    expect((await world.get(path, 'reads')).status).toBe(200);
    expectError(await world.get(path, 'writes'), 403, /file_dev_resources:read/);
    expectError(await send('POST', [link(1)], 'reads'), 403, /file_dev_resources:write/);
    expectError(await world.get(path, null), 401);
    expectError(await world.get(`/v1/files/${world.id('idea')}/dev_resources`), 400, /branch/);
    for (const body of [{}, { dev_resources: {} }, { dev_resources: [{ name: 'x' }] }]) {
      expectError(await world.call('POST', '/v1/dev_resources', { body }), 400, /dev_resources|url/);
    }
  });

  it('of a file that the caller does not see are not found', async () => {
    const secret = { file_key: world.id('secret') };
    const { id } = (await post([link(1, secret)], 'carla')).links_created[0] as Link;
    const hidden = await world.get(`/v1/files/${world.id('secret')}/dev_resources`, 'bob');
    expectError(hidden, 404, /File not found/);
    expect(tellable(hidden)).toEqual(tellable(await world.get('/v1/files/nobodys/dev_resources', 'bob')));
    expect((await post([link(1, secret)], 'bob')).errors[0]?.error).toBe('File not found');
    const change = await send('PUT', [{ id, name: 'Mine' }], 'bob');
    expect(change.json.errors).toEqual([{ id, error: 'Dev resource not found' }]);
  });

  it('come with a workspace file', async () => {
    const loaded = await list('', 'loaded');
    expect(loaded).toMatchObject([
      { id: world.id('r1'), node_id: '1:1', name: 'Story' },
      { node_id: '1:2', url: 'https://example.com/2' },
    ]);
  });

  it('[DLV-15] are delivered with the development status of their node', async () => {
    const receiver = await openReceiver();
    try {
      const webhook = {
        event_type: 'DEV_MODE_STATUS_UPDATE',
        context: 'file',
        context_id: world.id('loaded'),
        endpoint: receiver.url,
        passcode: 'secret',
      };
      expect((await world.call('POST', '/v2/webhooks', { body: webhook })).status).toBe(200);
      const path = `/workspace/v1/files/${world.id('loaded')}/nodes/1:1/dev-status`;
      await receiver.until(1);
      await world.call('PUT', path, { as: 'alice-push', body: { status: 'READY_FOR_DEV' } });
      const update = (await receiver.until(2))[1]?.json;
      expect(update.related_links).toEqual(await list('?node_ids=1:1', 'loaded'));
      expect(update.related_links).toHaveLength(1);
    } finally {
      await receiver.close();
    }
  });
});
