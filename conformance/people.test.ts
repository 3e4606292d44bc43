import { beforeEach, describe, expect, it } from 'vitest';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';
import { type PeopleOf, peopleOf } from './harness/people.ts';

onEachEngine('People of an organization', (engine) => {
  let oauth: OauthWorld;
  let acme: PeopleOf;
  const id = (local: string) => oauth.world.id(local);

  beforeEach(async () => {
    oauth = await oauthWorld(engine);
    acme = peopleOf(oauth);
  });

  describe('who leave', () => {
    const remove = (user: string, heir?: string) => {
      const query = heir === undefined ? '' : `?files_to=${id(heir)}`;
      return oauth.own('alice', 'DELETE', `${acme.users}/${id(user)}${query}`);
    };
    const make = async (as: string, project: string): Promise<string> => {
      const made = await oauth.own(as, 'POST', '/workspace/v1/files', { name: 'File', project });
      expect(made.status).toBe(200);
      return made.json.key;
    };
    const roleOn = async (key: string, as: string) => {
      const { status, json } = await oauth.world.get(`/v1/files/${key}/meta`, as);
      return status === 200 ? json.file.role : status;
    };

    /** A file that Bob of Acme owns in Dan's organization. */
    const fileElsewhere = async (): Promise<{ key: string; team: string }> => {
      const team = (await oauth.own('dan', 'POST', '/workspace/v1/teams', { name: 'Theirs' })).json.id;
      const project = { name: 'Theirs', team };
      const { json } = await oauth.own('dan', 'POST', '/workspace/v1/projects', project);
      const member = `/workspace/v1/teams/${team}/members/${id('12')}`;
      expect((await oauth.own('admin', 'PUT', member, { role: 'editor' })).status).toBe(200);
      return { key: await make('bob', json.id), team };
    };

    it('hand their files to somebody of the organization', async () => {
      const key = await make('bob', id('200'));
      expectError(await remove('12'), 409, /owns 1 file/);
      expect((await remove('12', '13')).status).toBe(200);
      expect([await roleOn(key, 'carla'), await roleOn(key, 'alice')]).toEqual(['owner', 'editor']);
    });

    it('hand nobody of it what they own in another organization', async () => {
      const [here, { key }] = [await make('bob', id('200')), await fileElsewhere()];
      expect([await roleOn(key, 'alice'), await roleOn(key, 'dan')]).toEqual([404, 'editor']);
      expectError(await remove('12'), 409, /owns 1 file/);
      expect((await remove('12', '11')).status).toBe(200);
      expect([await roleOn(here, 'alice'), await roleOn(key, 'alice')]).toEqual(['owner', 404]);
      expect(await roleOn(key, 'dan')).toBe('owner');
    });

    it('hand what they own in another organization to its administrators, where its team has none', async () => {
      const { key, team } = await fileElsewhere();
      const dan = `/workspace/v1/teams/${team}/members/${id('14')}`;
      expect((await oauth.own('dan', 'DELETE', dan)).status).toBe(200);
      expect((await remove('12')).status).toBe(200);
      expect([await roleOn(key, 'dan'), await roleOn(key, 'alice')]).toEqual(['owner', 404]);
    });
  });

  it('always have an administrator among them', async () => {
    const alice = `${acme.users}/${id('11')}`;
    const only = /only administrator/;
    // The administrator of the world is of one of its organizations.
    const { users } = (await oauth.own('alice', 'GET', acme.users)).json;
    const others = users.filter(
      (one: { id: string; role: string }) => one.role === 'admin' && one.id !== id('11'),
    );
    for (const other of others)
      await oauth.own('admin', 'PUT', `${acme.users}/${other.id}`, { role: 'member' });
    expectError(await oauth.own('alice', 'PUT', alice, { role: 'member' }), 409, only);
    expectError(await oauth.own('alice', 'DELETE', `${alice}?files_to=${id('12')}`), 409, only);
    expect((await oauth.own('alice', 'PUT', alice, { role: 'admin', seat: 'dev' })).status).toBe(200);
    const bob = `${acme.users}/${id('12')}`;
    expect((await oauth.own('alice', 'PUT', bob, { role: 'admin' })).status).toBe(200);
    expect((await oauth.own('alice', 'PUT', alice, { role: 'member' })).status).toBe(200);
    expect((await oauth.own('admin', 'PUT', bob, { role: 'member' })).status).toBe(200);
  });

  it.each(['  ', 'Bob\nadministrator', 'Bob\u202e', 'Bob\u2066', 'Bob\u0007'])(
    'and their teams, projects and tokens cannot be named %j',
    async (name) => {
      const organization = `/workspace/v1/organizations/${id('900')}`;
      const scopes = ['file_content:read'];
      for (const [method, path, body] of [
        ['POST', acme.users, { handle: name, email: 'somebody@example.com' }],
        ['PUT', `${acme.users}/${id('12')}`, { handle: name }],
        ['PUT', organization, { name }],
        ['POST', '/workspace/v1/teams', { name }],
        ['POST', `${organization}/tokens`, { name, scopes }],
        ['POST', '/workspace/v1/me/tokens', { name, scopes }],
      ] as const)
        expectError(await oauth.own('alice', method, path, body), 400, /name/i);
    },
  );
});
