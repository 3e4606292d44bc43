import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { clientOf } from './harness/client.ts';
import { onEachEngine } from './harness/engines.ts';
import { alias, create, pageOf, type VariablesFile, value, variablesOf } from './harness/variables-file.ts';
import { createWorld } from './harness/world.ts';

const sample = async (name: string) =>
  JSON.parse(await readFile(new URL(`../fixtures/sample/${name}`, import.meta.url), 'utf8'));

const [morning, evening] = ['60:20', '61:20'];

/** The channels of the page beside what is on it. */
async function background(png: Buffer): Promise<number[]> {
  const pixel = sharp(png).extract({ left: 4, top: 700, width: 1, height: 1 }).removeAlpha();
  return [...(await pixel.raw().toBuffer())];
}

onEachEngine('The dark mode of the sample workspace', (engine) => {
  let file: VariablesFile;
  let path: string;
  const download = clientOf(engine);

  const versionNow = async (): Promise<string> => (await file.world.get(`${path}?depth=1`)).json.version;
  const nodeNow = async (id: string) =>
    (await file.world.get(`${path}/nodes?ids=${id}`)).json.nodes[id].document;
  const imageOf = async (id: string, version: string): Promise<Buffer> => {
    const { json } = await file.world.get(`/v1/images/${file.key}?ids=${id}&version=${version}`);
    const image = await download('GET', json.images[id].slice(engine.url.length));
    expect(image.status).toBe(200);
    return image.bytes;
  };

  beforeAll(async () => {
    const content = await sample('lumen.json');
    const world = await createWorld(engine, cast({ files: [fileOf('main', content)] }));
    file = variablesOf(world);
    path = `/v1/files/${file.key}`;
    const put = `/workspace/v1/files/${file.key}/variables`;
    const answer = await world.call('PUT', put, {
      as: 'alice-push',
      body: await sample('lumen-variables.json'),
    });
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
  });

  it('needs no change where variables say what the file shows already', async () => {
    const { versions } = (await file.world.get(`${path}/versions`)).json;
    const [now, pushed] = await Promise.all(
      versions.map(async ({ id }: { id: string }) => (await file.world.get(`${path}?version=${id}`)).json),
    );
    expect(versions.length).toBe(2);
    expect(now.document).toEqual(pushed.document);
  });

  it('takes one request: file, texts and images follow, and the version before stays as it was', async () => {
    const light = await versionNow();
    const before = await imageOf(morning, light);
    const wanted = await imageOf(evening, light);
    expect(before.equals(wanted)).toBe(false);
    await file.change(await sample('dark.json'));
    const dark = await versionNow();
    expect(dark).not.toBe(light);
    const after = await imageOf(morning, dark);
    expect(await background(before)).toEqual([0xfc, 0xfa, 0xf6]);
    expect(await background(after)).toEqual([0x19, 0x17, 0x22]);
    expect(after.equals(wanted)).toBe(true);
    expect((await imageOf(morning, light)).equals(before)).toBe(true);

    const shown = JSON.stringify(await nodeNow(morning));
    expect(shown).toContain('"characters":"Good evening, Alice"');
    expect(shown).not.toContain('"characters":"Good morning, Alice"');
    const earlier = await file.world.get(`${path}/nodes?ids=${morning}&version=${light}`);
    expect(earlier.text).toContain('"characters":"Good morning, Alice"');
  });
});

onEachEngine('Designs that follow their variables', (engine) => {
  const gapped = (gap: string) => ({
    id: '1:1',
    name: 'Row',
    type: 'FRAME',
    layoutMode: 'HORIZONTAL',
    itemSpacing: 0,
    layoutSizingHorizontal: 'HUG',
    layoutSizingVertical: 'HUG',
    clipsContent: false,
    absoluteBoundingBox: { x: 0, y: 0, width: 20, height: 10 },
    absoluteRenderBounds: { x: 0, y: 0, width: 20, height: 10 },
    boundVariables: { itemSpacing: alias(gap) },
    children: [0, 1].map((place) => ({
      id: `1:${place + 2}`,
      name: 'Part',
      type: 'RECTANGLE',
      absoluteBoundingBox: { x: place * 10, y: 0, width: 10, height: 10 },
      absoluteRenderBounds: { x: place * 10, y: 0, width: 10, height: 10 },
      fills: [{ type: 'SOLID', blendMode: 'NORMAL', color: { r: 1, g: 0, b: 0, a: 1 } }],
    })),
  });

  it('have their frames laid out anew, and show all of twenty changes made at once', async () => {
    const world = await createWorld(engine, cast({ files: [fileOf('main', undefined)] }));
    const file = variablesOf(world);
    const ids = await file.change({
      variableCollections: [create('space', { initialModeId: 'mode' })],
      variables: [create('gap', { variableCollectionId: 'space', resolvedType: 'FLOAT' })],
    });
    const { gap = '', mode = '' } = ids;
    await file.push(pageOf(gapped(gap)));
    const changes = Array.from({ length: 20 }, (_, index) =>
      file.change({ variableModeValues: [value(gap, mode, index + 1)] }),
    );
    await Promise.all(changes);
    const local = await file.local();
    const last = local.variables[gap].valuesByMode[mode];
    const { json } = await world.get(`/v1/files/${file.key}/nodes?ids=1:1`);
    const row = json.nodes['1:1'].document;
    expect(row.itemSpacing).toBe(last);
    expect(row.absoluteBoundingBox.width).toBeCloseTo(20 + last, 3);
    expect(row.children[1].absoluteBoundingBox.x).toBeCloseTo(10 + last, 3);
    const { versions } = (await world.get(`/v1/files/${file.key}/versions?page_size=50`)).json;
    expect(versions.length).toBe(21);
  });
});
