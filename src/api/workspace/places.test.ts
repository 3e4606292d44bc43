import { describe, expect, it } from 'vitest';
import { fileKeyOf } from '../../contract/branded-ids.ts';
import {
  type Actor,
  castServer,
  files,
  organizations,
  people,
  projects,
  smallDesign,
  team,
} from '../../testing/cast.ts';
import { deleteWebhooksOfNothing } from '../../webhooks/webhooks-store.ts';

const { play, server } = castServer();

const at = (noun: 'teams' | 'projects', id: string) => `/workspace/v1/${noun}/${id}`;
const makeTeam = async (name: string): Promise<string> =>
  (await play('alice', 'POST /workspace/v1/teams', { name })).json.id;
const makeProject = async (name: string, more: object = {}): Promise<string> =>
  (await play('alice', 'POST /workspace/v1/projects', { name, team, ...more })).json.id;
const makeFile = async (project: string, who: Actor = 'alice'): Promise<string> =>
  (await play(who, 'POST /workspace/v1/files', { name: 'Made', project })).json.key;
const projectsOf = async (id: string) =>
  (await play('admin', `GET /workspace/v1/projects?team=${id}`)).json.projects;

describe('A team', () => {
  it.each([
    ['alice', 200],
    ['bob', 403],
    ['carla', 403],
    ['dan', 404],
    ['admin', 200],
  ] as const)('is renamed by who administers it: as %s %i', async (who, status) => {
    const answer = await play(who, `PATCH ${at('teams', team)}`, { name: 'Kern' });
    expect(answer.status).toBe(status);
    if (status !== 200) return;
    expect(answer.json).toMatchObject({ id: team, name: 'Kern' });
    expect(answer.json.members).toContainEqual({ user: people.bob, handle: 'Bob', role: 'editor' });
  });

  it('that is there for nobody, and one that the caller may not see, are renamed and deleted in the same words', async () => {
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { name: 'Mine' } : undefined;
      const hidden = await play('dan', `${method} ${at('teams', team)}`, body);
      const nothing = await play('dan', `${method} ${at('teams', '555')}`, body);
      expect([hidden.status, hidden.text]).toEqual([404, nothing.text]);
    }
  });

  it('that holds something is deleted only where that is said, and the refusal counts what it holds', async () => {
    const other = await makeTeam('Other');
    const outer = await makeProject('Outer', { team: other });
    await makeProject('Inner', { team: other, parent: outer });
    const key = await makeFile(outer);
    const refused = await play('alice', `DELETE ${at('teams', other)}`);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'The team "Other" holds 2 projects and 1 file. Say "with_contents=true" to delete that with it.',
    ]);
    expect((await play('alice', `DELETE ${at('teams', other)}?with_contents=true`)).status).toBe(200);
    expect((await play('admin', `GET /v1/files/${key}/meta`)).status).toBe(404);
    expect((await play('admin', `GET ${at('teams', other)}/select?selector=FRAME`)).status).toBe(404);
    expect(await projectsOf(other)).toEqual([]);
  });

  it('that holds nothing is deleted at once, by who administers it alone', async () => {
    const other = await makeTeam('Empty');
    expect((await play('dan', `DELETE ${at('teams', other)}`)).status).toBe(404);
    expect((await play('bob', `DELETE ${at('teams', other)}`)).status).toBe(404);
    expect((await play('bob', `DELETE ${at('teams', team)}`)).status).toBe(403);
    expect((await play('alice', `DELETE ${at('teams', other)}`)).status).toBe(200);
    expect((await play('alice', `DELETE ${at('teams', other)}`)).status).toBe(404);
  });

  it('takes its apps and webhooks along when it is deleted', async () => {
    const other = await makeTeam('Other');
    const app = (await play('alice', 'POST /workspace/v1/apps', { name: 'App', team: other })).json;
    const webhook = await play('alice', 'POST /v2/webhooks', {
      event_type: 'FILE_UPDATE',
      context: 'team',
      context_id: other,
      passcode: 'p',
      endpoint: 'https://receiver.invalid/',
    });
    expect([app.client_id, webhook.status]).toEqual([expect.any(String), 200]);
    const refused = await play('alice', `DELETE ${at('teams', other)}`);
    expect(refused.json.message).toContain('holds 1 app.');
    expect((await play('alice', `DELETE ${at('teams', other)}?with_contents=true`)).status).toBe(200);
    expect((await play('alice', `GET /workspace/v1/apps/${app.client_id}`)).status).toBe(404);
    const { database } = server().context;
    expect(
      await database
        .selectFrom('webhooks')
        .select('id')
        .where('team_id', '=', other as never)
        .execute(),
    ).toEqual([]);
  });
});

