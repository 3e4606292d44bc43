import { expect, it } from 'vitest';
import { cast, fileOf, people } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import type { Engine } from './harness/global-setup.ts';
import { keyOf, libraryContent } from './harness/library-file.ts';
import { usingContent } from './harness/library-using-file.ts';
import { create, variable } from './harness/variables-file.ts';
import { createWorld, type World } from './harness/world.ts';

const monday = '2026-03-02';
const nextMonday = '2026-03-09';
const version = (created_at: string, uses: object) => ({
  label: created_at,
  created_at,
  source: usingContent(uses),
});

/** A library and two files that use it, one with a history and one that not everybody sees. */
async function usedLibrary(engine: Engine, plan = 'enterprise'): Promise<World> {
  const versions = [
    version('2026-03-04T12:00:00Z', { icons: 3, inks: 1 }),
    version('2026-03-08T23:59:59Z', { icons: 5, inks: 1 }),
    // Of five instances one is removed, and two are frames now.
    version('2026-03-09T00:00:00Z', { icons: 4, detached: 2, inks: 4 }),
  ];
  const main = fileOf('main', libraryContent(), {
    published: true,
    branches: [{ key: 'idea', name: 'Idea' }],
  });
  const copy = { key: 'page-idea', name: 'Page idea', source: usingContent({ icons: 50 }) };
  const page = fileOf('page', undefined, { versions, branches: [copy] });
  const secret = fileOf('secret', undefined, {
    project: '201',
    versions: [version('2026-03-04T12:00:00Z', { icons: 7 })],
  });
  const tokens = { alice: [{ name: 'files', token: 'files', scopes: ['file_content:read'] }] };
  return createWorld(engine, cast({ files: [main, page, secret], tokens, plan }));
}

const pathTo = (world: World, what: string) => `/v1/analytics/libraries/${world.id('main')}/${what}`;
const weeks = 'start_date=2026-03-01&end_date=2026-03-20';

async function rowsOf(world: World, what: string, as = 'alice'): Promise<object[]> {
  const answer = await world.get(pathTo(world, what), as);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  expect(answer.json).toEqual({ rows: expect.any(Array), next_page: false });
  return answer.json.rows;
}

