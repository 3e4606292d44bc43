import { describe, expect, it } from 'vitest';
import { fileKeyOf, siteIdOf } from '../../contract/branded-ids.ts';
import { insertSite } from '../../sites/sites-store.ts';
import { type Actor, castServer, files, organizations, people } from '../../testing/cast.ts';

const { play, server } = castServer();

const path = '/workspace/v1/sites';
const shop = { id: 'shop', name: 'Shop', url_path: '/site/shop', file: files.open };
/** Whoever may choose no id and no path, lets the server make them. */
const publish = (who: Actor, more: object = {}) => {
  const chosen = who === 'admin' ? {} : { id: undefined, url_path: undefined };
  return play(who, `POST ${path}`, { ...shop, ...chosen, ...more });
};
const pathsSeen = async (who: Actor, query = '') =>
  (await play(who, `GET ${path}${query}`)).json.sites.map(({ url_path }: { url_path: string }) => url_path);

/** As they were made before sites of branches were refused. */
async function insertOldSiteOfBranch(): Promise<void> {
  await play('admin', `POST /workspace/v1/files/${files.open}/branches`, { name: 'Idea', key: 'idea' });
  const old = { id: siteIdOf('old'), name: 'Old', urlPath: '/site/old', fileKey: fileKeyOf('idea') };
  await insertSite(server().context.database, { ...old, isPublic: true });
}

