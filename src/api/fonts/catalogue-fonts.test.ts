import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildFont } from '../../render/text/test-font.suite.ts';
import { castServer, castWorkspace, files, serverOfGroup } from '../../testing/cast.ts';
import { type NpmRegistry, openNpmRegistry, packPackage } from '../../testing/npm-registry.ts';
import { startTestServer } from '../../testing/test-server.ts';

const { play } = castServer();
const path = '/workspace/v1/fonts';
const font = (weight: number) =>
  buildFont({ family: 'Named Otherwise', weight, advances: { a: 500, ' ': 250 } });

let registry: NpmRegistry;
beforeAll(async () => {
  registry = await openNpmRegistry({
    '@fontsource/acme-sans': packPackage({
      'package.json': JSON.stringify({
        name: '@fontsource/acme-sans',
        version: '1.0.0',
        scripts: { prepack: 'exit 7', prepare: 'exit 7', postinstall: 'exit 7' },
      }),
      LICENSE: 'Free for everybody.',
      'files/acme-sans-latin-400-normal.woff2': font(400),
      'files/acme-sans-latin-700-normal.woff2': font(700),
    }),
    '@fontsource/broken': packPackage({
      'package.json': '{"name":"@fontsource/broken","version":"1.0.0"}',
      LICENSE: 'Free',
      'files/broken-latin-400-normal.woff2': 'This is no font.',
    }),
  });
});
afterAll(() => registry.close());
afterEach(() => void vi.unstubAllEnvs());

const addFamilies = (who: Parameters<typeof play>[0], families: string[], query = '') => {
  vi.stubEnv('npm_config_registry', registry.url);
  return play(who, `POST ${path}/catalogue${query}`, { families });
};

const text = (id: string, style: object, more: object = {}) => ({
  id,
  type: 'TEXT',
  name: id,
  characters: 'ab',
  style,
  ...more,
});
/** A place to be drawn at. */
const boxed = {
  absoluteBoundingBox: { x: 0, y: 0, width: 300, height: 120 },
  fills: [{ type: 'SOLID', color: { r: 0, g: 0, b: 0, a: 1 } }],
};
const design = (nodes: object[]) => ({
  name: 'Texts',
  document: {
    id: '0:0',
    type: 'DOCUMENT',
    name: 'Document',
    children: [{ id: '0:1', type: 'CANVAS', name: 'Page', children: nodes }],
  },
});

