import { expect, it } from 'vitest';
import { cast, fileOf, people } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import {
  alias,
  boundNode,
  create,
  pageOf,
  theme,
  value,
  variable,
  variablesOf,
} from './harness/variables-file.ts';
import { createWorld, type World } from './harness/world.ts';

/** Alice is of both teams; of Dan's organization she is not. */
const elsewhere = {
  team: {
    id: '110',
    name: 'Else',
    organization: '901',
    members: [
      { user: people.dan, role: 'admin' },
      { user: people.alice, role: 'editor' },
    ],
  },
  project: { id: '210', name: 'Else', team: '110', access: 'team' },
};
const projects = (invited: readonly object[]) => [
  { id: '200', name: 'App', team: '100', access: 'team' },
  {
    id: '201',
    name: 'Secret',
    team: '100',
    access: 'invite_only',
    members: [{ user: people.alice, role: 'admin' }, ...invited],
  },
  elsewhere.project,
];
const bobViews = { user: people.bob, role: 'viewer' };

const own = (world: World, as: string, method: string, path: string, body?: object) =>
  world.call(method, `/workspace/v1${path}`, { as, body });
const change = (world: World, name: string, body: object) =>
  own(world, 'alice-push', 'PATCH', `/files/${world.id(name)}`, body);
const bobInSecret = (world: World) => `/projects/${world.id('201')}/members/${world.id(people.bob)}`;
const secret = { project: '201' };

onEachEngine('Variables of a library', (engine) => {
  /** A published library with the theme, and a file of Alice that everybody of her team edits. */
  const open = async (library: object, ...invited: readonly object[]) => {
    const files = [fileOf('library', undefined, library), fileOf('user', undefined)];
    const base = cast({
      files: [...files, fileOf('foreign', undefined, { project: '210', owner: people.dan })],
    });
    const world = await createWorld(engine, {
      ...base,
      teams: [...(base.teams ?? []), elsewhere.team],
      projects: projects(invited),
    });
    const shared = variablesOf(world, 'library');
    const ids = await shared.change(theme);
    await shared.publish();
    const published = (await shared.published()).variables;
    const outside = (name: string): string => published[ids[name] ?? ''].subscribed_id;
    const subscribe = (as: string, file = 'user') =>
      own(world, as, 'PUT', `/files/${world.id(file)}/subscriptions/${shared.key}`);
    /** Content whose nodes name variables of the library. */
    const use = async (as: string, ...names: string[]) => {
      const content = pageOf(...names.map((name, index) => boundNode(outside(name), `1:${index + 1}`)));
      const put = await own(world, as, 'PUT', `/files/${world.id('user')}/content`, content);
      expect(put.status).toBe(200);
    };
    const user = variablesOf(world, 'user');
    return { world, user, outside, subscribe, use };
  };

  const aliasTo = (id: string) => ({
    variableCollections: [create('own', { initialModeId: 'mode' })],
    variables: [variable('mine', 'FLOAT', 'own')],
    variableModeValues: [value('mine', 'mode', alias(id))],
  });

  it.each<[string, object[], string, (world: World) => Promise<{ status: number }>]>([
    [
      'its link is closed',
      [{ ...secret, link_access: 'org_view' }],
      'bob',
      (world) => change(world, 'library', { link_access: 'inherit' }),
    ],
    [
      'the role in its project is lost',
      [secret, bobViews],
      'bob',
      (world) => own(world, 'alice-push', 'DELETE', bobInSecret(world)),
    ],
    ['it is moved', [{}], 'bob', (world) => change(world, 'library', { project: world.id('201') })],
    [
      'it is deleted',
      [{}],
      'bob',
      (world) => own(world, 'alice-push', 'DELETE', `/files/${world.id('library')}`),
    ],
    [
      'the file that uses it is moved to another organization',
      [{ link_access: 'edit' }],
      'dan',
      (world) => change(world, 'user', { project: world.id('210') }),
    ],
  ])(
    'come to no file any more when %s, and what is there stays',
    async (_way, [library = {}, ...invited], who, end) => {
      const { world, user, outside, subscribe, use } = await open(library, ...invited);
      expect((await subscribe('bob-push')).status).toBe(200);
      await use('bob-push', 'size');
      const before = await user.local('bob');
      expect(Object.keys(before.variables)).toEqual([outside('size')]);
      expect((await end(world)).status).toBe(200);
      await use(`${who}-push`, 'size', 'gap', 'ink');
      expect(await user.local(who)).toEqual(before);
      const post = await user.post(aliasTo(outside('gap')), who);
      expectError(post, 400, /no variable of this file/);
      const unknown = await user.post(aliasTo('VariableID:1234567890/1:2'), who);
      expect(unknown.json).toEqual(post.json);
    },
  );

  it('return to a file when access to the library does', async () => {
    const { world, user, outside, subscribe, use } = await open(secret);
    expect((await subscribe('alice-push')).status).toBe(200);
    await use('bob-push', 'gap');
    expect((await user.local('bob')).variables).toEqual({});
    expect((await own(world, 'alice-push', 'PUT', bobInSecret(world), { role: 'viewer' })).status).toBe(200);
    expect(Object.keys((await user.local('bob')).variables)).toEqual([outside('gap')]);
  });

  it('are refused to guests, and to people who see the library by a link of another organization', async () => {
    const { world, subscribe } = await open({ link_access: 'edit' });
    expectError(await subscribe('dan-push', 'foreign'), 403, /Incorrect account type/);
    expectError(await subscribe('alice-push', 'foreign'), 403, /Incorrect account type/);
    const bob = `/organizations/${world.id('900')}/users/${world.id(people.bob)}`;
    expect((await own(world, 'alice-push', 'PUT', bob, { role: 'guest' })).status).toBe(200);
    expectError(await subscribe('bob-push'), 403, /Incorrect account type/);
    const subscription = `/files/${world.id('user')}/subscriptions/${world.id('library')}`;
    expectError(await own(world, 'bob-push', 'DELETE', subscription), 403, /Incorrect account type/);
  });
});
