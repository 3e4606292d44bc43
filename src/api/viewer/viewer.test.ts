import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openBrowserSession } from '../../testing/browser-session.ts';
import { castServer, files, people, smallDesign } from '../../testing/cast.ts';

const { play, server } = castServer();
const anyone = { token: null };
const path = `/viewer/v1/files/${files.open}`;

/** Opens the file to anyone. */
const openToAnyone = () => play('alice', `PATCH /workspace/v1/files/${files.open}`, { link_access: 'view' });

async function factsOfOpenFile() {
  await openToAnyone();
  return (await play(anyone, `GET ${path}`)).json;
}

const addressOf = (template: string, page: string, zoom: unknown, column: unknown, row: unknown): string =>
  template
    .replace('{page}', encodeURIComponent(page))
    .replace('{zoom}', `${zoom}`)
    .replace('{column}', `${column}`)
    .replace('{row}', `${row}`);

/** So many pages with a frame each. */
function designOfPages(count: number): Record<string, unknown> {
  const design = smallDesign('Many') as { document: { children: { children: object[] }[] } };
  const [page] = design.document.children;
  const [frame] = page?.children ?? [];
  design.document.children = Array.from({ length: count }, (_, at) => ({
    ...page,
    id: `7:${at}`,
    name: `Page ${at}`,
    children: [{ ...frame, id: `8:${at}`, children: [] }],
  }));
  return design;
}

describe('the facts of a file', () => {
  it('name its pages with their colours and bounds', async () => {
    expect(await factsOfOpenFile()).toMatchObject({
      name: 'Design open',
      key: files.open,
      pages: [
        {
          id: '0:1',
          name: 'Page 1',
          background: '#336699',
          bounds: { x: 0, y: 0, width: 100, height: 50 },
        },
      ],
    });
  });

  it('have another state once the file looks otherwise', async () => {
    const before = await factsOfOpenFile();
    await play('alice', `PUT /workspace/v1/files/${files.open}/content`, smallDesign('Other'));
    const after = (await play(anyone, `GET ${path}`)).json;
    expect(after.state).not.toBe(before.state);
    expect((await play(anyone, `GET ${addressOf(before.tiles, '0:1', 0, 0, 0)}`)).status).toBe(410);
    expect((await play(anyone, `GET ${addressOf(after.tiles, '0:1', 0, 0, 0)}`)).status).toBe(200);
  });

  it.each(['1:3', '1-3'])('give the place of the node %s', async (id) => {
    await openToAnyone();
    const { node } = (await play(anyone, `GET ${path}?node-id=${id}`)).json;
    expect(node).toEqual({ id: '1:3', page: '0:1', bounds: { x: 0, y: 0, width: 100, height: 50 } });
  });

  it.each(['9:9', '0:0'])('say that there is no node %s to look at', async (id) => {
    await openToAnyone();
    expect((await play(anyone, `GET ${path}?node-id=${id}`)).json.node).toBeNull();
  });

  it('list the first ten thousand pages, and the one of a node that is asked for', async () => {
    const count = 10_003;
    await play('alice', `PUT /workspace/v1/files/${files.open}/content`, designOfPages(count));
    const facts = await factsOfOpenFile();
    expect([facts.page_count, facts.pages.length, facts.pages.at(-1).id]).toEqual([count, 10_000, '7:9999']);
    const pagesWith = async (node: string): Promise<{ id: string; name: string }[]> =>
      (await play(anyone, `GET ${path}?node-id=${node}`)).json.pages;
    for (const node of ['7:9999', '8:9999', '9:9']) expect((await pagesWith(node)).length).toBe(10_000);
    for (const node of ['7:10002', '8:10002'])
      expect((await pagesWith(node)).slice(9_999)).toMatchObject([
        { id: '7:9999' },
        { id: '7:10002', name: 'Page 10002', bounds: { x: 0, y: 0, width: 100, height: 50 } },
      ]);
  });

  it('of a public file are kept by shared caches where a stranger asks, and by none where they say who asks', async () => {
    await openToAnyone();
    const { cookie } = await openBrowserSession(server(), people.alice);
    for (const address of [path, `${path}/nodes/1:2`]) {
      const known = await server().call(address, { token: null, headers: { cookie } });
      expect([known.status, known.headers['cache-control']]).toEqual([200, 'private, no-cache']);
      const unknown = await server().call(address, { token: null });
      expect([unknown.status, unknown.headers['cache-control']]).toEqual([200, 'no-cache']);
    }
  });

  it('have no pages where a file has no content', async () => {
    await play('alice', `PATCH /workspace/v1/files/${files.empty}`, { link_access: 'view' });
    expect((await play(anyone, `GET /viewer/v1/files/${files.empty}`)).json.pages).toEqual([]);
  });
});

