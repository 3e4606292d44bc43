import { beforeAll, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { smallFile } from './harness/example-file.ts';
import { createWorld, type World } from './harness/world.ts';

onEachEngine('File metadata', (engine) => {
  let world: World;
  let meta: string;

  beforeAll(async () => {
    world = await createWorld(
      engine,
      cast({
        files: [fileOf('main', smallFile('One'), { name: 'Größe & Maß', link_access: 'org_view' })],
        tokens: {
          alice: [
            { name: 'meta', token: 'meta-only', scopes: ['file_metadata:read'] },
            { name: 'content', token: 'content-only', scopes: ['file_content:read'] },
          ],
        },
      }),
    );
    meta = `/v1/files/${world.id('main')}/meta`;
  });

  it('[META-01] answers 200 to the scope file_metadata:read and 403 to another', async () => {
    expect((await world.get(meta, 'meta-only')).status).toBe(200);
    expectError(await world.get(meta, 'content-only'), 403, /Invalid scope/, /file_metadata:read/);
  });

  it('[META-02] has one key, file', async () => {
    expect(Object.keys((await world.get(meta)).json)).toEqual(['file']);
  });

  it('[META-03] describes the file in texts', async () => {
    const { file } = (await world.get(meta, 'carla')).json;
    expect(file).toEqual({
      name: 'Größe & Maß',
      folder_name: 'App',
      last_touched_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      creator: expect.any(Object),
      last_touched_by: expect.any(Object),
      thumbnail_url: expect.any(String),
      editorType: 'figma',
      version: expect.stringMatching(/^\d+$/),
      role: 'viewer',
      link_access: 'org_view',
      url: expect.stringMatching(/^https:\/\//),
    });
    expect(new URL(file.url).pathname).toContain(world.id('main'));
    expect(file.version).toBe((await world.get(`/v1/files/${world.id('main')}`)).json.version);
  });

  it('[META-04] names who made it and who touched it last', async () => {
    const person = (name: string, id: string) => ({
      id: world.id(id),
      handle: name,
      img_url: expect.any(String),
    });
    const before = (await world.get(meta)).json.file;
    expect(before.creator).toEqual(person('Alice', '11'));
    const pushed = await world.call('PUT', `/workspace/v1/files/${world.id('main')}/content`, {
      as: 'bob-push',
      body: smallFile('Two'),
    });
    expect(pushed.status).toBe(200);
    const after = (await world.get(meta)).json.file;
    expect(after.creator).toEqual(person('Alice', '11'));
    expect(after.last_touched_by).toEqual(person('Bob', '12'));
    expect(BigInt(after.version)).toBeGreaterThan(BigInt(before.version));
  });

  it('[META-05] has one of the five link accesses', async () => {
    for (const access of ['view', 'edit', 'org_view', 'org_edit', 'inherit']) {
      await world.call('PATCH', `/workspace/v1/files/${world.id('main')}`, {
        as: 'alice-push',
        body: { link_access: access },
      });
      expect((await world.get(meta)).json.file.link_access).toBe(access);
    }
  });

  it('[META-06] answers 403 to an unknown token, 404 for an unknown key', async () => {
    const headers = { 'x-service-token': 'nobody' };
    expectError(await world.call('GET', meta, { as: null, headers }), 403, /Invalid token/);
    expectError(await world.get('/v1/files/nothingHasThisKey/meta'), 404, /not found/i);
  });
});
