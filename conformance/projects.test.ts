import { afterAll, beforeAll, expect, it } from 'vitest';
import { cast, fileOf, people } from './harness/cast.ts';
import { onEachEngine, onOwnServers } from './harness/engines.ts';
import { expectError, tellable } from './harness/error-checks.ts';
import { exampleFile, smallFile } from './harness/example-file.ts';
import { type Server, startServer } from './harness/server.ts';
import { createWorld, type Workspace, type World } from './harness/world.ts';

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

/** The team with a folder in a folder: `App` › `Icons` (for invited people) › `Arrows`. */
function nested(): Workspace {
  const folders = { name: 'folders', token: 'folders', kind: 'plan', scopes: ['folder_metadata:read'] };
  const scoped = (token: string, scope: string) => ({ name: token, token, scopes: [scope] });
  const alice = [folders, scoped('lists', 'projects:read'), scoped('content', 'file_content:read')];
  const branches = [{ key: 'idea', name: 'Idea', source: smallFile('Idea') }];
  const files = [
    fileOf('main', exampleFile, { branches }),
    fileOf('empty', undefined),
    fileOf('arrow', smallFile('Arrow'), { project: '203' }),
    fileOf('secret', smallFile('Secret'), { project: '201', owner: people.carla }),
    fileOf('shown', smallFile('Shown'), { project: '201', owner: people.carla, link_access: 'org_view' }),
  ];
  const workspace = cast({ files, tokens: { alice } });
  const projects = [
    ...(workspace.projects ?? []),
    { id: '202', name: 'Icons', team: '100', access: 'invite_only', parent: '200' },
    { id: '203', name: 'Arrows', team: '100', parent: '202' },
  ];
  return { ...workspace, projects };
}

const namesOf = (things: readonly { name: string }[]) => things.map(({ name }) => name).sort();

