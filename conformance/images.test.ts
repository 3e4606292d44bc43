import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { type Answer, clientOf } from './harness/client.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { imagesFile, nodes } from './harness/images-file.ts';
import { createWorld, type World } from './harness/world.ts';

const types = { png: 'image/png', jpg: 'image/jpeg', svg: 'image/svg+xml', pdf: 'application/pdf' };

onEachEngine('Images', (engine) => {
  let world: World;
  let images: string;
  const plain = clientOf(engine);
  const download = (url: string) => plain('GET', url.slice(engine.url.length));
  const ask = (query: string) => world.get(`${images}?${query}`);

  /** The image of one node, downloaded. */
  const imageOf = async (id: string, query = ''): Promise<Answer> => {
    const answer = await ask(`ids=${encodeURIComponent(id)}${query}`);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    const image = await download(answer.json.images[id]);
    expect(image.status).toBe(200);
    return image;
  };
  const sizeOf = async (id: string, query = '') => {
    const { width, height } = await sharp((await imageOf(id, query)).bytes).metadata();
    return [width, height];
  };

  beforeAll(async () => {
    world = await createWorld(
      engine,
      cast({
        files: [fileOf('main', imagesFile('#ff0000'))],
        tokens: {
          alice: [
            { name: 'content', token: 'content-only', scopes: ['file_content:read'] },
            { name: 'meta', token: 'meta-only', scopes: ['file_metadata:read'] },
          ],
        },
      }),
    );
    images = `/v1/images/${world.id('main')}`;
  });

  it('[IMG-01] answers 200 to the scope file_content:read and 403 to another', async () => {
    expect((await world.get(`${images}?ids=${nodes.square}`, 'content-only')).status).toBe(200);
    expectError(await world.get(`${images}?ids=${nodes.square}`, 'meta-only'), 403, /Invalid scope/);
  });

  it('[IMG-02] gives an address for each node, whose download is an image and needs no token', async () => {
    const { json } = await ask(`ids=${nodes.square}`);
    expect(json.images[nodes.square].startsWith(`${engine.url}/`)).toBe(true);
    const image = await download(json.images[nodes.square]);
    expect(image.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(image.bytes.length),
      'cache-control': expect.stringMatching(/^public, max-age=\d+, immutable$/),
      etag: expect.stringMatching(/^"[^"]+"$/),
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
    const { data, info } = await sharp(image.bytes).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 20, height: 20 });
    expect([...data.subarray(0, 3)]).toEqual([255, 0, 0]);
  });

  it('[IMG-02] an image that the client has is not sent again, and HEAD answers for it', async () => {
    const path = (await ask(`ids=${nodes.square}`)).json.images[nodes.square].slice(engine.url.length);
    const etag = String((await plain('GET', path)).headers.etag);
    const again = await plain('GET', path, { headers: { 'if-none-match': etag } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    const head = await plain('HEAD', path);
    expect([head.status, head.bytes.length, head.headers['content-type']]).toEqual([200, 0, 'image/png']);
  });

  it('[IMG-02] an address opens the image that it was made for and no other', async () => {
    const { json } = await ask(`ids=${nodes.square.replaceAll(':', '-')},${nodes.label}`);
    const url = new URL(json.images[nodes.square]);
    const changes: ((copy: URL) => void)[] = [
      (copy) => copy.searchParams.delete('signature'),
      (copy) => copy.searchParams.set('signature', 'AAAA'),
      (copy) => copy.searchParams.set('expires', '99999999999'),
      (copy) => copy.searchParams.set('expires', 'never'),
      (copy) => copy.searchParams.delete('expires'),
      (copy) => {
        copy.pathname = new URL(json.images[nodes.label]).pathname;
      },
    ];
    for (const change of changes) {
      const copy = new URL(url);
      change(copy);
      expect([400, 403]).toContain((await download(copy.href)).status);
    }
  });

  it('[IMG-03, IMG-10] has every requested node as a key, once and in the order of the request', async () => {
    const ids = [nodes.square, '99:99', nodes.label, nodes.square, nodes.invisible];
    const { json } = await ask(`ids=${ids.join(',')}`);
    expect(Object.keys(json.images)).toEqual([nodes.square, '99:99', nodes.label, nodes.invisible]);
    expect(json.images[nodes.square]).not.toBe(json.images[nodes.label]);
  });

  it('[IMG-04] has null for an unknown id, whatever it looks like', async () => {
    for (const id of ['99:99', '__proto__', 'constructor', 'I1:2;', '💥', '"', '1'.repeat(20_000)]) {
      const { status, json } = await ask(`ids=${encodeURIComponent(id)}`);
      expect([status, Object.entries(json.images)]).toEqual([200, [[id, null]]]);
    }
  });

  const expectNone = async (node: string, reason: string): Promise<void> => {
    const { status, json } = await ask(`ids=${node}`);
    expect([status, json]).toEqual([200, { err: null, images: { [node]: null } }]);
    const told = await world.get(`/workspace/v1/renders?file=${world.id('main')}&id=${node}`, 'alice-push');
    expect(told.json.renders[0]).toMatchObject({ node_id: node, reason });
  };

  it('[IMG-05] has null for an invisible node', () => expectNone(nodes.invisible, 'invisible'));

  it('[IMG-06] has null for a node of zero opacity', () => expectNone(nodes.transparent, 'zero opacity'));

  it('[IMG-07] has null for a group without anything in it', () =>
    expectNone(nodes.empty, 'nothing to draw'));

  it('[IMG-08, IMG-09] has err null and no status on success', async () => {
    const { json } = await ask(`ids=${nodes.square}`);
    expect(Object.keys(json).sort()).toEqual(['err', 'images']);
    expect(json.err).toBe(null);
  });

  it('[IMG-09, ERR-03] says in err what is wrong', async () => {
    expectError(await ask('ids='), 400, /"ids"/);
  });

  it('[IMG-11] scales by the requested factor', async () => {
    expect(await sizeOf(nodes.square)).toEqual([20, 20]);
    expect(await sizeOf(nodes.square, '&scale=2')).toEqual([40, 40]);
    expect(await sizeOf(nodes.square, '&scale=0.5')).toEqual([10, 10]);
    expect(await sizeOf(nodes.square, '&scale=0.01')).toEqual([1, 1]);
    expect(await sizeOf(nodes.square, '&scale=4')).toEqual([80, 80]);
  });

  it.each(Object.entries(types))('[IMG-12] gives %s as %s', async (format, type) => {
    const image = await imageOf(nodes.square, `&format=${format}`);
    expect(image.headers['content-type']).toBe(type);
    if (format === 'pdf') expect(image.text.startsWith('%PDF-')).toBe(true);
    else expect(await sharp(image.bytes).metadata()).toMatchObject({ width: 20, height: 20 });
  });

  it('[IMG-13] outlines text in SVG unless it is asked not to', async () => {
    const outlined = (await imageOf(nodes.label, '&format=svg')).text;
    expect(outlined).not.toContain('<text');
    expect(outlined).toContain('<path');
    const asText = (await imageOf(nodes.label, '&format=svg&svg_outline_text=false')).text;
    expect(asText).toContain('<text');
    expect(asText).toContain('Hello');
  });

  it('[IMG-14] writes names of layers as ids on request', async () => {
    expect((await imageOf(nodes.frame, '&format=svg')).text).not.toContain('id="Red square"');
    expect((await imageOf(nodes.frame, '&format=svg&svg_include_id=true')).text).toContain('id="Red square"');
  });

  it('[IMG-15] writes ids of nodes as data-node-id on request', async () => {
    const attribute = `data-node-id="${nodes.square}"`;
    expect((await imageOf(nodes.frame, '&format=svg')).text).not.toContain('data-node-id');
    expect((await imageOf(nodes.frame, '&format=svg&svg_include_node_id=true')).text).toContain(attribute);
  });

  it('[IMG-16] draws inside strokes plainly, or with a mask where simplifying is not wanted', async () => {
    const simple = (await imageOf(nodes.stroked, '&format=svg')).text;
    const exact = (await imageOf(nodes.stroked, '&format=svg&svg_simplify_stroke=false')).text;
    expect(simple).not.toContain('<mask');
    expect(exact).toContain('<mask');
  });

  it('[IMG-17] leaves out what lies over the node unless it is asked for', async () => {
    const middle = async (query: string) => {
      const pixels = await sharp((await imageOf(nodes.covered, query)).bytes)
        .removeAlpha()
        .raw()
        .toBuffer();
      return [...pixels.subarray((10 * 20 + 15) * 3, (10 * 20 + 15) * 3 + 3)];
    };
    expect(await middle('')).toEqual([0, 0, 255]);
    expect(await middle('&contents_only=false')).toEqual([0, 255, 0]);
  });

  it('[IMG-18] crops text to what is seen, or keeps the whole box where that is asked for', async () => {
    expect(await sizeOf(nodes.label, '&use_absolute_bounds=true')).toEqual([100, 40]);
    const [width = 0, height = 0] = await sizeOf(nodes.label);
    expect(width).toBeLessThan(100);
    expect(height).toBeLessThan(40);
  });

  it('[IMG-19] renders the version asked for', async () => {
    const key = world.id('main');
    const { version } = (await world.get(`/v1/files/${key}?depth=1`)).json;
    const body = imagesFile('#0000ff');
    const pushed = await world.call('PUT', `/workspace/v1/files/${key}/content`, { as: 'alice-push', body });
    expect(pushed.status).toBe(200);
    const color = async (query: string) => {
      const image = await imageOf(nodes.square, query);
      return [...(await sharp(image.bytes).removeAlpha().raw().toBuffer()).subarray(0, 3)];
    };
    expect(await color('')).toEqual([0, 0, 255]);
    expect(await color(`&version=${version}`)).toEqual([255, 0, 0]);
    expectError(await ask(`ids=${nodes.square}&version=77`), 404, /Version/);
  });

  it('[IMG-21, LIM-12] scales down what would be larger than 32 megapixels and keeps the ratio', async () => {
    const [width = 0, height = 0] = await sizeOf(nodes.vast);
    expect(width * height).toBeLessThanOrEqual(32_000_000);
    expect(width * height).toBeGreaterThan(31_000_000);
    expect(width / height).toBeCloseTo(2, 2);
    const told = await world.get(
      `/workspace/v1/renders?file=${world.id('main')}&id=${nodes.vast}`,
      'alice-push',
    );
    const { scaled_down } = told.json.renders[0];
    expect(scaled_down).toEqual({
      scale: expect.any(Number),
      reason: expect.stringMatching(/32 megapixels/),
    });
    expect(scaled_down.scale).toBeLessThan(1);
  });

  it.each([
    ['ids', ''],
    ['ids', 'ids='],
    ['ids', 'ids=%20,%20,'],
    ...['0', '-1', '0.009', '4.01', 'NaN', 'Infinity', '1e1', 'x'].map((scale) => [
      'scale',
      `ids=1:1&scale=${scale}`,
    ]),
    ...['bmp', 'PNG', 'png,svg'].map((format) => ['format', `ids=1:1&format=${format}`]),
    ...[
      'svg_outline_text',
      'svg_include_id',
      'svg_include_node_id',
      'svg_simplify_stroke',
      'contents_only',
      'use_absolute_bounds',
    ].map((name) => [name, `ids=1:1&${name}=yes`]),
  ])('[IMG-22] names the wrong parameter "%s" in %j', async (name = '', query = '') => {
    expectError(await ask(query), 400, new RegExp(`"${name}"`));
  });

  it('[IMG-22] treats a parameter without a value as left out', async () => {
    const { images: plainly } = (await ask(`ids=${nodes.square}`)).json;
    const empty = await ask(`ids=${nodes.square}&scale=&format=&contents_only=&version=`);
    expect([empty.status, empty.json.images]).toEqual([200, plainly]);
  });

  it('[IMG-23] answers 403 to an unknown token, 404 for an unknown key', async () => {
    const headers = { 'x-service-token': 'nobody' };
    const path = `${images}?ids=${nodes.square}`;
    expectError(await world.call('GET', path, { as: null, headers }), 403, /Invalid token/);
    expectError(await world.get(`/v1/images/nothingHasThisKey?ids=1:1`), 404, /not found/i);
    expectError(await world.get(path, 'dan'), 404, /not found/i);
  });

  it('nodes inside instances have images', async () => {
    expect(await sizeOf(nodes.inInstance)).toEqual([10, 10]);
  });

  it('the same image asked for twice at once has one address', async () => {
    const both = await Promise.all([ask(`ids=${nodes.frame}&scale=3`), ask(`ids=${nodes.frame}&scale=3`)]);
    const [first, second] = both.map(({ json }) => new URL(json.images[nodes.frame]).pathname);
    expect(first).toBe(second);
  });

  it('[H21, H22] thousands of ids are answered at once', async () => {
    const ids = [nodes.square, ...Array.from({ length: 4_998 }, (_, index) => `7:${index}`), nodes.label];
    const { status, json } = await ask(`ids=${ids.join(',')}`);
    expect([status, Object.keys(json.images).length]).toEqual([200, 5_000]);
    expect(Object.values(json.images).filter((address) => address !== null)).toHaveLength(2);
  });

  it('files carry the address of a thumbnail that stays the same for a version', async () => {
    const file = `/v1/files/${world.id('main')}`;
    const [one, two, part, meta] = await Promise.all([
      world.get(`${file}?depth=1`),
      world.get(file),
      world.get(`${file}/nodes?ids=1:1`),
      world.get(`${file}/meta`),
    ]);
    const { thumbnailUrl } = one.json;
    expect(thumbnailUrl.startsWith(`${engine.url}/`)).toBe(true);
    expect([two.json.thumbnailUrl, part.json.thumbnailUrl, meta.json.file.thumbnail_url]).toEqual([
      thumbnailUrl,
      thumbnailUrl,
      thumbnailUrl,
    ]);
    const picture = await download(thumbnailUrl);
    expect(picture.headers['content-type']).toBe('image/png');
    const { width = 0, height = 0 } = await sharp(picture.bytes).metadata();
    expect(Math.max(width, height)).toBeLessThanOrEqual(400);
    expect(Math.max(width, height)).toBeGreaterThan(390);
    expectError(await download(thumbnailUrl.replace(/signature=.{4}/, 'signature=AAAA')), 403);
  });
});