describe('a tile', () => {
  it('is a square of the page at its scale', async () => {
    const { tiles } = await factsOfOpenFile();
    const tile = await play(anyone, `GET ${addressOf(tiles, '0:1', 1, 0, 0)}`);
    expect([tile.status, tile.headers['content-type']]).toEqual([200, 'image/png']);
    const { data, info } = await sharp(tile.bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([512, 512]);
    const at = (x: number, y: number) => [
      ...data.subarray((y * 512 + x) * info.channels, (y * 512 + x) * info.channels + 3),
    ];
    expect(at(210, 50)).toEqual([51, 102, 153]);
    expect(at(190, 90)).not.toEqual([51, 102, 153]);
  });

  it('is cached by browsers, and answers 304 when requested again', async () => {
    const { tiles } = await factsOfOpenFile();
    const address = addressOf(tiles, '0:1', 0, 0, 0);
    const { headers } = await play(anyone, `GET ${address}`);
    expect(headers['cache-control']).toBe('private, max-age=31536000, immutable');
    expect((await play(anyone, `GET ${address}`)).headers.etag).toBe(headers.etag);
  });

  it('is the same small picture wherever the page is empty', async () => {
    const { tiles } = await factsOfOpenFile();
    const far = await play(anyone, `GET ${addressOf(tiles, '0:1', 4, 999_999, -999_999)}`);
    const other = await play(anyone, `GET ${addressOf(tiles, '0:1', -3, -40, 7)}`);
    expect(far.status).toBe(200);
    expect(far.bytes.length).toBeLessThan(400);
    expect(other.bytes).toEqual(far.bytes);
    const { channels } = await sharp(far.bytes).stats();
    expect(channels.map(({ min, max }) => [min, max])).toEqual([51, 102, 153].map((value) => [value, value]));
  });

  it.each([
    [99, 0, 0],
    [-11, 0, 0],
    [0.5, 0, 0],
    ['NaN', 0, 0],
    [0, 1e18, 0],
    [0, '1000000000000000000', 0],
    [0, 0, '1e3'],
    [0, 0, -1_000_001],
  ])('is refused at zoom %s, column %s, row %s', async (zoom, column, row) => {
    const { tiles } = await factsOfOpenFile();
    expect((await play(anyone, `GET ${addressOf(tiles, '0:1', zoom, column, row)}`)).status).toBe(400);
  });

  it.each(['9:9', '1:2', '0:0', '../..'])('of a page %s is not found', async (page) => {
    const { tiles } = await factsOfOpenFile();
    expect((await play(anyone, `GET ${addressOf(tiles, page, 0, 0, 0)}`)).status).toBe(404);
  });
});

describe('a file that is not open', () => {
  it.each([files.open, files.inviteOnly, 'nobodysFile'])(
    'is refused to others like one that does not exist: %s',
    async (key) => {
      const answers = [
        await play(anyone, `GET /viewer/v1/files/${key}`),
        await play('alice', `GET /viewer/v1/files/${key}`),
        await play(anyone, `GET /viewer/v1/files/${key}/tiles/${'0'.repeat(32)}/0%3A1/0/0/0`),
      ];
      expect(answers.map(({ status, json }) => [status, json.err])).toEqual(
        answers.map(() => [404, 'File not found']),
      );
    },
  );
});