describe('Publishing a site', () => {
  it('answers the site with the address of its page', async () => {
    const { json } = await publish('admin');
    expect(json).toEqual({ ...shop, public: true, url: expect.stringMatching(/^https:\/\/.+\/site\/shop$/) });
    expect((await play('alice', `GET ${path}`)).json).toEqual({ sites: [json] });
  });

  it('makes a path of its name and a fresh key where none is chosen', async () => {
    const made = [
      await publish('bob', { name: 'Our shop' }),
      await publish('admin', { url_path: undefined }),
    ];
    expect(made.map(({ json }) => json.url_path)).toEqual([
      expect.stringMatching(/^\/site\/our-shop-[A-Za-z0-9]{22}$/),
      expect.stringMatching(/^\/site\/shop-[A-Za-z0-9]{22}$/),
    ]);
  });

  it.each([
    ['alice', files.open, 200],
    ['bob', files.open, 200],
    ['carla', files.open, 403],
    ['dan', files.open, 404],
    ['admin', files.open, 200],
    ['bob', files.viewOnly, 403],
    ['bob', files.inviteOnly, 404],
    ['alice', 'nothingHasThisKey', 404],
  ] as [Actor, string, number][])('as %s of %s: %i', async (who, file, status) => {
    expect((await publish(who, { file })).status).toBe(status);
  });

  it('is not for people who may edit by a link alone', async () => {
    await play('alice', `PATCH /workspace/v1/files/${files.inviteOnly}`, { link_access: 'edit' });
    expect((await publish('bob', { file: files.inviteOnly })).status).toBe(403);
  });

  it('refuses a branch, an id that is taken, a path that is, and that of the page of a file', async () => {
    await publish('admin');
    await play('admin', `POST /workspace/v1/files/${files.open}/branches`, { name: 'Idea', key: 'idea' });
    expect((await publish('alice', { file: 'idea' })).status).toBe(400);
    expect((await publish('admin', { url_path: '/site/other' })).status).toBe(409);
    expect((await publish('admin', { id: 'other' })).status).toBe(409);
    expect((await publish('admin', { id: 'other', url_path: `/site/${files.viewOnly}/x` })).status).toBe(409);
  });

  it('of a branch, from before that was refused, can be changed and deleted, but not opened again', async () => {
    await insertOldSiteOfBranch();
    const change = (body: object) => play('bob', `PATCH ${path}/old`, body);
    expect((await change({ name: 'Older', public: false })).json).toMatchObject({
      name: 'Older',
      public: false,
    });
    const opened = await change({ public: true });
    expect([opened.status, opened.json.err]).toEqual([
      400,
      'A branch is no site of its own: publish the main file.',
    ]);
    expect((await play('dan', `DELETE ${path}/old`)).status).toBe(404);
    expect((await play('bob', `DELETE ${path}/old`)).status).toBe(200);
    expect(await pathsSeen('bob')).toEqual([]);
  });

  it('of a branch, from before that was refused, can be moved to the main file', async () => {
    await insertOldSiteOfBranch();
    const entry = { id: 'old', name: 'Old', url_path: '/site/old', public: true };
    const apply = (file: string) =>
      play('admin', 'POST /workspace/v1/apply', { sites: [{ ...entry, file }] });
    expect((await apply('idea')).json).toMatchObject({ updated: [], unchanged: 1 });
    expect((await apply(files.open)).json.updated).toEqual([{ kind: 'site', id: 'old' }]);
    expect((await apply('idea')).status).toBe(400);
  });

  it('refuses a path in the same words whether the site that has it is open or closed', async () => {
    await publish('admin', { file: files.inviteOnly });
    const refusals: string[] = [];
    for (const isPublic of [true, false]) {
      await play('admin', `PATCH ${path}/shop`, { public: isPublic });
      refusals.push((await publish('admin', { id: 'other' })).text);
    }
    expect(new Set(refusals).size).toBe(1);
    expect(refusals[0]).toContain('The path \\"/site/shop\\" is taken.');
  });

  it.each(['alice', 'bob', 'carla', 'dan'] as Actor[])(
    'answers %s in the same words for an id or a path that is free and one that is taken',
    async (who) => {
      await publish('admin', { file: files.inviteOnly });
      for (const name of ['id', 'url_path'] as const) {
        const tries = [shop[name], `${shop[name]}-free`].map((chosen) => publish(who, { [name]: chosen }));
        const [taken, free] = await Promise.all(tries);
        expect([taken?.status, taken?.text]).toEqual([403, free?.text]);
      }
    },
  );

  it('refuses a path with the form of a file key, whether there is such a file or not', async () => {
    const key = (await play('alice', 'POST /workspace/v1/files', { name: 'A', project: '200' })).json.key;
    for (const name of [key, 'x'.repeat(22)]) {
      const refused = await publish('admin', { url_path: `/site/${name}` });
      expect([refused.status, refused.json.err]).toEqual([409, `The path "/site/${name}" is taken.`]);
    }
  });

  it.each([
    ['no name', { name: undefined }],
    ['a name of null', { name: null }],
    ['a long name', { name: 'x'.repeat(256) }],
    ['no file', { file: undefined }],
    ['a file that is a number', { file: 1 }],
    ['public that is a text', { public: 'yes' }],
    ['an id with a slash', { id: '../x' }],
    ...[
      'shop',
      '/shop',
      '/site',
      '/site/',
      '/site//x',
      '/site/../x',
      '/site/x/..',
      '/site/./x',
      '/site/...',
      '/site/a b',
      '/site/<b>',
      '/site/\u0001',
      '/site/ä',
      `/site/${'x'.repeat(200)}`,
    ].map(
      (url_path) => [`the path ${JSON.stringify(url_path).slice(0, 20)}`, { url_path }] as [string, object],
    ),
  ] as [string, object][])('refuses %s', async (_title, more) => {
    expect((await publish('admin', more)).status).toBe(400);
  });
});

describe('Listing sites', () => {
  it('shows the sites of files that the caller sees', async () => {
    await publish('admin');
    await publish('admin', { id: 'x', url_path: '/site/secret', file: files.inviteOnly, public: false });
    expect(await pathsSeen('alice')).toEqual(['/site/secret', '/site/shop']);
    expect(await pathsSeen('carla')).toEqual(['/site/secret', '/site/shop']);
    expect(await pathsSeen('bob')).toEqual(['/site/shop']);
    expect(await pathsSeen('dan')).toEqual([]);
    expect(await pathsSeen('admin')).toEqual(['/site/secret', '/site/shop']);
  });

  it('shows the sites of one file, and none to callers who do not see the file', async () => {
    await publish('admin');
    expect(await pathsSeen('bob', `?file=${files.open}`)).toEqual(['/site/shop']);
    expect(await pathsSeen('bob', `?file=${files.viewOnly}`)).toEqual([]);
    expect((await play('bob', `GET ${path}?file=${files.inviteOnly}`)).status).toBe(404);
  });
});