describe('A project', () => {
  it.each([
    ['alice', 200],
    ['bob', 403],
    ['carla', 403],
    ['dan', 404],
    ['admin', 200],
  ] as const)('is renamed by who administers its team: as %s %i', async (who, status) => {
    const answer = await play(who, `PATCH ${at('projects', projects.open)}`, { name: 'Offen' });
    expect(answer.status).toBe(status);
    if (status === 200)
      expect(answer.json).toEqual({
        id: projects.open,
        archived_at: null,
        name: 'Offen',
        team,
        access: 'team',
        parent: null,
      });
  });

  it('moves to the top of another team with all that lies in it, its files, and their webhooks', async () => {
    const other = await makeTeam('Other');
    const above = await makeProject('Above');
    const outer = await makeProject('Outer', { parent: above });
    const inner = await makeProject('Inner', { parent: outer });
    const key = await makeFile(inner);
    const webhook = await play('alice', 'POST /v2/webhooks', {
      event_type: 'FILE_UPDATE',
      context: 'file',
      context_id: key,
      passcode: 'p',
      endpoint: 'https://receiver.invalid/',
    });
    expect(webhook.status).toBe(200);
    const moved = await play('alice', `PATCH ${at('projects', outer)}`, { team: other });
    expect([moved.status, moved.json]).toMatchObject([200, { team: other, parent: null }]);
    expect((await projectsOf(other)).map((one: { id: string }) => one.id)).toEqual([outer, inner]);
    const row = await server().context.database.selectFrom('webhooks').select('team_id').executeTakeFirst();
    expect(row?.team_id).toBe(other);
  });

  it('moves into another project and out again, never into itself or into one of another team', async () => {
    const outer = await makeProject('Outer');
    const inner = await makeProject('Inner', { parent: outer });
    const put = async (id: string, body: object) =>
      (await play('alice', `PATCH ${at('projects', id)}`, body)).status;
    expect(await put(outer, { parent: inner })).toBe(400);
    expect(await put(outer, { parent: projects.open })).toBe(200);
    expect(await put(inner, { parent: null })).toBe(200);
    const other = await makeTeam('Other');
    expect(await put(inner, { team: other, parent: projects.open })).toBe(400);
    expect(await put(inner, { team: '555' })).toBe(404);
    expect(await put(inner, {})).toBe(400);
  });

  it('does not come to a team that the caller does not administer', async () => {
    const { json } = await play('admin', 'POST /workspace/v1/teams', {
      name: 'Theirs',
      organization: organizations.elsewhere,
    });
    const answer = await play('alice', `PATCH ${at('projects', projects.open)}`, { team: json.id ?? '555' });
    expect([403, 404]).toContain(answer.status);
  });

  it('that is for invited people only is seen no more by others of its team', async () => {
    await play('alice', `PATCH ${at('projects', projects.open)}`, { access: 'invite_only' });
    expect((await play('bob', `GET /v1/files/${files.open}/meta`)).status).toBe(404);
  });

  it('is deleted with its files, whose keys stay taken, and each is told to webhooks', async () => {
    const project = await makeProject('Doomed');
    const key = await makeFile(project);
    const hook = (context: string, context_id: string) =>
      play('alice', 'POST /v2/webhooks', {
        event_type: 'FILE_DELETE',
        context,
        context_id,
        passcode: 'p',
        endpoint: 'https://receiver.invalid/',
      });
    const [ofTeam, ofProject] = [await hook('team', team), await hook('project', project)];
    expect([ofTeam.status, ofProject.status]).toEqual([200, 200]);
    expect((await play('alice', `DELETE ${at('projects', project)}`)).status).toBe(409);
    expect((await play('bob', `DELETE ${at('projects', project)}?with_contents=true`)).status).toBe(403);
    expect((await play('alice', `DELETE ${at('projects', project)}?with_contents=true`)).status).toBe(200);
    expect((await play('alice', `GET /v1/files/${key}/meta`)).status).toBe(404);
    const { database } = server().context;
    const told = await database
      .selectFrom('deliveries')
      .innerJoin('events', 'events.id', 'deliveries.event_id')
      .select('webhook_id')
      .where('events.type', '=', 'FILE_DELETE')
      .execute();
    expect(told.map(({ webhook_id }) => webhook_id).sort()).toEqual(
      [ofTeam.json.id, ofProject.json.id].sort(),
    );
    await database.deleteFrom('deliveries').execute();
    await deleteWebhooksOfNothing(database);
    const left = await database.selectFrom('webhooks').select('id').execute();
    expect(left).toEqual([{ id: ofTeam.json.id }]);
    const taken = await database.selectFrom('deleted_files').select('key').execute();
    expect(taken.map((row) => row.key)).toContain(key);
  });
});