describe('Fonts that designs name', () => {
  const texts = [
    text('1:1', { fontFamily: 'Acme Sans', fontWeight: 700, fontStyle: 'Bold' }),
    text('1:2', { fontFamily: 'Acme Sans', fontWeight: 400 }),
    text(
      '1:3',
      { fontFamily: 'Inter', fontWeight: 400 },
      { styleOverrideTable: { 2: { fontFamily: 'Rare' } } },
    ),
    text('1:4', { fontFamily: 7, fontWeight: 'odd' }, { styleOverrideTable: { 1: null } }),
  ];
  const missing = async (query = '') => (await play('alice', `GET ${path}/missing${query}`)).json;
  const wanted = [
    { family: 'Acme Sans', styles: ['Bold', 'Regular'], texts: 2 },
    { family: 'Rare', styles: ['Regular'], texts: 1 },
  ];

  it('and the server lacks are listed, of a file and of all, by how many texts name them', async () => {
    await play('alice', `PUT /workspace/v1/files/${files.open}/content`, design(texts));
    expect((await missing(`?file=${files.open}`)).missing).toEqual(wanted);
    expect((await missing()).missing).toEqual(wanted);
    expect((await play('bob', `GET ${path}/missing?file=${files.open}`)).status).toBe(200);
    expect((await play('bob', `GET ${path}/missing`)).status).toBe(403);
    expect((await play('dan', `GET ${path}/missing?file=${files.open}`)).status).toBe(404);
  });

  it('come from the catalogue by npm, with their licence, and no script of the package runs', async () => {
    await play('alice', `PUT /workspace/v1/files/${files.open}/content`, design(texts));
    const { json, status } = await addFamilies('alice', ['Acme Sans', 'Nowhere', 'broken', '--version']);
    expect([status, json.failed]).toEqual([
      200,
      [
        { family: 'Nowhere', reason: 'The catalogue has no family of this name.' },
        { family: 'broken', reason: 'The file is not a font.' },
        { family: '--version', reason: 'No family of the catalogue has a name like this.' },
      ],
    ]);
    const [{ fonts }] = json.added;
    expect(
      fonts.map(({ family, faces }: { family: string; faces: { style: string }[] }) => [
        family,
        faces[0]!.style,
      ]),
    ).toEqual([
      ['Acme Sans', 'Regular'],
      ['Acme Sans', 'Bold'],
    ]);
    expect((await missing(`?file=${files.open}`)).missing).toEqual([wanted[1]]);
    expect((await play('bob', `GET ${path}/${fonts[0].id}/licence`)).text).toBe('Free for everybody.');
    expect((await play('dan', `GET ${path}/${fonts[0].id}/licence`)).status).toBe(404);
    expect(registry.asked.filter((one) => !one.startsWith('/@fontsource/'))).toEqual([]);
  });

  it('are not brought for who does not administer the fonts', async () => {
    expect((await addFamilies('bob', ['Acme Sans'])).status).toBe(403);
    expect((await addFamilies('dan', ['Acme Sans'], '?organization=900')).status).toBe(404);
  });
});

describe('Where the catalogue is switched off', () => {
  const off = serverOfGroup(() =>
    startTestServer({ workspace: castWorkspace(), settings: { fontsOnline: 'off' } }),
  );
  it('nothing is fetched', async () => {
    const before = registry.asked.length;
    const { status, json } = await off.play('admin', `POST ${path}/catalogue`, { families: ['Acme Sans'] });
    expect([status, json.err]).toEqual([403, expect.stringContaining('VITRINE_FONTS_ONLINE')]);
    expect(registry.asked.length).toBe(before);
  });
});

describe('Fonts of the catalogue that come', () => {
  const drawing = serverOfGroup(() => startTestServer({ workspace: castWorkspace() }));
  const bytesAt = async (url: string): Promise<string> => {
    const { pathname, search } = new URL(url);
    const { status, text } = await drawing.server().call(pathname + search, { token: null });
    expect(status).toBe(200);
    return text;
  };
  const pictures = async (): Promise<Record<string, string>> => {
    const { json } = await drawing.play('alice', `GET /v1/images/${files.open}?ids=1:1,1:2&format=svg`);
    const [named, other] = [await bytesAt(json.images['1:1']), await bytesAt(json.images['1:2'])];
    const meta = (await drawing.play('alice', `GET /v1/files/${files.open}/meta`)).json;
    return { named, other, thumbnail: await bytesAt(meta.file.thumbnail_url) };
  };

  it('draw anew what names them, thumbnails too, and nothing otherwise', async () => {
    const texts = [
      text('1:1', { fontFamily: 'Acme Sans', fontWeight: 400, fontSize: 100 }, boxed),
      text('1:2', { fontFamily: 'Inter', fontWeight: 400, fontSize: 100 }, boxed),
    ];
    await drawing.play('alice', `PUT /workspace/v1/files/${files.open}/content`, design(texts));
    const before = await pictures();
    expect(await pictures()).toEqual(before);
    vi.stubEnv('npm_config_registry', registry.url);
    const added = await drawing.play('alice', `POST ${path}/catalogue`, { families: ['Acme Sans'] });
    expect(added.json.failed).toEqual([]);
    const after = await pictures();
    expect(after.other).toBe(before.other);
    for (const what of ['named', 'thumbnail']) expect(after[what], what).not.toBe(before[what]);
    expect(after.named).toContain('<svg');
  });
});
