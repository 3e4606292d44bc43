import { readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { onOwnServers } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { openHttp2 } from './harness/http2-client.ts';
import { imagesFile, nodes } from './harness/images-file.ts';
import { keptPngs } from './harness/kept-images.ts';
import { type Server, withServer } from './harness/server.ts';
import { createWorld } from './harness/world.ts';

/** A file with images on a server of its own. */
async function drawingOn(server: Server, file = imagesFile('#ff0000')) {
  const long = { name: 'long', token: 'long', scopes: 'all', expires_in: 7_776_000 };
  const files = [fileOf('main', file)];
  const world = await createWorld(server, cast({ files, tokens: { alice: [long] } }));
  const ask = (query: string) => world.get(`/v1/images/${world.id('main')}?${query}`, 'long');
  const test = (method: string, path: string, body: object) =>
    server.call(method, `/test/v1/${path}`, { token: server.adminToken, body });
  return {
    world,
    ask,
    test,
    address: async (id: string, query = ''): Promise<string> => {
      const { pathname, search } = new URL((await ask(`ids=${id}${query}`)).json.images[id]);
      return pathname + search;
    },
  };
}

const family = 'Liberation Sans';

/** The file with its text in a font that the server does not have, and that font. */
const inAnotherFont = (): object =>
  JSON.parse(JSON.stringify(imagesFile('#ff0000')).replace('"Inter"', JSON.stringify(family)));
const theOtherFont = (): Promise<Buffer> => {
  const fonts = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return readFile(join(fonts, 'standard_fonts', 'LiberationSans-Regular.ttf'));
};

const cacheOf = ({ installation }: Server): string =>
  join(installation.folder, 'installation', 'cache', 'renders');

const manyIds = Array.from({ length: 60 }, (_, number) => `5:${number}`);

/** The file with sixty nodes more, each of six megapixels. */
function fileOfMany(): object {
  const file = imagesFile('#ff0000') as { document: { children: { children: object[] }[] } };
  const page = file.document.children[0]!;
  const box = { x: 0, y: 20_000, width: 3000, height: 2000 };
  const fills = [{ type: 'SOLID', blendMode: 'NORMAL', color: { r: 0, g: 0.5, b: 1, a: 1 } }];
  const node = {
    name: 'Large',
    type: 'RECTANGLE',
    fills,
    absoluteBoundingBox: box,
    absoluteRenderBounds: box,
  };
  page.children.push(...manyIds.map((id) => ({ ...node, id })));
  return file;
}

async function waitingRenders(server: Server): Promise<number> {
  const { text } = await server.call('GET', '/metrics');
  return Number(/^vitrine_renders_waiting (\d+)$/m.exec(text)?.[1]);
}

onOwnServers('Addresses of images', ({ postgres }) => {
  it('[IMG-20, LIM-10] live for 30 days', () =>
    withServer({ postgres }, async (server) => {
      const { address, test } = await drawingOn(server);
      const path = await address(nodes.square);
      await test('POST', 'clock', { advance: '29d' });
      await test('POST', 'clock', { advance: '1439m' });
      expect((await server.call('GET', path)).status).toBe(200);
      await test('POST', 'clock', { advance: '62m' });
      expectError(await server.call('GET', path), 410, /expired/);
      const again = await server.call('GET', await address(nodes.square));
      expect(again.headers['cache-control']).toMatch(/^public, max-age=259\d{4}, immutable$/);
    }));

  it('never expire where the setting says so, not even by a restart or the loss of the cache', () =>
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

  it('[IMG-24, ERR-10] are replaced by 500 with err where rendering fails as a whole', () =>
    withServer({ postgres }, async (server) => {
      const { ask, test } = await drawingOn(server);
      await test('POST', 'faults', { operation: 'getImages', times: 1, failRender: true });
      expectError(await ask(`ids=${nodes.square}`), 500, /render/);
      expect((await ask(`ids=${nodes.square}`)).status).toBe(200);
    }));

  it('lead to a node drawn anew with the fonts of today, under an entity tag of its own, where the image was evicted', () =>
    withServer({ postgres }, async (server) => {
      const { address } = await drawingOn(server, inAnotherFont());
      const path = await address(nodes.label, '&format=svg');
      const first = await server.call('GET', path);
      expect(first.headers['cache-control']).toMatch(/immutable$/);
      const token = server.adminToken;
      const added = await server.call('POST', '/workspace/v1/fonts', { token, body: await theOtherFont() });
      expect(added.status).toBe(200);
      await server.stop();
      await rm(cacheOf(server), { recursive: true });
      await withServer({ installation: server.installation, postgres }, async (restarted) => {
        const again = await restarted.call('GET', path, {
          headers: { 'if-none-match': String(first.headers.etag) },
        });
        expect([again.status, again.bytes.equals(first.bytes)]).toEqual([200, false]);
        expect(again.headers.etag).not.toBe(first.headers.etag);
        expect(again.headers['cache-control']).toBe('public, max-age=3600');
      });
    }));

  it('are made no further, of what has not begun, once the client hangs up', () =>
    withServer({ postgres, env: { VITRINE_RENDER_THREADS: '1' } }, async (server) => {
      const { world, ask } = await drawingOn(server, fileOfMany());
      const { session, close } = await openHttp2(server);
      const stream = session.request({
        ':path': `/v1/images/${world.id('main')}?ids=${manyIds.join(',')}`,
        'x-service-token': world.token('long'),
      });
      stream.on('error', () => {});
      await expect.poll(() => waitingRenders(server)).toBeGreaterThan(40);
      stream.close(8);
      await expect.poll(() => waitingRenders(server)).toBe(0);
      expect((await ask(`ids=${nodes.square}`)).status).toBe(200);
      await expect.poll(() => keptPngs(cacheOf(server))).toBeGreaterThan(0);
      expect(await keptPngs(cacheOf(server))).toBeLessThan(manyIds.length / 2);
      await close();
    }));
});
