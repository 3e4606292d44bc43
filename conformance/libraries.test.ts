import { describe, expect, it } from 'vitest';
import { cast, fileOf, people } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import type { Engine } from './harness/global-setup.ts';
import { blue, iconsContent, keyOf, libraryContent, red } from './harness/library-file.ts';
import { openReceiver } from './harness/receiver.ts';
import { createWorld, type World } from './harness/world.ts';

const lists = ['components', 'component_sets', 'styles'] as const;

const publish = async (world: World, file = 'main') => {
  const answer = await world.call('POST', `/workspace/v1/files/${world.id(file)}/publish`, {
    as: 'alice-push',
    body: {},
  });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.json;
};
const push = (world: World, content: object) =>
  world.call('PUT', `/workspace/v1/files/${world.id('main')}/content`, { as: 'alice-push', body: content });
const assetsOf = async (world: World, list: string, path = `files/${world.id('main')}`, as = 'alice') => {
  const answer = await world.get(`/v1/${path}/${list}`, as);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  expect(answer.json).toMatchObject({ status: 200, error: false });
  return answer.json.meta[list];
};
const namesIn = (items: readonly { name: string }[]) => items.map(({ name }) => name);
const library = (engine: Engine, more: object = {}) =>
  createWorld(engine, cast({ files: [fileOf('main', libraryContent(), { published: true, ...more })] }));

