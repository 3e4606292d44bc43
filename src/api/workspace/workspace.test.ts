import { describe, expect, it } from 'vitest';
import { originalLimits, seats } from '../../access/rate-limits/limits.ts';
import { inTransaction } from '../../database/transaction.ts';
import {
  type Actor,
  castServer,
  files,
  organizations,
  people,
  projects,
  team,
  tokens,
} from '../../testing/cast.ts';
import { insertSession } from '../../tokens/sessions-store.ts';

const { play, server } = castServer();

const usersOf = (organization: string) => `/workspace/v1/organizations/${organization}/users`;
const idsOf = (things: { id: string }[]) => things.map(({ id }) => id).sort();
const listed = async (who: Actor, noun: 'teams' | 'projects', query = '') =>
  idsOf((await play(who, `GET /workspace/v1/${noun}${query}`)).json[noun]);
const { open, viewOnly, inviteOnly } = projects;

describe('Listing teams and projects', () => {
  it.each([
    ['admin', [team], [open, viewOnly, inviteOnly]],
    ['alice', [team], [open, viewOnly, inviteOnly]],
    ['bob', [team], [open, viewOnly]],
    ['carla', [team], [open, viewOnly, inviteOnly]],
    ['dan', [], []],
  ] as const)('%s sees teams %j and projects %j', async (who, teams, seen) => {
    expect(await listed(who, 'teams')).toEqual(teams);
    expect(await listed(who, 'projects')).toEqual(seen);
    expect(await listed(who, 'projects', `?team=${team}`)).toEqual(seen);
    expect(await listed(who, 'projects', '?team=555')).toEqual([]);
  });

  it('shows the members of a team with their roles', async () => {
    const { teams } = (await play('bob', 'GET /workspace/v1/teams')).json;
    expect(teams[0]).toMatchObject({ name: 'Core', organization: organizations.acme });
    expect(teams[0].members).toContainEqual({ user: people.carla, handle: 'Carla', role: 'viewer' });
  });

  it('shows a person who was invited to a project that project and nothing beside it', async () => {
    await play('admin', `PUT /workspace/v1/projects/${inviteOnly}/members/${people.dan}`, { role: 'viewer' });
    expect(await listed('dan', 'projects')).toEqual([inviteOnly]);
    expect(await listed('dan', 'teams')).toEqual([]);
  });
});

describe('Changing one’s own name', () => {
  it.each(['alice', 'carla', 'admin'] as const)('%s does, whatever their role', async (who) => {
    const answer = await play(who, 'PATCH /workspace/v1/me', { handle: 'Another' });
    expect([answer.status, answer.json]).toMatchObject([200, { handle: 'Another' }]);
    expect((await play(who, 'GET /v1/me')).json.handle).toBe('Another');
  });

  it.each([
    ['', 400],
    ['two\nlines', 400],
    ['x'.repeat(256), 400],
  ])('a name such as %j is refused', async (handle, status) => {
    expect((await play('bob', 'PATCH /workspace/v1/me', { handle })).status).toBe(status);
  });
});

describe('Making a team', () => {
  it.each([
    ['alice', undefined, 200],
    ['alice', organizations.acme, 200],
    ['alice', organizations.elsewhere, 403],
    ['bob', undefined, 403],
    ['dan', organizations.acme, 403],
    ['admin', organizations.elsewhere, 200],
    ['admin', undefined, 400],
    ['admin', '555', 400],
    ['alice', '555', 403],
  ] as const)('as %s in organization %s: %i', async (who, organization, status) => {
    const answer = await play(who, 'POST /workspace/v1/teams', { name: 'New', organization });
    expect(answer.status).toBe(status);
    if (status !== 200) return;
    expect(answer.json.members).toEqual([
      { user: expect.any(String), handle: expect.any(String), role: 'admin' },
    ]);
    expect(await listed(who, 'teams')).toContain(answer.json.id);
  });
});

