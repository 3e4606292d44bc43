import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { clientOf } from './harness/client.ts';
import { onEachEngine, onOwnServers } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { exampleFile, imageRef, pixelPng, smallFile } from './harness/example-file.ts';
import { nodeOf } from './harness/node-tree.ts';
import { withServer } from './harness/server.ts';
import { createWorld } from './harness/world.ts';

/** The operations that the specification describes, by their ids. */
const described = [
  'getFile',
  'getFileNodes',
  'getImages',
  'getImageFills',
  'getFileMeta',
  'getTeamProjects',
  'getProjectFiles',
  'getComments',
  'postComment',
  'deleteComment',
  'getCommentReactions',
  'postCommentReaction',
  'deleteCommentReaction',
  'getWebhooks',
  'postWebhook',
  'getWebhook',
  'putWebhook',
  'deleteWebhook',
  'getTeamWebhooks',
  'getWebhookRequests',
  'getActivityLogs',
  'getPayments',
  'getLocalVariables',
  'getPublishedVariables',
  'postVariables',
  'getOEmbed',
];

onEachEngine('Versions of the interface', (engine) => {
  const filesOfWorld = () => createWorld(engine, cast({ files: [fileOf('main', smallFile('One'))] }));

  it('[VER-01] serve files under /v1 and nowhere else', async () => {
    const world = await filesOfWorld();
    const key = world.id('main');
    expect((await world.get(`/v1/files/${key}`)).status).toBe(200);
    for (const prefix of ['/v2', '/v3', '/V1', '', '/api/v1', '/v1/v1']) {
      expectError(await world.get(`${prefix}/files/${key}`), 404);
    }
    expectError(await world.get(`/v2/images/${key}?ids=1:1`), 404);
    expectError(await world.get('/v2/me'), 404);
  });

  it('[VER-11] take ?version for a version of the file, never of the interface', async () => {
    const world = await filesOfWorld();
    const file = `/v1/files/${world.id('main')}`;
    const first = (await world.get(file)).json.version;
    await world.call('PUT', `/workspace/v1${file.slice(3)}/content`, {
      as: 'alice-push',
      body: smallFile('Two'),
    });
    const old = (await world.get(`${file}?version=${first}`)).json;
    expect([old.version, nodeOf(old.document, '1:1').name]).toEqual([first, 'One']);
    expectError(await world.get(`${file}?version=2`), 404, /version/i);
    expectError(await world.get(`${file}?version=v2`), 404, /version/i);
  });

  it('[VER-12] are described by a valid OpenAPI document with the 26 operations', async () => {
    const { json } = await clientOf(engine)('GET', '/openapi.json');
    expect(json.openapi).toMatch(/^3\.1\./);
    const { valid, errors } = await new Validator().validate(structuredClone(json));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    const ids = Object.values<Record<string, { operationId: string }>>(json.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(described.filter((id) => !ids.includes(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(json.servers).toEqual([{ url: engine.url }]);
  });
});

onOwnServers('A base address with a path', ({ postgres }) => {
  const env = { VITRINE_BASE_URL: 'https://designs.example.com/design-api' };

  it('[VER-02, H26] is where everything answers, and begins every address in answers', async () => {
    await withServer({ postgres, env }, async (server) => {
      const under = { ...server, url: `${server.url}/design-api` };
      const world = await createWorld(
        under,
        cast({
          files: [fileOf('main', exampleFile, { images: { [imageRef]: pixelPng.toString('base64') } })],
        }),
      );
      const file = `/v1/files/${world.id('main')}`;
      expect((await world.get(file)).status).toBe(200);
      expectError(await server.call('GET', file, { token: world.token('alice') }), 404);
      expectError(await server.call('GET', `/design-apix${file}`, { token: world.token('alice') }), 404);

      const address = (await world.get(`${file}/images`)).json.images[imageRef];
      expect(address.startsWith(`${env.VITRINE_BASE_URL}/`)).toBe(true);
      const download = await server.call('GET', address.slice('https://designs.example.com'.length));
      expect(download.bytes.equals(pixelPng)).toBe(true);
      const { url } = (await world.get(`${file}/meta`)).json.file;
      expect(url.startsWith(`${env.VITRINE_BASE_URL}/`)).toBe(true);
      const { servers } = (await world.get('/openapi.json')).json;
      expect(servers[0].url).toBe(env.VITRINE_BASE_URL);
    });
  });
});

onEachEngine('Path parameters', (engine) => {
  it('[VER-02] are decoded', async () => {
    const world = await createWorld(engine, cast({ files: [fileOf('main', smallFile('One'))] }));
    const encoded = [...world.id('main')].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('');
    expect((await world.get(`/v1/files/${encoded}`)).json.name).toBe('File main');
    expect((await world.get(`/v1/%66iles/${world.id('main')}`)).status).toBe(200);
  });
});
