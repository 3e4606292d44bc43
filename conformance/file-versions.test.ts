import sharp from 'sharp';
import { expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { clientOf } from './harness/client.ts';
import { onEachEngine } from './harness/engines.ts';
import { createWorld, type World } from './harness/world.ts';

/** A file whose first page is one square of that colour. */
const squareOf = (red: number, green: number) => ({
  name: 'Square',
  document: {
    id: '0:0',
    name: 'Document',
    type: 'DOCUMENT',
    children: [
      {
        id: '0:1',
        name: 'Page',
        type: 'CANVAS',
        children: [
          {
            id: '1:1',
            name: 'Square',
            type: 'RECTANGLE',
            absoluteBoundingBox: { x: 0, y: 0, width: 100, height: 100 },
            size: { x: 100, y: 100 },
            relativeTransform: [
              [1, 0, 0],
              [0, 1, 0],
            ],
            fills: [{ type: 'SOLID', blendMode: 'NORMAL', color: { r: red, g: green, b: 0, a: 1 } }],
            strokes: [],
            effects: [],
          },
        ],
      },
    ],
  },
  components: {},
  componentSets: {},
  styles: {},
  schemaVersion: 0,
});

onEachEngine('Versions of a file', (engine) => {
  const push = (world: World, body: object) =>
    world.call('PUT', `/workspace/v1/files/${world.id('main')}/content`, { as: 'alice-push', body });

  /** The colour in the middle of a picture. */
  async function colorAt(address: string): Promise<number[]> {
    const { pathname, search } = new URL(address);
    const picture = await clientOf(engine)('GET', pathname + search);
    expect(picture.headers['content-type']).toBe('image/png');
    const { data, info } = await sharp(picture.bytes).raw().toBuffer({ resolveWithObject: true });
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
    return [...data.subarray(at, at + 3)];
  }

  it('each carry a thumbnail of the file as it was then; the file carries that of its newest', async () => {
    const world = await createWorld(engine, cast({ files: [fileOf('main', squareOf(1, 0))] }));
    const file = `/v1/files/${world.id('main')}`;
    expect((await push(world, squareOf(0, 1))).status).toBe(200);
    const [newest, oldest] = (await world.get(`${file}/versions`)).json.versions;
    expect(await colorAt(newest.thumbnail_url)).toEqual([0, 255, 0]);
    expect(await colorAt(oldest.thumbnail_url)).toEqual([255, 0, 0]);
    expect((await world.get(`${file}?depth=1`)).json.thumbnailUrl).toBe(newest.thumbnail_url);
    expect((await world.get(`${file}/meta`)).json.file.thumbnail_url).toBe(newest.thumbnail_url);
  });

  it('come in pages that lead forwards and backwards, each version once, newest first', async () => {
    const world = await createWorld(engine, cast({ files: [fileOf('main', squareOf(1, 0))] }));
    for (const green of [0.2, 0.4, 0.6, 0.8]) await push(world, squareOf(0, green));
    const list = `/v1/files/${world.id('main')}/versions`;
    const idsOf = ({ json }: { json: { versions: { id: string }[] } }) => json.versions.map(({ id }) => id);
    const all = idsOf(await world.get(list));
    expect(all).toHaveLength(5);
    const pathOf = (address: string) => address.slice(engine.url.length);
    const first = await world.get(`${list}?page_size=2`);
    const second = await world.get(pathOf(first.json.pagination.next_page));
    const third = await world.get(pathOf(second.json.pagination.next_page));
    expect([...idsOf(first), ...idsOf(second), ...idsOf(third)]).toEqual(all);
    expect([first.json.pagination.prev_page, third.json.pagination.next_page]).toEqual([
      undefined,
      undefined,
    ]);
    expect(idsOf(await world.get(pathOf(third.json.pagination.prev_page)))).toEqual(idsOf(second));
    expect(idsOf(await world.get(pathOf(second.json.pagination.prev_page)))).toEqual(idsOf(first));
  });
});