onEachEngine('Library analytics', (engine) => {
  const icon = { component_key: keyOf('Icon'), component_name: 'Icon' };
  const ink = { style_key: keyOf('Ink'), style_name: 'Ink', style_type: 'FILL' };

  it('count insertions and detachments of each week, by asset and by team', async () => {
    const world = await usedLibrary(engine);
    expect(await rowsOf(world, `component/actions?group_by=component&${weeks}`)).toEqual([
      { ...icon, week: monday, insertions: 12, detachments: 0 },
      { ...icon, week: nextMonday, insertions: 0, detachments: 2 },
    ]);
    expect(await rowsOf(world, `component/actions?group_by=team&${weeks}`)).toEqual([
      { team_name: 'Core', week: monday, insertions: 12, detachments: 0 },
      { team_name: 'Core', week: nextMonday, insertions: 0, detachments: 2 },
    ]);
    expect(await rowsOf(world, `style/actions?group_by=style&${weeks}`)).toEqual([
      { ...ink, week: monday, insertions: 1, detachments: 0 },
      { ...ink, week: nextMonday, insertions: 3, detachments: 0 },
    ]);
  });

  it('show what is used now, and in which of the files that the caller sees', async () => {
    const world = await usedLibrary(engine);
    expect(await rowsOf(world, 'component/usages?group_by=component')).toEqual([
      { ...icon, usages: 9, teams_using: 1, files_using: 2 },
    ]);
    expect(await rowsOf(world, 'style/usages?group_by=style')).toEqual([
      { ...ink, usages: 4, teams_using: 1, files_using: 1 },
    ]);
    const page = { file_name: 'File page', team_name: 'Core', usages: 2 };
    const secret = { file_name: 'File secret', team_name: 'Core', usages: 7 };
    const byFile = 'component/usages?group_by=file';
    expect(await rowsOf(world, byFile)).toEqual(expect.arrayContaining([page, secret]));
    expect(await rowsOf(world, byFile, 'carla')).toEqual([page]);
  });

  it('include new content at once, and end with the file', async () => {
    const world = await usedLibrary(engine);
    const file = `/workspace/v1/files/${world.id('page')}`;
    const push = (uses: object) =>
      world.call('PUT', `${file}/content`, { as: 'alice-push', body: usingContent(uses) });
    const usages = () => rowsOf(world, 'component/usages?group_by=component');
    await push({ icons: 4 });
    expect(await usages()).toMatchObject([{ usages: 11 }]);
    expect(await rowsOf(world, 'style/usages?group_by=style')).toEqual([]);
    await world.call('DELETE', file, { as: 'alice-push' });
    expect(await usages()).toMatchObject([{ usages: 7, files_using: 1 }]);
  });

  it('take whole weeks: from the Monday of the first day to the Sunday of the last', async () => {
    const world = await usedLibrary(engine);
    const seen = async (start: string, end: string) => {
      const query = `group_by=component&start_date=${start}&end_date=${end}`;
      const rows = await rowsOf(world, `component/actions?${query}`);
      return rows.map((row) => (row as { week: string }).week);
    };
    expect(await seen('2026-03-08', '2026-03-08')).toEqual([monday]);
    expect(await seen('2026-03-15', '2026-03-15')).toEqual([nextMonday]);
    expect(await seen('2026-03-08', '2026-03-09')).toEqual([monday, nextMonday]);
    expect(await seen('2026-03-16', '2026-03-20')).toEqual([]);
  });

  it('count what is bound to published variables', async () => {
    const world = await usedLibrary(engine);
    const body = { variableCollections: [create('theme')], variables: [variable('size')] };
    const main = world.id('main');
    await world.call('POST', `/v1/files/${main}/variables`, { body });
    await world.call('POST', `/workspace/v1/files/${main}/publish`, { as: 'alice-push', body: {} });
    const { meta } = (await world.get(`/v1/files/${main}/variables/published`)).json;
    const [published] = Object.values(meta.variables) as { key: string; subscribed_id: string }[];
    const [collection] = Object.values(meta.variableCollections) as { key: string }[];
    await world.call('PUT', `/workspace/v1/files/${world.id('page')}/content`, {
      as: 'alice-push',
      body: usingContent({ bound: { variableId: published?.subscribed_id ?? '', count: 3 } }),
    });
    const size = {
      variable_key: published?.key,
      variable_name: 'size',
      variable_type: 'FLOAT',
      collection_key: collection?.key,
      collection_name: 'theme',
    };
    expect(await rowsOf(world, 'variable/usages?group_by=variable')).toEqual([
      { ...size, usages: 3, teams_using: 1, files_using: 1 },
    ]);
    expect(await rowsOf(world, 'variable/usages?group_by=file')).toEqual([
      { file_name: 'File page', team_name: 'Core', usages: 3 },
    ]);
    expect(await rowsOf(world, 'variable/actions?group_by=variable')).toEqual([
      { ...size, week: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), insertions: 3, detachments: 0 },
    ]);
  });

  it('refuse wrong groups, dates, cursors and callers', async () => {
    const world = await usedLibrary(engine);
    const ask = (query: string, as: string | null = 'alice') =>
      world.get(pathTo(world, `component/actions${query}`), as);
    const wrong = [
      '',
      '?group_by=style',
      '?group_by=component&cursor=abc',
      '?group_by=component&cursor=WyJh',
      ...['2026-02-30', '2026-3-1', 'yesterday', '+12026-01-01'].map(
        (date) => `?group_by=component&start_date=${encodeURIComponent(date)}`,
      ),
      '?group_by=team&start_date=2026-03-20&end_date=2026-03-01',
    ];
    for (const query of wrong) expectError(await ask(query), 400);
    expectError(await ask('?group_by=team', null), 401);
    expectError(await ask('?group_by=team', 'files'), 403, /^Invalid scope/);
    const unseen = await ask('?group_by=team', 'dan');
    expectError(unseen, 403, /There is no file ".+" whose uses you may see/);
    const nowhere = await world.get('/v1/analytics/libraries/nowhere/component/actions?group_by=team', 'dan');
    expect([nowhere.status, nowhere.text]).toEqual([
      unseen.status,
      unseen.text.replaceAll(world.id('main'), 'nowhere'),
    ]);
    const branch = `/v1/analytics/libraries/${world.id('idea')}/component/actions?group_by=team`;
    expectError(await world.get(branch), 400, /branch/);
    const poor = await usedLibrary(engine, 'organization');
    const limited = await poor.get(pathTo(poor, 'component/usages?group_by=file'));
    expectError(limited, 403, /^Limited by plan$/);
  });

  it('are for members of the organization, and not for guests', async () => {
    const base = cast({ files: [fileOf('main', libraryContent(), { published: true })] });
    const guest = (user: object) => ({ ...user, role: 'guest' });
    const users = (base.users ?? []).map((user) =>
      'id' in user && user.id === people.carla ? guest(user) : user,
    );
    const world = await createWorld(engine, { ...base, users });
    const path = pathTo(world, 'component/usages?group_by=component');
    expect((await world.get(path, 'bob')).json).toEqual({ rows: [], next_page: false });
    expectError(await world.get(path, 'carla'), 403, /^Incorrect account type$/);
  });
});