onEachEngine('What a library offers', (engine) => {
  it('[VER-07] includes for each component its frame, its page and its set, by the old name and the new one', async () => {
    const world = await library(engine);
    const page = { pageId: '0:1', pageName: 'Page 1' };
    const frame = { nodeId: '1:1', name: 'Controls', backgroundColor: '#FFFFFF', ...page };
    const set = { nodeId: '1:2', name: 'Button' };
    const inSet = { ...frame, containingStateGroup: set, containingComponentSet: set };
    const components = await assetsOf(world, 'components');
    expect(components.map((one: { containing_frame: object }) => one.containing_frame)).toEqual([
      inSet,
      inSet,
      page,
    ]);
    const [button] = await assetsOf(world, 'component_sets');
    expect(button.containing_frame).toEqual(frame);
  });

  it('includes for every asset who published what and when', async () => {
    const world = await library(engine);
    const [large] = await assetsOf(world, 'components');
    const [, body] = await assetsOf(world, 'styles');
    const user = { id: world.id(people.alice), handle: 'Alice', img_url: expect.any(String) };
    const published = {
      file_key: world.id('main'),
      user,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    };
    expect(large).toEqual({
      key: keyOf('Size=Large'),
      node_id: '1:3',
      name: 'Size=Large',
      description: 'About Size=Large',
      ...published,
      containing_frame: expect.any(Object),
      thumbnail_url: expect.stringMatching(/^https:/),
    });
    expect(body).toEqual({
      key: keyOf('Body'),
      node_id: '2:2',
      name: 'Body',
      description: '',
      style_type: 'TEXT',
      ...published,
      sort_position: expect.any(String),
    });
  });

  it('is empty before it is published, and stays as published until the next time', async () => {
    const world = await library(engine, { published: false });
    const names = () => Promise.all(lists.map(async (list) => namesIn(await assetsOf(world, list))));
    expect(await names()).toEqual([[], [], []]);
    await publish(world);
    const whole = [['Size=Large', 'Size=Small', 'Icon'], ['Button'], ['Ink', 'Body']];
    expect(await names()).toEqual(whole);
    await push(world, libraryContent({ icon: 'Glyph', button: false }));
    expect(await names()).toEqual(whole);
    await publish(world);
    expect(await names()).toEqual([['Glyph'], [], ['Ink', 'Body']]);
    for (const gone of ['components', 'component_sets'])
      expectError(await world.get(`/v1/${gone}/${keyOf('Button')}`), 404);
  });

  it('is answered by a publish as what it created, changed and removed, or as nothing', async () => {
    const world = await library(engine, { published: false });
    const item = (name: string, key = name) => ({ key: keyOf(key), name });
    const none = { created: [], modified: [], deleted: [] };
    const buttons = ['Size=Large', 'Size=Small'].map((name) => item(name));
    expect((await publish(world)).changes).toMatchObject({
      components: { ...none, created: [...buttons, item('Icon'), item('Button')] },
      styles: { ...none, created: [item('Ink'), item('Body')] },
    });
    expect((await publish(world)).changes).toMatchObject({ components: none, styles: none });
    const [, , before] = await assetsOf(world, 'components');
    await push(world, libraryContent({ icon: 'Glyph', ink: blue, button: false }));
    const { changes } = await publish(world);
    expect(changes.components).toEqual({
      created: [],
      modified: [item('Glyph', 'Icon')],
      deleted: expect.arrayContaining([...buttons, item('Button')]),
    });
    expect(changes.styles).toEqual({ ...none, modified: [item('Ink')] });
    const [after] = await assetsOf(world, 'components');
    expect(after).toMatchObject({ key: before.key, created_at: before.created_at });
  });

  it('is delivered to webhooks, one event for each type of asset that changed', async () => {
    const receiver = await openReceiver();
    try {
      const hook = {
        event_type: 'LIBRARY_PUBLISH',
        context: 'team',
        context_id: '100',
        creator: people.alice,
        endpoint: `${receiver.url}/hook`,
        passcode: 'secret',
      };
      const files = [fileOf('main', libraryContent())];
      const world = await createWorld(engine, { ...cast({ files }), webhooks: [hook] });
      await publish(world);
      const first = (await receiver.until(2)).map(({ json }) => json);
      const named = first.map(({ created_components, created_styles }) => [
        namesIn(created_components),
        namesIn(created_styles),
      ]);
      expect(named).toEqual(
        expect.arrayContaining([
          [['Size=Large', 'Size=Small', 'Icon', 'Button'], []],
          [[], ['Ink', 'Body']],
        ]),
      );
      await push(world, libraryContent({ ink: blue }));
      await publish(world);
      const [, , third] = (await receiver.until(3)).map(({ json }) => json);
      expect(third).toMatchObject({ modified_styles: [{ name: 'Ink' }], modified_components: [] });
      expect(third.library_item).toEqual({ key: world.id('main'), name: 'File main' });
    } finally {
      await receiver.close();
    }
  });

  it('is complete where many libraries are published at once', async () => {
    const names = ['one', 'two', 'three', 'four', 'five', 'six'];
    const files = names.map((name) => fileOf(name, libraryContent()));
    const world = await createWorld(engine, cast({ files }));
    await Promise.all(names.map((name) => publish(world, name)));
    const path = `teams/${world.id('100')}`;
    const found = await assetsOf(world, 'styles', path);
    expect(new Set(found.map((one: { file_key: string }) => one.file_key)).size).toBe(names.length);
    expect(found.length).toBe(2 * names.length);
  });

  it('is read by its key, which is no key of another kind', async () => {
    const world = await library(engine);
    const keys = { components: 'Icon', component_sets: 'Button', styles: 'Ink' };
    for (const [list, name] of Object.entries(keys)) {
      const found = await world.get(`/v1/${list}/${keyOf(name)}`, 'carla');
      expect(found.json).toMatchObject({ status: 200, error: false, meta: { name, key: keyOf(name) } });
      expectError(await world.get(`/v1/${list}/${keyOf(name)}`, 'dan'), 404);
      for (const other of lists.filter((one) => one !== list))
        expectError(await world.get(`/v1/${other}/${keyOf(name)}`), 404);
    }
    expectError(await world.get(`/v1/styles/${keyOf('Foreign ink')}`), 404);
  });

  it('[ERR-07] is not found by people who do not see the file or the team, nor in a branch', async () => {
    const world = await library(engine, { branches: [{ key: 'idea', name: 'Idea' }] });
    for (const list of lists) {
      for (const path of [`files/${world.id('main')}`, `teams/${world.id('100')}`]) {
        expect((await assetsOf(world, list, path, 'carla')).length).toBeGreaterThan(0);
        expectError(await world.get(`/v1/${path}/${list}`, 'dan'), 404);
        expectError(await world.get(`/v1/${path}/${list}`, null), 403);
      }
      expectError(await world.get(`/v1/files/${world.id('idea')}/${list}`), 400, /branch/);
      expectError(await world.get(`/v1/teams/12345/${list}`), 404);
    }
  });

  it('is deleted with its file, and moves to another team with it', async () => {
    const base = cast({ files: [fileOf('main', libraryContent(), { published: true })] });
    const world = await createWorld(engine, {
      ...base,
      teams: [
        ...(base.teams ?? []),
        { id: '101', name: 'More', organization: '900', members: [{ user: people.alice, role: 'admin' }] },
      ],
      projects: [...(base.projects ?? []), { id: '210', name: 'New', team: '101', access: 'team' }],
    });
    const file = `/workspace/v1/files/${world.id('main')}`;
    const inTeam = async (id: string) => namesIn(await assetsOf(world, 'styles', `teams/${world.id(id)}`));
    const moved = await world.call('PATCH', file, { as: 'alice-push', body: { project: world.id('210') } });
    expect([moved.status, await inTeam('100'), await inTeam('101')]).toEqual([200, [], ['Ink', 'Body']]);
    await world.call('DELETE', file, { as: 'alice-push' });
    expect(await inTeam('101')).toEqual([]);
    expectError(await world.get(`/v1/styles/${keyOf('Ink')}`), 404);
  });
});

