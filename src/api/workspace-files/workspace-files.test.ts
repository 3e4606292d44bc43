import { describe, expect, it } from 'vitest';
import { fileKeyOf } from '../../contract/branded-ids.ts';
import {
  type Actor,
  castServer,
  files,
  onePixelPng,
  people,
  projects,
  smallDesign,
} from '../../testing/cast.ts';

const { play, server } = castServer();

const own = '/workspace/v1/files';
const makeFile = (who: Actor, body: object) => play(who, `POST ${own}`, body);
const branchAs = (who: Actor, key?: string) =>
  play(who, `POST ${own}/${files.open}/branches`, { name: 'Idea', key });
const meta = (who: Actor, key: string) => play(who, `GET /v1/files/${key}/meta`);
const versionsOf = async (key: string) =>
  (await play('alice', `GET /v1/files/${key}/versions`)).json.versions;

/** Opens a file of the cast by its link. */
async function linked(key: string, link_access: string): Promise<void> {
  expect((await play('alice', `PATCH ${own}/${key}`, { link_access })).status).toBe(200);
}

describe('Listing the files of a project', () => {
  const list = (who: Actor, project: string) => play(who, `GET ${own}?project=${project}`);
  const keysOf = async (who: Actor, project: string) =>
    (await list(who, project)).json.files.map(({ key }: { key: string }) => key);

  it.each([
    ['alice', projects.open, 200],
    ['carla', projects.open, 200],
    ['dan', projects.open, 404],
    ['bob', projects.inviteOnly, 404],
    ['admin', projects.inviteOnly, 200],
    ['alice', '555', 404],
  ] as const)('as %s of project %s: %i', async (who, project, status) => {
    expect((await list(who, project)).status).toBe(status);
  });

  it('shows the address of each, last changed first, without branches', async () => {
    const { json: made } = await makeFile('alice', { name: 'A & B', project: projects.open });
    await play('alice', `POST ${own}/${made.key}/branches`, { name: 'Side' });
    const { files: shown } = (await list('bob', projects.open)).json;
    expect(shown[0]).toMatchObject({
      key: made.key,
      name: 'A & B',
      editor_type: 'figma',
      thumbnail_url: null,
    });
    expect(new URL(shown[0].url).pathname).toBe(`/design/${made.key}/A-%26-B`);
    expect(await keysOf('bob', projects.open)).toContain(files.open);
    expect(shown.map(({ name }: { name: string }) => name)).not.toContain('Side');
  });

  it('requires the project', async () => {
    expect((await play('alice', `GET ${own}`)).status).toBe(400);
  });
});