describe('The archive', () => {
  const set = async (path: string, archived: boolean, who: Actor = 'alice') => {
    const { status, json } = await play(who, `PATCH /workspace/v1/${path}`, { archived });
    return { status, at: json.archived_at };
  };
  const idsIn = async (path: string) => {
    const { json } = await play('alice', `GET /workspace/v1/${path}`);
    const rows: { id?: string; key?: string }[] = Object.values(json as object).find(Array.isArray) ?? [];
    return rows.map(({ id, key }) => id ?? key);
  };
  const searched = async (more = '') => {
    const { hits } = (await play('alice', `GET /workspace/v1/search?q=Archived+thing${more}`)).json;
    return hits.map(({ file_key }: { file_key: string }) => file_key);
  };
  /** A file with content, in a folder of a project of a team of its own. */
  const makeWhole = async () => {
    const ofTeam = await makeTeam('Away');
    const outer = await makeProject('Outer', { team: ofTeam });
    const inner = await makeProject('Inner', { team: ofTeam, parent: outer });
    const file = await makeFile(inner);
    const content = smallDesign('Archived thing');
    expect((await play('alice', `PUT /workspace/v1/files/${file}/content`, content)).status).toBe(200);
    await expect.poll(() => searched()).toContain(file);
    return { ofTeam, outer, inner, file };
  };

  it('takes a team, a project with its folders, and a file out of lists and search until they are brought back', async () => {
    const { ofTeam, outer, inner, file } = await makeWhole();
    const lists = async (more = '') => ({
      teams: (await idsIn(`teams${more}`)).includes(ofTeam),
      projects: (await idsIn(`projects${more}`)).filter((id) => id === outer || id === inner).length,
      recent: (await idsIn(`recent-files${more}`)).includes(file),
    });
    const places = { team: `teams/${ofTeam}`, outer: `projects/${outer}`, file: `files/${file}` };
    const all = { teams: true, projects: 2, recent: true };
    const archivedWith = {
      team: [
        { teams: false, projects: 0, recent: false },
        { teams: true, projects: 2, recent: false },
      ],
      outer: [
        { teams: true, projects: 0, recent: false },
        { teams: false, projects: 2, recent: false },
      ],
      file: [
        { teams: true, projects: 2, recent: false },
        { teams: false, projects: 0, recent: true },
      ],
    };
    for (const [place, path] of Object.entries(places)) {
      expect((await set(path, true)).at).toMatch(/^\d{4}-/);
      const [left, archived] = archivedWith[place as keyof typeof places];
      expect([place, await lists(), await lists('?archived=true')]).toEqual([place, left, archived]);
      expect([place, await searched()]).toEqual([place, []]);
      expect(await searched(`&team=${ofTeam}`)).toContain(file);
      expect(await set(path, false)).toEqual({ status: 200, at: null });
      expect([place, await lists()]).toEqual([place, all]);
      expect(await searched()).toContain(file);
    }
  });

  it('leaves everything that is asked by key or id, and the lists of the interface, as they are', async () => {
    const { ofTeam, outer, inner, file } = await makeWhole();
    for (const path of [`files/${file}`, `projects/${inner}`, `projects/${outer}`, `teams/${ofTeam}`])
      expect((await set(path, true)).status).toBe(200);
    expect((await play('alice', `GET /v1/files/${file}`)).json.name).toBe('Made');
    const { projects } = (await play('alice', `GET /v1/teams/${ofTeam}/projects`)).json;
    expect(projects.map(({ id }: { id: string }) => id)).toEqual([outer]);
    const listed = (await play('alice', `GET /v1/projects/${inner}/files`)).json.files;
    expect(listed.map(({ key }: { key: string }) => key)).toEqual([file]);
    expect(await idsIn(`files?project=${inner}`)).toEqual([]);
    expect(await idsIn(`files?project=${inner}&archived=true`)).toEqual([file]);
    expect(await idsIn(`projects?team=${ofTeam}`)).toEqual([]);
    expect((await play('alice', `PATCH /workspace/v1/files/${file}`, { name: 'Still' })).status).toBe(200);
  });

  it('is for who may rename the thing, keeps the time of the first, and takes no branch by itself', async () => {
    const file = `files/${files.open}`;
    expect((await set(file, true, 'carla')).status).toBe(403);
    expect((await set(file, true, 'dan')).status).toBe(404);
    expect((await set(`projects/${projects.open}`, true, 'bob')).status).toBe(403);
    expect((await set(`teams/${team}`, true, 'bob')).status).toBe(403);
    const stored = () =>
      server()
        .context.database.selectFrom('files')
        .select('archived_at')
        .where('key', '=', fileKeyOf(files.open))
        .executeTakeFirstOrThrow();
    expect((await set(file, true, 'bob')).status).toBe(200);
    const first = await stored();
    expect(first.archived_at).not.toBeNull();
    expect((await set(file, true)).status).toBe(200);
    expect(await stored()).toEqual(first);
    const { key } = (await play('alice', `POST /workspace/v1/${file}/branches`, { name: 'Idea' })).json;
    expect((await set(`files/${key}`, true)).status).toBe(400);
    expect((await set(file, false, 'bob')).at).toBe(null);
  });
});