onEachEngine('The nodes of styles', (engine) => {
  it('show the properties of a style, under the id of the style', async () => {
    const world = await library(engine);
    const path = `/v1/files/${world.id('main')}/nodes?ids=2:1,2:2,2:3,2:9`;
    const { nodes } = (await world.get(path)).json;
    const fills = [{ blendMode: 'NORMAL', type: 'SOLID', color: red }];
    expect(nodes['2:1'].document).toMatchObject({ id: '2:1', name: 'Ink', type: 'RECTANGLE', fills });
    expect(nodes['2:2'].document).toMatchObject({
      id: '2:2',
      name: 'Body',
      type: 'TEXT',
      style: { fontFamily: 'Inter', fontSize: 12 },
    });
    expect(nodes).toMatchObject({ '2:3': null, '2:9': null });
  });
});

onEachEngine('The libraries of a team', (engine) => {
  const many = async (secret: readonly number[] = []) => {
    const files = Array.from({ length: 5 }, (_, number) =>
      fileOf(`library${number}`, libraryContent({ icon: `Icon ${number}` }), {
        published: true,
        project: secret.includes(number) ? '201' : '200',
      }),
    );
    const world = await createWorld(engine, cast({ files }));
    return { world, path: `/v1/teams/${world.id('100')}/components` };
  };
  const pageOf = async (world: World, path: string, as = 'alice') => {
    const answer = await world.get(path, as);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    const { components, cursor = {} } = answer.json.meta;
    return {
      ids: components.map((one: { file_key: string; key: string }) => one.file_key + one.key),
      ...cursor,
    };
  };

  it('[LIM-06] come in pages of thirty, or of the requested size up to a thousand', async () => {
    const files = [fileOf('icons', iconsContent(1001), { published: true })];
    const world = await createWorld(engine, cast({ files }));
    const path = `/v1/teams/${world.id('100')}/components`;
    const sizes = { '': 30, '?page_size=999': 999, '?page_size=1000': 1000, '?page_size=1001': 1000 };
    for (const [query, size] of Object.entries(sizes)) {
      const { ids, after } = await pageOf(world, path + query);
      expect([query, ids.length, typeof after]).toEqual([query, size, 'number']);
    }
  });

  it('are walked forwards and backwards, each asset once', async () => {
    const { world, path } = await many();
    const whole = await pageOf(world, path);
    expect(whole.ids.length).toBe(15);
    expect(whole).not.toHaveProperty('after');
    const walked: string[] = [];
    let next: number | undefined;
    let last = { ids: [] as string[], before: 0 };
    do {
      const page = await pageOf(world, `${path}?page_size=4${next === undefined ? '' : `&after=${next}`}`);
      walked.push(...page.ids);
      next = page.after;
      last = page;
    } while (next !== undefined);
    expect(walked).toEqual(whole.ids);
    const previous = await pageOf(world, `${path}?page_size=4&before=${last.before}`);
    expect(previous.ids).toEqual(whole.ids.slice(8, 12));
  });

  it('leave out assets that the caller does not see, without short pages', async () => {
    const { world, path } = await many([0, 1, 3]);
    const page = await pageOf(world, `${path}?page_size=4`, 'carla');
    expect(page.ids.length).toBe(4);
    const rest = await pageOf(world, `${path}?page_size=4&after=${page.after}`, 'carla');
    expect(rest.ids.length).toBe(2);
    expect(rest).not.toHaveProperty('after');
  });

  describe('refuse', () => {
    it('invalid sizes, and cursors that no page of the list gave', async () => {
      const { world, path } = await many();
      const { after } = await pageOf(world, `${path}?page_size=4`);
      const sets = `/v1/teams/${world.id('100')}/component_sets`;
      const wrong = [
        'page_size=0',
        'page_size=-1',
        'page_size=many',
        'page_size=1.5',
        'after=x',
        'after=-1',
        'after=1.5',
        `after=${Math.floor(after / 10)}`,
        'after=9007199254740993',
        `after=${after}&before=${after}`,
      ];
      for (const query of wrong) expectError(await world.get(`${path}?${query}`), 400);
      expectError(await world.get(`${sets}?after=${after}`), 400, /cursor/);
    });
  });
});