describe('Changing a site', () => {
  const change = (who: Actor, body: object) => play(who, `PATCH ${path}/shop`, body);

  it('renames, moves and closes it, and lets it show another file', async () => {
    await publish('admin');
    const body = { name: 'Store', file: files.viewOnly, public: false };
    expect((await change('alice', body)).json).toMatchObject({ ...shop, ...body });
    const moved = (await change('admin', { url_path: '/site/store/front' })).json;
    expect(moved).toMatchObject({ ...body, url_path: '/site/store/front' });
    expect((await change('alice', { public: true })).json).toMatchObject({ ...body, public: true });
  });

  it('requires the right to publish both the file before and the file after', async () => {
    await publish('admin');
    const answers: [Actor, object, number][] = [
      ['bob', { name: 'Store' }, 200],
      ['bob', { file: files.viewOnly }, 403],
      ['bob', { file: files.inviteOnly }, 404],
      ['carla', { name: 'Store' }, 403],
      ['dan', { name: 'Store' }, 404],
    ];
    for (const [who, body, status] of answers)
      expect([who, body, (await change(who, body)).status]).toEqual([who, body, status]);
    expect((await play('alice', `PATCH ${path}/nothing`, { name: 'x' })).status).toBe(404);
  });

  it('refuses a path that is taken, and a change of nothing', async () => {
    await publish('admin');
    await publish('admin', { id: 'other', url_path: '/site/other' });
    expect((await change('admin', { url_path: '/site/other' })).status).toBe(409);
    expect((await change('admin', { url_path: '/site/shop' })).status).toBe(200);
    for (const body of [{}, { unknown: 1 }]) expect((await change('alice', body)).status).toBe(400);
  });

  it('lets only the administrator of the installation move it, and accepts the path that it has', async () => {
    await publish('admin');
    await publish('admin', { id: 'other', url_path: '/site/other', file: files.inviteOnly, public: false });
    const refused = [
      await change('bob', { url_path: '/site/other' }),
      await change('bob', { url_path: '/site/free' }),
    ];
    expect(refused.map(({ status, text }) => [status, text])).toEqual([
      [403, refused[1]?.text],
      [403, refused[0]?.text],
    ]);
    expect((await change('bob', { name: 'Store', url_path: '/site/shop' })).json).toMatchObject({
      name: 'Store',
    });
  });

  it('is over once the site or its file is deleted', async () => {
    await publish('admin');
    await publish('alice', { file: files.viewOnly });
    for (const [who, status] of [
      ['carla', 403],
      ['dan', 404],
      ['bob', 200],
      ['bob', 404],
    ] as const)
      expect((await play(who, `DELETE ${path}/shop`)).status).toBe(status);
    await play('alice', `DELETE /workspace/v1/files/${files.viewOnly}`);
    expect(await pathsSeen('admin')).toEqual([]);
  });
});

it('A site of a workspace file is kept when the file is loaded again', async () => {
  const user = {
    id: people.alice,
    handle: 'Alice',
    email: 'alice@example.com',
    organization: organizations.acme,
  };
  const { id, ...rest } = shop;
  for (let times = 0; times < 2; times += 1)
    await play('admin', 'POST /workspace/v1/apply', {
      users: [user],
      sites: [{ id, ...rest, public: true }],
    });
  expect((await play('alice', `GET ${path}`)).json.sites).toMatchObject([{ ...shop, public: true }]);
});