describe('Making an organization', () => {
  const make = (who: Actor, body: object) => play(who, 'POST /workspace/v1/organizations', body);

  it('is for the administrator of the installation alone, and has nobody in it', async () => {
    for (const who of ['alice', 'bob', 'dan'] as const)
      expect((await make(who, { name: 'Mine' })).status).toBe(403);
    const { status, json } = await make('admin', { name: 'Harbour', plan: 'professional' });
    expect([status, json]).toEqual([
      200,
      { id: expect.stringMatching(/^\d+$/), name: 'Harbour', plan: 'professional' },
    ]);
    const { organizations } = (await play('admin', 'GET /workspace/v1/organizations')).json;
    expect(organizations).toContainEqual({ ...json, people: 0, teams: 0 });
    const path = `/workspace/v1/organizations/${json.id}`;
    const email = 'first@harbour.example';
    expect((await play('admin', `POST ${path}/invitations`, { email, role: 'admin' })).status).toBe(200);
    expect((await play('alice', `GET ${path}`)).status).toBe(404);
  });

  it('has the plan of the settings where none is named, and stands in its own activity log', async () => {
    const { json } = await make('admin', { name: 'Quay' });
    expect(json.plan).toBe(server().context.config.defaultPlan);
    const logged = await server()
      .context.database.selectFrom('activity_events')
      .select(['type', 'details'])
      .where('organization_id', '=', json.id)
      .execute();
    expect(logged).toEqual([{ type: 'org_create', details: JSON.stringify({ plan: json.plan }) }]);
  });
});

describe('Making a project', () => {
  const make = (who: Actor, body: object) =>
    play(who, 'POST /workspace/v1/projects', { name: 'New', team, ...body });

  it.each([
    ['alice', 200],
    ['bob', 403],
    ['carla', 403],
    ['dan', 404],
    ['admin', 200],
  ] as const)('as %s: %i', async (who, status) => {
    const answer = await make(who, {});
    expect(answer.status).toBe(status);
    if (status === 200) expect(await listed('bob', 'projects')).toContain(answer.json.id);
  });

  it('for invited people only makes its maker the first member', async () => {
    const { id } = (await make('alice', { access: 'invite_only' })).json;
    expect(await listed('bob', 'projects')).not.toContain(id);
    const file = await play('alice', 'POST /workspace/v1/files', { name: 'F', project: id });
    expect(file.status).toBe(200);
  });

  it('in another one keeps that as its parent, within the team only', async () => {
    expect((await make('alice', { parent: open })).json.parent).toBe(open);
    expect((await make('alice', { parent: '555' })).status).toBe(400);
    const other = (await play('alice', 'POST /workspace/v1/teams', { name: 'Other' })).json.id;
    expect((await make('alice', { team: other, parent: open })).status).toBe(400);
    expect((await make('alice', { team: '555' })).status).toBe(404);
  });
});

describe('Adding people to teams and projects', () => {
  const put = (who: Actor, place: string, user: string, role: string) =>
    play(who, `PUT /workspace/v1/${place}/members/${user}`, { role });

  it.each([
    ['alice', `teams/${team}`, people.bob, 200],
    ['bob', `teams/${team}`, people.bob, 403],
    ['dan', `teams/${team}`, people.dan, 404],
    ['alice', `teams/${team}`, people.dan, 404],
    ['admin', `teams/${team}`, people.dan, 200],
    ['alice', `teams/${team}`, '555', 404],
    ['alice', `projects/${inviteOnly}`, people.bob, 200],
    ['carla', `projects/${inviteOnly}`, people.bob, 403],
    ['bob', `projects/${inviteOnly}`, people.bob, 404],
    ['bob', `projects/${open}`, people.bob, 403],
    ['alice', `projects/555`, people.bob, 404],
  ] as const)('%s, %s, user %s: %i', async (who, place, user, status) => {
    expect((await put(who, place, user, 'editor')).status).toBe(status);
  });

  it('changes what they may do at once', async () => {
    const role = async () => (await play('carla', `GET /v1/files/${files.open}/meta`)).json.file.role;
    expect(await role()).toBe('viewer');
    await put('alice', `teams/${team}`, people.carla, 'editor');
    expect(await role()).toBe('editor');
  });

  it('with a role that does not exist is refused', async () => {
    expect((await put('alice', `teams/${team}`, people.bob, 'king')).status).toBe(400);
  });

  it('lets an admin of a project invite others', async () => {
    await put('alice', `projects/${inviteOnly}`, people.carla, 'admin');
    expect((await put('carla', `projects/${inviteOnly}`, people.bob, 'viewer')).status).toBe(200);
    expect(await listed('bob', 'projects')).toContain(inviteOnly);
  });
});

