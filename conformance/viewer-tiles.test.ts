import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './harness/browser.ts';
import { fileOf } from './harness/cast.ts';
import type { Answer } from './harness/client.ts';
import { onEachEngine, onOwnServers } from './harness/engines.ts';
import { expectError, tellable } from './harness/error-checks.ts';
import { openHttp2 } from './harness/http2-client.ts';
import { imagesFile, nodes } from './harness/images-file.ts';
import { keptPngs } from './harness/kept-images.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';
import { withServer } from './harness/server.ts';

/** For a busy machine. */
const patience = { timeout: 60_000 };

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

/** The template of a tile's address, filled in. */
const tileOf = (template: string, page: unknown, zoom: unknown, column: unknown, row: unknown): string =>
  Object.entries({ page, zoom, column, row }).reduce(
    (address, [name, value]) => address.replace(`{${name}}`, encodeURIComponent(`${value}`)),
    template,
  );

/** Red, green and blue of a pixel of a tile. */
async function pixelOf({ bytes }: Answer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([512, 512]);
  return [...data.subarray(3 * (512 * y + x), 3 * (512 * y + x) + 3)];
}

onEachEngine('Viewers of files', (engine) => {
  let oauth: OauthWorld;
  const key = (file: string) => oauth.world.id(file);
  const get = (path: string, headers = {}) => oauth.call('GET', path, { headers });
  const factsPath = (file = 'open') => `/viewer/v1/files/${key(file)}`;
  const facts = async (file = 'open') => (await get(factsPath(file))).json;

  beforeAll(async () => {
    const files = [
      fileOf('open', imagesFile('#ff0000'), { link_access: 'view' }),
      fileOf('edited', imagesFile('#ff0000'), { link_access: 'edit' }),
      fileOf('closed', imagesFile('#ff0000')),
      fileOf('ours', imagesFile('#ff0000'), { link_access: 'org_view' }),
      fileOf('bare', undefined, { link_access: 'view' }),
    ];
    oauth = await oauthWorld(engine, [], { files });
  });

  it('get the pages with their background and size', async () => {
    const { state, tiles, ...rest } = await facts();
    expect(rest).toEqual({
      name: 'File open',
      key: key('open'),
      last_modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      pages: [{ id: '0:1', name: 'Page', background: '#f0f0f0', bounds: box(0, 0, 10_000, 6_000) }],
      page_count: 1,
    });
    expect(state).toMatch(/^[0-9a-f]{32}$/);
    expect(tiles).toBe(`${factsPath()}/tiles/${state}/{page}/{zoom}/{column}/{row}`);
  });

  it('get the place of a node by its id as page addresses spell it', async () => {
    const { node } = (await get(`${factsPath()}?node-id=1-2`)).json;
    expect(node).toEqual({ id: nodes.square, page: '0:1', bounds: box(10, 10, 20, 20) });
    expect((await get(`${factsPath()}?node-id=%3Cb%3E`)).json.node).toBeNull();
    expectError(await get(`${factsPath()}?node-id=${'1'.repeat(201)}`), 400, /node-id/);
  });

  it('are answered in frames without an origin as callers without credentials', async () => {
    const { tiles } = await facts();
    const tile = tileOf(tiles, '0:1', 0, 0, 0);
    const old = tile.replace(/[0-9a-f]{32}/, '0'.repeat(32));
    for (const path of [factsPath(), factsPath('closed'), tile, old]) {
      const { headers } = await get(path, { origin: 'null' });
      expect([path, headers['access-control-allow-origin']]).toEqual([path, '*']);
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it('get the facts again only when their entity tag changed', async () => {
    const first = await get(factsPath());
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = await get(factsPath(), { 'if-none-match': String(first.headers.etag) });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it('get no pages for a file without content', async () => {
    expect((await facts('bare')).pages).toEqual([]);
    expectError(await get(tileOf((await facts('bare')).tiles, '0:1', 0, 0, 0)), 410);
  });

  describe('and tiles', () => {
    it('show their part of the page at their scale', async () => {
      const { tiles } = await facts();
      const at = async (zoom: number, column: number, row: number, x: number, y: number) =>
        pixelOf(await get(tileOf(tiles, '0:1', zoom, column, row)), x, y);
      expect(await at(0, 0, 0, 20, 20)).toEqual([255, 0, 0]);
      expect(await at(1, 0, 0, 30, 30)).toEqual([255, 0, 0]);
      expect(await at(4, 0, 0, 200, 200)).toEqual([255, 0, 0]);
      expect(await at(0, 0, 0, 250, 20)).toEqual([240, 240, 240]);
      expect(await at(-4, 0, 0, 100, 100)).toEqual([18, 52, 86]);
      expect(await at(0, 3, 4, 500, 500)).toEqual([18, 52, 86]);
      expect(await at(0, -1, 0, 511, 20)).toEqual([240, 240, 240]);
    });

    it('are cached by browsers and run nothing', async () => {
      const path = tileOf((await facts()).tiles, '0:1', 0, 0, 0);
      const { status, headers } = await get(path);
      expect([status, headers['content-type']]).toEqual([200, 'image/png']);
      expect(headers['cache-control']).toBe('private, max-age=31536000, immutable');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      const again = await get(path, { 'if-none-match': String(headers.etag) });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
      const head = await oauth.call('HEAD', path);
      expect([head.status, head.headers.etag, head.bytes.length]).toEqual([200, headers.etag, 0]);
    });

    it('are one small picture wherever the page is empty', async () => {
      const { tiles } = await facts();
      const places = [
        [4, 1_000_000, -1_000_000],
        [0, -500, 3],
        [-10, 7, 7],
      ] as const;
      const answers = await Promise.all(
        places.map((place) => get(tileOf(tiles, '0:1', place[0], place[1], place[2]))),
      );
      const kinds = answers.map(({ status, headers }) => [status, headers.etag]);
      expect(new Set(kinds.map(String)).size).toBe(1);
      expect(answers[0]?.bytes.length).toBeLessThan(400);
      expect(await pixelOf(answers[0] as Answer, 256, 256)).toEqual([240, 240, 240]);
    });

    it.each([
      [99, 0, 0],
      [5, 0, 0],
      [-11, 0, 0],
      ['NaN', 0, 0],
      ['Infinity', 0, 0],
      [0, '1e18', 0],
      [0, 1_000_001, 0],
      [0, '1000000000000000000', 0],
      [0, 0, '9'.repeat(400)],
      [0, 0, 0.5],
      [0, 0, '0x10'],
      [0, 0, ' 1'],
      [0, 0, '1;drop'],
    ])('are refused at zoom %s, column %s, row %s', async (zoom, column, row) => {
      const { tiles } = await facts();
      expectError(await get(tileOf(tiles, '0:1', zoom, column, row)), 400);
    });

    it.each(['9:9', nodes.frame, '0:0', '__proto__', '../../../healthz'])(
      'of something that is not a page are not found: %s',
      async (page) => {
        expectError(await get(tileOf((await facts()).tiles, page, 0, 0, 0)), 404, 'no such page');
      },
    );

    it('are void once the state of the file changes', async () => {
      const before = await facts('edited');
      const path = tileOf(before.tiles, '0:1', 0, 0, 0);
      expect(await pixelOf(await get(path), 20, 20)).toEqual([255, 0, 0]);
      const put = `/workspace/v1/files/${key('edited')}/content`;
      await oauth.world.call('PUT', put, { as: 'alice-push', body: imagesFile('#0000ff') });
      expectError(await get(path), 410, 'Ask for the facts');
      const after = await facts('edited');
      expect(after.state).not.toBe(before.state);
      expect(await pixelOf(await get(tileOf(after.tiles, '0:1', 0, 0, 0)), 20, 20)).toEqual([0, 0, 255]);
      expectError(await get(path.replace(before.state, 'f'.repeat(32))), 410);
      expectError(await get(path.replace(before.state, 'x'.repeat(32))), 400, 'state');
    });
  });

  describe('of a file that is not open', () => {
    it('get the same refusal whether it exists or not', async () => {
      const paths = [factsPath('closed'), factsPath('ours'), '/viewer/v1/files/NobodyMadeThisFileKey1'];
      const answers = await Promise.all(paths.map((path) => get(path)));
      for (const answer of answers) expectError(answer, 404, 'File not found');
      expect(new Set(answers.map((answer) => JSON.stringify(tellable(answer)))).size).toBe(1);
      for (const path of paths)
        expectError(await get(`${path}/tiles/${'0'.repeat(32)}/0%3A1/0/0/0`), 404, 'File not found');
    });

    it('see it where they are signed in and may read it, and never by a token', async () => {
      const see = async (person: 'carla' | 'dan' | 'erin', file: string) => {
        const browser = openBrowser(engine);
        await oauth.visit(person, '/sign-in', browser);
        const answer = await browser.get(factsPath(file));
        if (answer.status !== 200) return answer.status;
        const tile = await browser.get(tileOf(answer.json.tiles, '0:1', 0, 0, 0));
        expect(answer.headers['cache-control']).toBe('private, no-cache');
        expect([tile.headers['cache-control'], tile.headers.vary]).toEqual([
          'private, max-age=31536000, immutable',
          'Cookie',
        ]);
        return tile.status;
      };
      expect([await see('carla', 'closed'), await see('dan', 'closed')]).toEqual([200, 404]);
      expect([await see('erin', 'ours'), await see('dan', 'ours')]).toEqual([200, 404]);
      expectError(await oauth.world.get(factsPath('closed'), 'alice'), 404);
    });

    it('see it as the site that shows it, as long as the site is public', async () => {
      const body = { name: 'Site', file: key('closed') };
      const { json: site } = await oauth.world.call('POST', '/workspace/v1/sites', {
        as: 'alice-push',
        body,
      });
      const shown = await get(`/viewer/v1/sites/${site.id}`);
      expect(shown.json).toMatchObject({ name: 'Site', pages: [{ id: '0:1' }] });
      const tile = tileOf(shown.json.tiles, '0:1', 0, 0, 0);
      expect(tile).toMatch(/^\/viewer\/v1\/sites\//);
      expect(await pixelOf(await get(tile), 20, 20)).toEqual([255, 0, 0]);
      const path = `/workspace/v1/sites/${site.id}`;
      await oauth.world.call('PATCH', path, { as: 'alice-push', body: { public: false } });
      for (const address of [`/viewer/v1/sites/${site.id}`, tile]) expectError(await get(address), 404);
    });
  });
});

onOwnServers('Tiles that nobody waits for', ({ postgres }) => {
  it('are not drawn, and those that somebody waits for are', () =>
    withServer({ postgres, env: { VITRINE_RENDER_THREADS: '1' } }, async (server) => {
      const oauth = await oauthWorld(server, [], {
        files: [fileOf('open', imagesFile('#ff0000'), { link_access: 'view' })],
      });
      const { tiles } = (await oauth.call('GET', `/viewer/v1/files/${oauth.world.id('open')}`)).json;
      const connections = await Promise.all(Array.from({ length: 5 }, () => openHttp2(server)));
      const left = Array.from({ length: 400 }, (_, place) =>
        (connections[place % 5] as (typeof connections)[0]).session.request({
          ':path': tileOf(tiles, '0:1', 3, place % 20, Math.floor(place / 20)),
        }),
      );
      const statuses = new Map<number, number>();
      for (const stream of left) {
        stream.on('error', () => {});
        stream.on('response', ({ ':status': status = 0 }) =>
          statuses.set(status, (statuses.get(status) ?? 0) + 1),
        );
      }
      // Those beyond what one address may have waiting are refused at once.
      await expect.poll(() => statuses.get(503) ?? 0, patience).toBeGreaterThan(0);
      for (const stream of left) stream.close();
      const wanted = async () => (await oauth.call('GET', tileOf(tiles, '0:1', 2, 0, 0))).status;
      await expect.poll(wanted, patience).toBe(200);
      const cache = join(server.installation.folder, 'installation', 'cache', 'renders');
      await expect.poll(() => keptPngs(cache), patience).toBeGreaterThan(0);
      expect(await keptPngs(cache)).toBeLessThan(150);
      for (const { session } of connections) session.destroy();
    }));
});
