import { beforeAll, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError, jsonType, tellable } from './harness/error-checks.ts';
import { exampleFile, smallFile } from './harness/example-file.ts';
import { createWorld, type World } from './harness/world.ts';

/** Every read of a file. */
const reads = [
  '',
  '?ids=1:1&depth=2',
  '/nodes?ids=1:1',
  '/images',
  '/meta',
  '/versions',
  '/comments',
  '/comments/1/reactions',
  '/variables/local',
  '/variables/published',
  '/components',
  '/component_sets',
  '/styles',
  '/dev_resources',
];

onEachEngine('Errors', (engine) => {
  let world: World;
  let file: string;
  let secret: string;

  beforeAll(async () => {
    world = await createWorld(
      engine,
      cast({
        files: [
          fileOf('main', exampleFile),
          fileOf('secret', exampleFile, { project: '201' }),
          fileOf('board', smallFile('Board'), { editor_type: 'figjam' }),
        ],
        tokens: { alice: [{ name: 'meta', token: 'meta-only', scopes: ['file_metadata:read'] }] },
      }),
    );
    file = `/v1/files/${world.id('main')}`;
    secret = world.id('secret');
  });

  it('[ERR-01] every body is JSON, of successes and of refusals', async () => {
    for (const path of [
      file,
      `${file}/nodes?ids=1:1`,
      `${file}/images`,
      `${file}/meta`,
      '/v1/me',
      '/openapi.json',
    ]) {
      const answer = await world.get(path);
      expect([path, answer.status, answer.headers['content-type']]).toEqual([path, 200, jsonType]);
      expect(answer.json).toBeTypeOf('object');
    }
    const refused: [string, string][] = [
      ['GET', '/'],
      ['GET', '/v1/nothing'],
      ['POST', file],
      ['DELETE', '/v1/me'],
      ['BREW', file],
      ['GET', '/v1/files/NoSuchFile'],
      ['GET', `${file}/nodes`],
    ];
    for (const [method, path] of refused) {
      const answer = await world.call(method, path);
      expect([method, path, answer.status]).toEqual([method, path, expect.toBeOneOf([400, 404, 405])]);
      expectError(answer, answer.status);
    }
  });

  it('[ERR-03] file, node and image errors have a sentence in err', async () => {
    for (const path of [
      '/v1/files/nothing',
      `${file}?depth=0`,
      `${file}/nodes`,
      '/v1/files/nothing/images',
      '/v1/images/nothing?ids=1:1',
      `/v1/images/${world.id('main')}`,
    ]) {
      const { status, json } = await world.get(path);
      expect([400, 404]).toContain(status);
      expect(json.err).toMatch(/^\S.{3,}/);
    }
  });

  it('[ERR-04] 400 names the parameter that is wrong', async () => {
    const wrong: [string, RegExp][] = [
      ['?depth=abc', /depth/],
      ['?geometry=curves', /geometry/],
      ['?branch_data=1', /branch_data/],
      ['/nodes', /ids/],
      ['/nodes?ids=1:1&depth=-1', /depth/],
      ['/versions?page_size=51', /page_size/],
      ['/versions?page_size=0', /page_size/],
      ['/versions?page_size=-1', /page_size/],
      ['/versions?page_size=1001', /page_size/],
      ['/versions?page_size=some', /page_size/],
    ];
    for (const [query, name] of wrong) expectError(await world.get(file + query), 400, name);
  });

  it('[ERR-06] 403 answers a bad token, a missing scope and a missing permission on the file', async () => {
    expectError(
      await world.call('GET', file, { as: null, headers: { 'x-figma-token': 'x' } }),
      403,
      /Invalid token/,
    );
    expectError(await world.get(file, 'meta-only'), 403, /Invalid scope/);
    const push = { as: 'carla-push', body: smallFile('By a viewer') };
    const path = `/workspace/v1/files/${world.id('main')}/content`;
    expectError(await world.call('PUT', path, push), 403, /Insufficient file permissions/);
  });

  it('[ERR-06] 403 answers a plan that lacks variables, a guest account and a file that is not a design', async () => {
    const write = { body: { variables: [] } };
    const board = await world.call('POST', `/v1/files/${world.id('board')}/variables`, write);
    expectError(board, 403, /^API only available for design files$/);
    const starter = await createWorld(
      engine,
      cast({ plan: 'starter', files: [fileOf('main', exampleFile)] }),
    );
    expectError(
      await starter.get(`/v1/files/${starter.id('main')}/variables/local`),
      403,
      /^Limited by plan$/,
    );
    const asGuest = cast({ files: [fileOf('main', exampleFile, { link_access: 'view' })] });
    const users = asGuest.users?.map((user) => ({ ...user, role: 'guest' })) ?? [];
    const guests = await createWorld(engine, { ...asGuest, users });
    expectError(
      await guests.get(`/v1/files/${guests.id('main')}/variables/local`),
      403,
      /^Incorrect account type$/,
    );
  });

  it('[ERR-07] 404 answers a missing file, through every read of a file', async () => {
    for (const read of reads) {
      expectError(await world.get(`/v1/files/nothingHasThisKey${read}`), 404, /not found/i);
    }
    expectError(await world.get('/v1/images/nothingHasThisKey?ids=1:1'), 404, /not found/i);
    expectError(await world.get(`${file}?version=123`), 404, /version/i);
    expectError(await world.get(`${file}/nodes?ids=1:1&version=123`), 404, /version/i);
  });

  it('[ERR-14, H10] a file the caller may not see answers byte for byte as one that is not there', async () => {
    for (const read of reads) {
      const unseen = await world.get(`/v1/files/${secret}${read}`, 'dan');
      const absent = await world.get(`/v1/files/${[...secret].reverse().join('')}${read}`, 'dan');
      expect(unseen.status).toBe(404);
      expect(tellable(unseen)).toEqual(tellable(absent));
    }
    const writes: [string, string, unknown][] = [
      ['PUT', '/content', smallFile('x')],
      ['PATCH', '', { name: 'x' }],
      ['DELETE', '', undefined],
      ['POST', '/versions', { label: 'x' }],
      ['POST', '/branches', { name: 'x' }],
    ];
    for (const [method, path, body] of writes) {
      const at = (key: string) =>
        world.call(method, `/workspace/v1/files/${key}${path}`, { as: 'dan-push', body });
      expect(tellable(await at(secret))).toEqual(tellable(await at('nothingHasThisKey')));
    }
    expect((await world.get(`/v1/files/${secret}`)).status).toBe(200);
  });

  it('[ERR-14] a malformed id is not found either', async () => {
    for (const key of ['%00', '%F0%9F%91%8B', 'a%20b', '..%2f..%2fetc', "'--", 'a'.repeat(400)]) {
      const answer = await world.get(`/v1/files/${key}`);
      expect([key, answer.status]).toEqual([key, expect.toBeOneOf([400, 404])]);
      expectError(answer, answer.status);
    }
  });
});