describe('People of an organization', () => {
  const acme = usersOf(organizations.acme);
  const erin = { email: 'erin@example.com', handle: 'Erin' };

  it.each([
    ['alice', 200],
    ['bob', 403],
    ['dan', 404],
    ['admin', 200],
  ] as const)('%s: %i, for every operation on them', async (who, status) => {
    const list = await play(who, `GET ${acme}`);
    expect(list.status).toBe(status);
    expect((await play(who, `POST ${acme}`, erin)).status).toBe(status);
    expect((await play(who, `PUT ${acme}/${people.carla}`, { seat: 'view' })).status).toBe(status);
    expect((await play(who, `DELETE ${acme}/${people.carla}`)).status).toBe(status);
    if (status !== 200) return;
    expect(idsOf(list.json.users)).toEqual([people.bob, people.carla, people.alice]);
  });

  it('are shown with the last use of a session or personal token of theirs', async () => {
    const { context } = server();
    const lastSeen = async (id: string) => {
      const { users } = (await play('alice', `GET ${acme}`)).json;
      const { last_seen_at } = users.find((user: { id: string }) => user.id === id);
      return last_seen_at === null ? null : Date.parse(last_seen_at);
    };
    expect(await lastSeen(people.carla)).toBeNull();
    const before = context.clock.now();
    await play('carla', 'GET /v1/me');
    const byToken = await lastSeen(people.carla);
    expect(byToken).toBeGreaterThanOrEqual(before);
    const later = before + 3_600_000;
    const session = { secret: 'a browser', userId: people.carla };
    await inTransaction(context.database, (transaction) =>
      insertSession({ transaction, at: later }, session),
    );
    expect(await lastSeen(people.carla)).toBe(later);
  });

  it('show whether they are approved for the lists of projects', async () => {
    const approved = async () =>
      (await play('alice', `GET ${acme}`)).json.users.filter(
        ({ projects_access }: { projects_access: boolean }) => projects_access,
      );
    expect(await approved()).toEqual([]);
    await play('alice', `PUT /workspace/v1/users/${people.bob}/projects-access`, { approved: true });
    expect(idsOf(await approved())).toEqual([people.bob]);
  });

  it('are added with the given details', async () => {
    const body = { ...erin, role: 'guest', seat: 'dev', password: 'correct horse' };
    const { json, text } = await play('alice', `POST ${acme}`, body);
    expect(json).toMatchObject({ ...erin, role: 'guest', seat: 'dev', organization: organizations.acme });
    expect(text).not.toContain('correct horse');
    const { database } = server().context;
    const row = await database
      .selectFrom('users')
      .selectAll()
      .where('id', '=', json.id)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^argon2id\$/);
    expect(row.installation_admin).toBe(0);
  });

  it('do not share an e-mail address, however it is written', async () => {
    const taken = { email: 'BOB@example.com', handle: 'Other Bob' };
    expect((await play('alice', `POST ${acme}`, taken)).status).toBe(409);
    const change = { email: 'bob@EXAMPLE.com' };
    expect((await play('alice', `PUT ${acme}/${people.carla}`, change)).status).toBe(409);
    expect((await play('alice', `PUT ${acme}/${people.bob}`, change)).status).toBe(200);
  });

  it('are changed in the given members and in nothing else', async () => {
    const { json } = await play('alice', `PUT ${acme}/${people.bob}`, { seat: 'dev' });
    expect(json).toMatchObject({ id: people.bob, handle: 'Bob', email: 'bob@example.com', seat: 'dev' });
    expect((await play('alice', `PUT ${acme}/${people.bob}`, {})).status).toBe(400);
    expect((await play('alice', `PUT ${acme}/${people.bob}`, { colour: 'red' })).status).toBe(400);
    expect((await play('alice', `PUT ${acme}/${people.bob}`, { role: 'king' })).status).toBe(400);
    expect((await play('alice', `PUT ${acme}/${people.dan}`, { seat: 'dev' })).status).toBe(404);
  });

  it('cannot take over the account of the installation’s administrator', async () => {
    const { context } = server();
    await context.database
      .updateTable('users')
      .set({ organization_id: organizations.acme })
      .where('installation_admin', '=', 1)
      .execute();
    const { users } = (await play('alice', `GET ${acme}`)).json;
    const admin = users.find(({ handle }: { handle: string }) => handle === 'Administrator').id;
    const change = { password: 'my own password' };
    expect((await play('alice', `PUT ${acme}/${admin}`, change)).status).toBe(403);
    expect((await play('admin', `PUT ${acme}/${admin}`, change)).status).toBe(200);
    expect((await play('alice', `DELETE ${acme}/${admin}`)).status).toBe(409);
  });

  it('who own files cannot be removed', async () => {
    const answer = await play('admin', `DELETE ${acme}/${people.alice}`);
    expect(answer.status).toBe(409);
    expect(answer.json.err).toBe(
      'Alice owns 4 files and cannot be removed; say in "files_to" who gets them.',
    );
    expect((await play('alice', 'GET /v1/me')).status).toBe(200);
  });

  it('who are removed lose tokens, memberships and their row', async () => {
    expect((await play('alice', `DELETE ${acme}/${people.carla}`)).status).toBe(200);
    expect((await play({ token: tokens.carla }, 'GET /v1/me')).status).toBe(403);
    expect(idsOf((await play('alice', `GET ${acme}`)).json.users)).toEqual([people.bob, people.alice]);
    expect((await play('alice', `DELETE ${acme}/${people.carla}`)).status).toBe(404);
    const { teams } = (await play('alice', 'GET /workspace/v1/teams')).json;
    expect(teams[0].members).toHaveLength(2);
  });

  it('who are removed stay in the history of files by their handle', async () => {
    const version = `POST /workspace/v1/files/${files.open}/versions`;
    await play('bob', version, { label: 'Named' });
    await play('bob', version, { label: 'By Bob' });
    expect((await play('alice', `DELETE ${acme}/${people.bob}`)).status).toBe(200);
    expect((await play({ token: tokens.bob }, 'GET /v1/me')).status).toBe(403);
    const { versions } = (await play('alice', `GET /v1/files/${files.open}/versions`)).json;
    expect(versions[0]).toMatchObject({ label: 'By Bob', user: { id: people.bob, handle: 'Bob' } });
    expect((await play('alice', `GET ${acme}`)).text).not.toContain('Bob');
    expect((await play('alice', `POST ${acme}`, { email: 'bob@example.com', handle: 'B' })).status).toBe(200);
  });
});