describe('Making a file', () => {
  const rows: [who: Actor, project: string, status: number][] = [
    ['alice', projects.open, 200],
    ['bob', projects.open, 200],
    ['carla', projects.open, 403],
    ['dan', projects.open, 404],
    ['admin', projects.open, 200],
    ['alice', projects.viewOnly, 200],
    ['bob', projects.viewOnly, 403],
    ['bob', projects.inviteOnly, 404],
    ['carla', projects.inviteOnly, 200],
    ['admin', projects.inviteOnly, 200],
    ['bob', '555', 404],
  ];

  it.each(rows)('as %s in project %s: %i', async (who, project, status) => {
    const answer = await makeFile(who, { name: 'New', project });
    expect(answer.status).toBe(status);
    if (status !== 200) return;
    expect(answer.json).toMatchObject({ name: 'New', project, version: null, editor_type: 'figma' });
    expect((await meta(who, answer.json.key)).json.file).toMatchObject({ name: 'New', role: 'owner' });
  });

  it('accepts the key that the administrator gives it, and refuses a taken one, whoever has it', async () => {
    const body = { name: 'New', project: projects.open, key: 'myKey', editor_type: 'figjam' };
    expect((await makeFile('admin', body)).json).toMatchObject({ key: 'myKey', editor_type: 'figjam' });
    expect((await makeFile('admin', body)).status).toBe(409);
    expect((await makeFile('admin', { ...body, key: files.inviteOnly })).status).toBe(409);
  });

  it('refuses the key of a file that was deleted like that of an existing one, and those of its branches', async () => {
    await branchAs('admin', 'idea');
    await play('alice', `DELETE ${own}/${files.open}`);
    const key = (name: string) => ({ name: 'New', project: projects.open, key: name });
    const refusals = [files.viewOnly, files.open, 'idea'].map((name) => makeFile('admin', key(name)));
    for (const [index, refused] of (await Promise.all(refusals)).entries()) {
      const taken = [files.viewOnly, files.open, 'idea'][index];
      expect([refused.status, refused.json.err]).toEqual([409, `The key "${taken}" is taken.`]);
    }
  });

  it.each(['alice', 'bob', 'carla', 'dan'] as Actor[])(
    'answers %s in the same words for a key that is free, foreign or of a deleted file',
    async (who) => {
      await play('admin', `DELETE ${own}/${files.open}`);
      const keys = ['free', files.inviteOnly, files.open, 'x'.repeat(22)];
      const answers = await Promise.all(
        keys.flatMap((key) => [
          makeFile(who, { name: 'New', project: projects.open, key }),
          play(who, `POST ${own}/${files.viewOnly}/branches`, { name: 'Idea', key }),
        ]),
      );
      const words =
        'Only the administrator of this installation chooses keys. Leave it out, and a fresh one is made.';
      for (const { status, json } of answers) expect([status, json.err]).toEqual([403, words]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    },
  );

  it('reuses the key of a deleted file that never had content, for its owner alone', async () => {
    const body = { name: 'New', project: projects.open };
    await makeFile('admin', { ...body, key: 'again' });
    await play('admin', `DELETE ${own}/again`);
    expect((await makeFile('admin', { ...body, key: 'again' })).status).toBe(200);
    const { key } = (await makeFile('bob', body)).json;
    await play('bob', `DELETE ${own}/${key}`);
    expect((await makeFile('admin', { ...body, key })).status).toBe(409);
  });

  it.each([
    ['no name', { project: projects.open }],
    ['an empty name', { name: '', project: projects.open }],
    ['a key with a slash', { name: 'N', project: projects.open, key: '../x' }],
    ['an unknown kind', { name: 'N', project: projects.open, editor_type: 'spreadsheet' }],
  ])('refuses %s', async (_title, body) => {
    expect((await makeFile('alice', body)).status).toBe(400);
  });
});

describe('Changing a file', () => {
  it.each([
    ['alice', 200],
    ['bob', 200],
    ['carla', 403],
    ['dan', 404],
    ['admin', 200],
  ] as const)('as %s: %i', async (who, status) => {
    const answer = await play(who, `PATCH ${own}/${files.open}`, { name: 'Renamed' });
    expect(answer.status).toBe(status);
    const name = status === 200 ? 'Renamed' : 'Design open';
    expect((await meta('alice', files.open)).json.file.name).toBe(name);
  });

  it('moves it with its branches', async () => {
    await branchAs('admin', 'idea');
    const moved = await play('alice', `PATCH ${own}/${files.open}`, { project: projects.viewOnly });
    expect(moved.json.project).toBe(projects.viewOnly);
    expect((await meta('bob', files.open)).json.file.role).toBe('viewer');
    expect((await meta('bob', 'idea')).json.file).toMatchObject({ role: 'viewer', folder_name: 'View only' });
  });

  it.each([
    ['bob', projects.viewOnly, 403],
    ['bob', projects.inviteOnly, 404],
    ['bob', '555', 404],
    ['carla', projects.open, 403],
  ] as const)('%s does not move it into project %s: %i', async (who, project, status) => {
    expect((await play(who, `PATCH ${own}/${files.open}`, { project })).status).toBe(status);
  });

  it('[FILE-12] opens the file by its link, and closes it again', async () => {
    expect((await meta('dan', files.open)).status).toBe(404);
    await linked(files.open, 'view');
    expect((await meta('dan', files.open)).json.file.role).toBe('viewer');
    await linked(files.open, 'inherit');
    expect((await meta('dan', files.open)).status).toBe(404);
  });

  it('lets people who edit by a link alone neither move nor delete it', async () => {
    await linked(files.viewOnly, 'edit');
    const moved = await play('bob', `PATCH ${own}/${files.viewOnly}`, { project: projects.open });
    expect(moved.status).toBe(403);
    expect((await play('bob', `DELETE ${own}/${files.viewOnly}`)).status).toBe(403);
    expect((await play('bob', `PATCH ${own}/${files.viewOnly}`, { name: 'Mine' })).status).toBe(200);
  });

  it('does not let people who edit by a link alone decide whom it is open to', async () => {
    await linked(files.open, 'edit');
    expect((await play('dan', `PATCH ${own}/${files.open}`, { name: 'Renamed' })).status).toBe(200);
    for (const link_access of ['inherit', 'org_edit']) {
      expect((await play('dan', `PATCH ${own}/${files.open}`, { link_access })).status).toBe(403);
    }
    expect((await meta('dan', files.open)).json.file.link_access).toBe('edit');
  });

  it.each([
    ['nothing', {}],
    ['only what is unknown', { colour: 'red' }],
    ['an unknown link access', { link_access: 'everybody' }],
  ])('refuses %s', async (_title, body) => {
    expect((await play('alice', `PATCH ${own}/${files.open}`, body)).status).toBe(400);
  });
});

describe('Deleting a file', () => {
  it.each([
    ['alice', 200],
    ['bob', 403],
    ['carla', 403],
    ['dan', 404],
    ['admin', 200],
  ] as const)('as %s: %i', async (who, status) => {
    expect((await play(who, `DELETE ${own}/${files.open}`)).status).toBe(status);
    expect((await meta('alice', files.open)).status).toBe(status === 200 ? 404 : 200);
  });

  it('is for its owner, and for admins of its project', async () => {
    for (const who of ['alice', 'bob'] as const) {
      const { key } = (await makeFile('bob', { name: 'Bob’s', project: projects.open })).json;
      expect((await play(who, `DELETE ${own}/${key}`)).status).toBe(200);
    }
  });

  it('takes branches, versions and image fills with it', async () => {
    await branchAs('admin', 'idea');
    await play('alice', `DELETE ${own}/${files.open}`);
    expect((await meta('alice', 'idea')).status).toBe(404);
    const { database } = server().context;
    const keys = [files.open, fileKeyOf('idea')];
    expect(
      await database.selectFrom('versions').select('id').where('file_key', 'in', keys).execute(),
    ).toEqual([]);
    const fills = database.selectFrom('image_fills').select('blob').where('file_key', 'in', keys);
    expect(await fills.execute()).toEqual([]);
  });
});

describe('Branching', () => {
  it('starts with the content and the images of the main file', async () => {
    const answer = await play('bob', `POST ${own}/${files.open}/branches`, { name: 'Idea' });
    expect(answer.json).toMatchObject({
      name: 'Idea',
      main_file_key: files.open,
      project: projects.open,
      owner: people.bob,
    });
    const { key } = answer.json;
    const main = (await play('bob', `GET /v1/files/${files.open}`)).json;
    const branch = (await play('bob', `GET /v1/files/${key}`)).json;
    expect(branch.document).toEqual(main.document);
    expect(branch.version).toBe(answer.json.version);
    const fills = (await play('bob', `GET /v1/files/${key}/images`)).json;
    expect(Object.keys(fills.meta.images)).toEqual(['picture']);
  });

  it('[FILE-09] shows in the main file’s branch_data, and goes its own way', async () => {
    const { key } = (await play('bob', `POST ${own}/${files.open}/branches`, { name: 'Idea' })).json;
    const main = (await play('bob', `GET /v1/files/${files.open}?branch_data=true`)).json;
    expect(main.branches.map((branch: { key: string }) => branch.key)).toEqual([key]);
    await play('bob', `PUT ${own}/${key}/content`, JSON.stringify(smallDesign('Other')));
    expect((await play('bob', `GET /v1/files/${files.open}`)).json.document).toEqual(main.document);
  });

  it('of a file without content makes a branch without content', async () => {
    const answer = await play('bob', `POST ${own}/${files.empty}/branches`, { name: 'Idea' });
    expect([answer.status, answer.json.version]).toEqual([200, null]);
  });

  it('is for editors, of main files only, and not under a taken key', async () => {
    const branch = (who: Actor, key: string, body: object) => play(who, `POST ${own}/${key}/branches`, body);
    expect((await branch('carla', files.open, { name: 'Idea' })).status).toBe(403);
    expect((await branch('dan', files.open, { name: 'Idea' })).status).toBe(404);
    expect((await branch('admin', files.open, { name: 'Idea', key: files.empty })).status).toBe(409);
    await branchAs('admin', 'idea');
    expect((await branch('bob', 'idea', { name: 'Again' })).status).toBe(400);
  });

  it('leaves project and link access to the main file', async () => {
    await branchAs('admin', 'idea');
    expect((await play('bob', `PATCH ${own}/idea`, { name: 'Better' })).json.name).toBe('Better');
    expect((await play('bob', `PATCH ${own}/idea`, { link_access: 'view' })).status).toBe(400);
    expect((await play('alice', `PATCH ${own}/idea`, { project: projects.viewOnly })).status).toBe(400);
    await linked(files.open, 'view');
    expect((await meta('dan', 'idea')).json.file.link_access).toBe('view');
  });

  it('can be undone by the person who made the branch, which leaves the main file alone', async () => {
    const { key } = (await branchAs('bob')).json;
    expect((await play('bob', `DELETE ${own}/${key}`)).status).toBe(200);
    expect((await meta('bob', key)).status).toBe(404);
    expect((await meta('bob', files.open)).status).toBe(200);
  });
});

describe('Naming a version', () => {
  const name = (who: Actor, body: object, key: string = files.open) =>
    play(who, `POST ${own}/${key}/versions`, body);

  it('names the current version where it has no name, and adds none', async () => {
    const [current] = await versionsOf(files.open);
    const { json } = await name('bob', { label: 'First', description: 'As begun' });
    expect(json).toMatchObject({ id: current.id, created_at: current.created_at, label: 'First' });
    expect(await versionsOf(files.open)).toEqual([
      expect.objectContaining({ id: current.id, label: 'First', description: 'As begun' }),
    ]);
  });

  it('adds a version of the same content where it has one, with a greater id', async () => {
    const first = (await name('alice', { label: 'First' })).json;
    const second = (await name('bob', { label: 'Second' })).json;
    expect(BigInt(second.id)).toBeGreaterThan(BigInt(first.id));
    expect(second.user.id).toBe(people.bob);
    const listed = await versionsOf(files.open);
    expect(listed.map(({ label }: { label: string }) => label)).toEqual(['Second', 'First']);
    const old = (await play('bob', `GET /v1/files/${files.open}?version=${first.id}`)).json;
    const now = (await play('bob', `GET /v1/files/${files.open}`)).json;
    expect([now.version, now.document]).toEqual([second.id, old.document]);
  });

  it.each([
    ['carla', files.open, { label: 'L' }, 403],
    ['dan', files.open, { label: 'L' }, 404],
    ['bob', files.empty, { label: 'L' }, 409],
    ['bob', files.open, { label: '' }, 400],
    ['bob', files.open, {}, 400],
  ] as const)('as %s of %s with %j: %i', async (who, key, body, status) => {
    expect((await name(who, body, key)).status).toBe(status);
  });
});

describe('Putting the bytes of an image fill', () => {
  const put = (who: Actor, bytes: Uint8Array, ref = 'other', key: string = files.open) =>
    play(who, `PUT ${own}/${key}/image-fills/${ref}`, bytes);

  it('says what the bytes are, whatever the sender says', async () => {
    const { json } = await put('bob', onePixelPng);
    expect(json).toEqual({
      file_key: files.open,
      image_ref: 'other',
      content_type: 'image/png',
      size_bytes: onePixelPng.length,
    });
  });

  it('[FILL-02] makes an image of the document available that had no bytes', async () => {
    const images = async () =>
      (await play('alice', `GET /v1/files/${files.viewOnly}/images`)).json.meta.images;
    expect(await images()).toEqual({});
    await put('alice', onePixelPng, 'picture', files.viewOnly);
    const address = new URL((await images()).picture);
    const download = await server().call(address.pathname + address.search, { token: null });
    expect(download.bytes).toEqual(onePixelPng);
  });

  it.each([
    ['carla', onePixelPng, 403],
    ['dan', onePixelPng, 404],
    ['bob', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400],
    ['bob', Buffer.alloc(0), 400],
  ] as const)('as %s: %#', async (who, bytes, status) => {
    expect((await put(who, bytes)).status).toBe(status);
  });

  it('answers 413 above 64 MB, and keeps nothing', async () => {
    const answer = await put('bob', Buffer.alloc(64 * 1024 * 1024 + 1));
    expect(answer.status).toBe(413);
    const fills = await server().context.database.selectFrom('image_fills').select('image_ref').execute();
    expect(fills).toEqual([{ image_ref: 'picture' }]);
  });
});