onEachEngine('Projects and folders', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, nested());
  });

  const team = (path: string, id = world.id('100')) => path.replace(':id', id);
  const place = (version: 'v1/projects' | 'v2/folders', id: string, what: string) =>
    `/${version}/${world.id(id)}/${what}`;
  /** Every list, of the team and of its first project. */
  const lists = () => [
    team('/v1/teams/:id/projects'),
    place('v1/projects', '200', 'files'),
    place('v1/projects', '200', 'meta'),
    team('/v2/teams/:id/folders'),
    place('v2/folders', '200', 'folders'),
    place('v2/folders', '200', 'files'),
  ];

  it('[PROJ-01] the projects of a team are listed with projects:read', async () => {
    const answer = await world.get(team('/v1/teams/:id/projects'), 'lists');
    expect(answer.status).toBe(200);
    const projects = ['200', '201'].map((id) => ({
      id: world.id(id),
      name: id === '200' ? 'App' : 'Secret',
    }));
    expect(answer.json).toEqual({ name: 'Core', projects: expect.arrayContaining(projects) });
    expect(answer.json.projects).toHaveLength(2);
    expectError(await world.get(team('/v1/teams/:id/projects'), 'content'), 403, /projects:read/);
  });

  it('[PROJ-02] the files of a project are listed with projects:read, with branch_data their branches', async () => {
    const files = place('v1/projects', '200', 'files');
    const answer = await world.get(files, 'lists');
    expect(answer.status).toBe(200);
    const thumbnail_url = expect.stringMatching(/^https:\/\//);
    const main = { key: world.id('main'), name: 'File main', thumbnail_url, last_modified: isoTime };
    const empty = { key: world.id('empty'), name: 'File empty', last_modified: isoTime };
    expect(answer.json).toMatchObject({ name: 'App', files: expect.arrayContaining([main, empty]) });
    expect(answer.json.files).toHaveLength(2);
    expect(answer.text).not.toContain('branches');
    const idea = { key: world.id('idea'), name: 'Idea', thumbnail_url, last_modified: isoTime };
    for (const path of [files, place('v2/folders', '200', 'files')]) {
      const { files: listed } = (await world.get(`${path}?branch_data=true`)).json;
      expect(listed).toEqual(expect.arrayContaining([{ ...main, branches: [idea] }, empty]));
    }
    expectError(await world.get(`${files}?branch_data=maybe`), 400, /branch_data/);
    expectError(await world.get(files, 'content'), 403, /projects:read/);
  });

  it('[PROJ-03] an id that is no number is refused with 400 and a message', async () => {
    for (const path of [
      '/v1/teams/core/projects',
      '/v1/projects/-1/files',
      '/v1/projects/1.5/meta',
      '/v2/teams/%20/folders',
      '/v2/folders/abc/folders',
      '/v2/folders/%C3%BC/files',
    ]) {
      const answer = await world.get(path);
      expectError(answer, 400, /(team|project|folder)_id/);
      expect(answer.json.message).toBeTypeOf('string');
    }
  });

  it('[PROJ-04] the older lists refuse bad tokens, and what the caller may not see, with 403', async () => {
    const garbage = { as: null, headers: { 'x-service-token': 'garbage' } };
    for (const path of lists()) expectError(await world.call('GET', path, garbage), 403, /Invalid token/);
    for (const path of lists().filter((path) => path.startsWith('/v1'))) {
      const unknown = await world.get(path.replace(/\d{5,}/, '5'), 'dan');
      const hidden = await world.get(path, 'dan');
      expectError(hidden, 403);
      expect(tellable(hidden)).toEqual(tellable(unknown));
    }
  });

  it('[PROJ-05] the lists are closed to public apps, also to approved ones, and open to others', async () => {
    const apps = ['private', 'public'].map((state) => ({
      client_id: state,
      client_secret: 'secret',
      name: state,
      organization: '900',
      creator: people.alice,
      redirect_urls: ['https://app.example/'],
      scopes: 'all',
      visibility: state,
      state,
      projects_access: 'approved',
    }));
    const tokens = apps.map(({ client_id }) => ({
      name: client_id,
      token: `by-${client_id}`,
      kind: 'oauth',
      app: client_id,
      scopes: 'all',
    }));
    const withApps = await createWorld(engine, { ...cast({ tokens: { alice: tokens } }), apps });
    const by = (app: string, path: string) => {
      const authorization = `Bearer ${withApps.token(`by-${app}`)}`;
      return withApps.call('GET', path, { as: null, headers: { authorization } });
    };
    const [teamId, projectId] = [withApps.id('100'), withApps.id('200')];
    for (const path of [
      `/v1/teams/${teamId}/projects`,
      `/v1/projects/${projectId}/files`,
      `/v1/projects/${projectId}/meta`,
      ...['folders', 'files', 'meta'].map((what) => `/v2/folders/${projectId}/${what}`),
      `/v2/teams/${teamId}/folders`,
    ]) {
      expect([path, (await by('private', path)).status]).toEqual([path, 200]);
      expectError(await by('public', path), 403, /Public apps/);
    }
  });

  it('the newer lists do not find what the caller may not see', async () => {
    for (const path of lists().filter((path) => path.startsWith('/v2'))) {
      const hidden = await world.get(path, 'dan');
      expectError(hidden, 404, /not found/);
      expect(tellable(hidden)).toEqual(tellable(await world.get(path.replace(/\d{5,}/, '5'), 'dan')));
    }
  });

  it('[PROJ-07] only projects that the caller sees are listed', async () => {
    const { projects } = (await world.get(team('/v1/teams/:id/projects'), 'bob')).json;
    expect(namesOf(projects)).toEqual(['App', 'Arrows']);
    expectError(await world.get(place('v1/projects', '201', 'files'), 'bob'), 403);
    expectError(await world.get(place('v2/folders', '201', 'files'), 'bob'), 404);
    const invite = { as: 'alice-push', body: { role: 'viewer' } };
    const member = place('v1/projects', '201', `members/${world.id(people.bob)}`);
    await world.call('PUT', member.replace('/v1/', '/workspace/v1/'), invite);
    const again = (await world.get(team('/v1/teams/:id/projects'), 'bob')).json.projects;
    expect(namesOf(again)).toEqual(['App', 'Arrows', 'Secret']);
    expect(namesOf((await world.get(place('v1/projects', '201', 'files'), 'bob')).json.files)).toHaveLength(
      2,
    );
  });

  it('a person who administers a project without being invited sees only files whose link opens them', async () => {
    const { files } = (await world.get(place('v2/folders', '201', 'files'))).json;
    expect(namesOf(files)).toEqual(['File shown']);
    expect((await world.get(place('v1/projects', '201', 'meta'))).json).toMatchObject({ file_count: 1 });
  });

  it('folders are nested, and shown at the top where the caller does not see their parent', async () => {
    const top = await world.get(team('/v2/teams/:id/folders'));
    const app = { id: world.id('200'), name: 'App', parent_folder_id: null };
    expect(top.json).toMatchObject({ name: 'Core', folders: expect.arrayContaining([app]) });
    expect(namesOf(top.json.folders)).toEqual(['App', 'Secret']);
    const inside = (await world.get(place('v2/folders', '200', 'folders'))).json;
    const icons = { id: world.id('202'), name: 'Icons', parent_folder_id: world.id('200') };
    expect(inside).toEqual({ name: 'App', folders: [icons] });
    expect(namesOf((await world.get(place('v2/folders', '202', 'folders'))).json.folders)).toEqual([
      'Arrows',
    ]);
    expect((await world.get(place('v2/folders', '200', 'folders'), 'bob')).json.folders).toEqual([]);
    const arrows = { id: world.id('203'), name: 'Arrows', parent_folder_id: null };
    expect((await world.get(team('/v2/teams/:id/folders'), 'bob')).json.folders).toContainEqual(arrows);
  });

  it('the metadata of a folder counts the files directly in it', async () => {
    const meta = {
      id: world.id('200'),
      name: 'App',
      file_count: 2,
      updated_at: isoTime,
      created_at: isoTime,
      thumbnail_url: expect.stringMatching(/^https:\/\//),
    };
    expect((await world.get(place('v1/projects', '200', 'meta'))).json).toEqual(meta);
    expect((await world.get(place('v2/folders', '200', 'meta'), 'folders')).json).toEqual(meta);
    const empty = (await world.get(place('v2/folders', '202', 'meta'), 'folders')).json;
    expect(empty).toMatchObject({ file_count: 0, thumbnail_url: null, updated_at: empty.created_at });
    expectError(await world.get(place('v2/folders', '200', 'meta')), 403, /plan access token/);
  });

  it('[PROJ-08] no operation of the interface lists teams', async () => {
    const { paths } = (await world.get('/openapi.json')).json;
    const named = Object.keys(paths).filter((path) => /^\/v\d\//.test(path));
    expect(named.filter((path) => /\/teams?(\/\{team_id\})?$/.test(path))).toEqual([]);
    for (const path of ['/v1/teams', '/v2/teams', '/v1/me/teams']) expectError(await world.get(path), 404);
    const me = await world.get('/v1/me');
    expect([me.status, me.text.includes(world.id('100'))]).toEqual([200, false]);
  });
});

onOwnServers('Projects and folders where they need approval', ({ postgres }) => {
  let server: Server;
  let world: World;
  beforeAll(async () => {
    server = await startServer({ postgres, env: { VITRINE_PROJECTS_APPROVAL: 'required' } });
    world = await createWorld(server, nested());
  });
  afterAll(async () => {
    await server?.stop();
    await server?.installation.remove();
  });

  it('[PROJ-06] are closed until the person is approved', async () => {
    const id = world.id('100');
    const paths = [`/v1/teams/${id}/projects`, `/v2/teams/${id}/folders`];
    const approve = (approved: boolean, as = 'alice-push') =>
      world.call('PUT', `/workspace/v1/users/${world.id(people.bob)}/projects-access`, {
        as,
        body: { approved },
      });
    expectError(await approve(true, 'bob-push'), 403, /administrator/);
    for (const path of paths) expectError(await world.get(path, 'bob'), 403, /approval/);
    expect((await approve(true)).status).toBe(200);
    for (const path of paths) expect((await world.get(path, 'bob')).status).toBe(200);
    for (const path of paths) expectError(await world.get(path), 403, /approval/);
    expect((await approve(false)).status).toBe(200);
    for (const path of paths) expectError(await world.get(path, 'bob'), 403, /approval/);
  });
});