describe('Rate limits of an organization', () => {
  const path = `GET /workspace/v1/organizations/${organizations.acme}/rate-limits`;

  it.each([
    ['alice', 200],
    ['bob', 200],
    ['dan', 404],
    ['admin', 200],
  ] as const)('are shown to its people: %s %i', async (who, status) => {
    expect((await play(who, path)).status).toBe(status);
  });

  it('are empty where the server limits nothing', async () => {
    const none = { tier1: null, tier2: null, tier3: null };
    const limits = ['full', 'dev', 'collab', 'view'].map((seat) => ({ seat, ...none }));
    expect((await play('bob', path)).json).toEqual({ plan: 'enterprise', limits });
  });

  describe('of a server that limits calls', () => {
    const { play: limited } = castServer({ rateLimits: 'original' });

    it('are those of its plan, by seat', async () => {
      const { limits } = (await limited('bob', path)).json;
      expect(limits).toEqual(seats.map((seat) => ({ seat, ...originalLimits.enterprise[seat] })));
    });
  });
});

describe('Removing people from teams and projects', () => {
  const take = (who: Actor, place: string, user: string) =>
    play(who, `DELETE /workspace/v1/${place}/members/${user}`);

  it.each([
    ['alice', `teams/${team}`, people.bob, 200],
    ['bob', `teams/${team}`, people.carla, 403],
    ['dan', `teams/${team}`, people.bob, 404],
    ['alice', `teams/${team}`, people.dan, 404],
    ['alice', `projects/${inviteOnly}`, people.carla, 200],
    ['bob', `projects/${inviteOnly}`, people.carla, 404],
    ['alice', 'teams/555', people.bob, 404],
  ] as const)('%s, %s, user %s: %i', async (who, place, user, status) => {
    expect((await take(who, place, user)).status).toBe(status);
  });

  it('ends their access at once', async () => {
    expect((await play('bob', `GET /v1/files/${files.open}/meta`)).status).toBe(200);
    await take('alice', `teams/${team}`, people.bob);
    expect((await play('bob', `GET /v1/files/${files.open}/meta`)).status).toBe(404);
    expect((await take('alice', `teams/${team}`, people.bob)).status).toBe(404);
  });
});
