import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { onOwnServers } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { imagesFile, nodes } from './harness/images-file.ts';
import { type Server, withServer } from './harness/server.ts';
import { createWorld } from './harness/world.ts';

/** A file with images on a server of its own. */
async function drawingOn(server: Server) {
  const long = { name: 'long', token: 'long', scopes: 'all', expires_in: 7_776_000 };
  const files = [fileOf('main', imagesFile('#ff0000'))];
  const world = await createWorld(server, cast({ files, tokens: { alice: [long] } }));
  const ask = (query: string) => world.get(`/v1/images/${world.id('main')}?${query}`, 'long');
  const test = (method: string, path: string, body: object) =>
    server.call(method, `/test/v1/${path}`, { token: server.adminToken, body });
  return {
    ask,
    test,
    address: async (id: string, query = ''): Promise<string> => {
      const { pathname, search } = new URL((await ask(`ids=${id}${query}`)).json.images[id]);
      return pathname + search;
    },
  };
}

onOwnServers('Addresses of images', ({ postgres }) => {
  it('[IMG-20, LIM-10] live for 30 days', () =>
    withServer({ postgres }, async (server) => {
      const { address, test } = await drawingOn(server);
      const path = await address(nodes.square);
      await test('POST', 'clock', { advance: '29d' });
      expect((await server.call('GET', path)).status).toBe(200);
      await test('POST', 'clock', { advance: '2d' });
      expectError(await server.call('GET', path), 410, /expired/);
      const again = await server.call('GET', await address(nodes.square));
      expect(again.headers['cache-control']).toMatch(/^public, max-age=25\d{5}, immutable$/);
    }));

  it('live on where the setting says never, also beyond a restart and the loss of the cache', () =>
    withServer({ postgres, env: { VITRINE_IMAGE_URL_DAYS: 'never' } }, async (server) => {
      const { address, test } = await drawingOn(server);
      const path = await address(nodes.frame, '&format=svg');
      const first = await server.call('GET', path);
      await test('POST', 'clock', { advance: '4000d' });
      expect((await server.call('GET', path)).bytes.equals(first.bytes)).toBe(true);
      await server.stop();
      const cache = join(server.installation.folder, 'installation', 'cache', 'renders');
      expect(await readdir(cache)).not.toEqual([]);
      await rm(cache, { recursive: true });
      await withServer({ installation: server.installation, postgres }, async (restarted) => {
        const again = await restarted.call('GET', path);
        expect([again.status, again.bytes.equals(first.bytes)]).toEqual([200, true]);
      });
    }));

  it('begin with the public address, its path included', () =>
    withServer({ postgres, env: { VITRINE_BASE_URL: 'https://design.example.com/api' } }, async (server) => {
      const { body, token } = {
        body: cast({ files: [fileOf('main', imagesFile('#ff0000'))] }),
        token: server.adminToken,
      };
      const { ids, tokens } = (await server.call('POST', '/api/test/v1/workspaces', { token, body })).json;
      const path = `/api/v1/images/${ids.main}?ids=${nodes.square}`;
      const { images } = (
        await server.call('GET', path, { token: tokens.alice, headers: { host: 'evil.example' } })
      ).json;
      expect(images[nodes.square]).toMatch(/^https:\/\/design\.example\.com\/api\/images\//);
      const { pathname, search } = new URL(images[nodes.square]);
      expect((await server.call('GET', pathname + search)).headers['content-type']).toBe('image/png');
    }));

  it('[IMG-24, ERR-10] rendering that fails as a whole is 500 with err', () =>
    withServer({ postgres }, async (server) => {
      const { ask, test } = await drawingOn(server);
      await test('POST', 'faults', { operation: 'getImages', times: 1, failRender: true });
      expectError(await ask(`ids=${nodes.square}`), 500, /render/);
      expect((await ask(`ids=${nodes.square}`)).status).toBe(200);
    }));
});
