import { expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { clientOf } from './harness/client.ts';
import { onEachEngine } from './harness/engines.ts';
import { imageRef } from './harness/example-file.ts';
import { imagesFile, nodes } from './harness/images-file.ts';
import { createWorld } from './harness/world.ts';

const solid = { blendMode: 'NORMAL', type: 'SOLID', color: { r: 1, g: 0, b: 0, a: 1 } };
const box = { x: 0, y: 0, width: 20, height: 20 };
const identity = [
  [1, 0, 0],
  [0, 1, 0],
];
const shadow = (radius: number) => ({
  type: 'DROP_SHADOW',
  visible: true,
  blendMode: 'NORMAL',
  radius,
  spread: radius,
  color: { r: 0, g: 0, b: 0, a: 1 },
  offset: { x: 0, y: 1e9 },
});
const points = Array.from({ length: 100_000 }, (_, index) => `L${index % 977} ${index % 1013}`).join('');
const turned = 'a\ud800b \u202eright to left\u2066 \udc00 ]]> <b>&amp;"';
const textOf = (characters: string) => ({
  type: 'TEXT',
  characters,
  style: { fontFamily: '"]]>', fontSize: 8 },
});
const pattern = (sourceNodeId: string) => ({ blendMode: 'NORMAL', type: 'PATTERN', sourceNodeId });

const path = (text: string) => ({ fillGeometry: [{ path: text, windingRule: 'NONZERO' }] });

/** Nodes that a file should not have, by what is wrong with them. */
const hostile: Readonly<Record<string, object>> = {
  'a size of 1e30': {
    absoluteBoundingBox: { x: 0, y: 0, width: 1e30, height: 1e30 },
    size: { x: 1e30, y: 1e30 },
  },
  'a place of 1e300': { absoluteBoundingBox: { x: 1e300, y: -1e300, width: 1, height: 1 } },
  'no size': { absoluteBoundingBox: { x: 0, y: 0, width: 0, height: 0 }, size: { x: 0, y: 0 } },
  'a negative size': { absoluteBoundingBox: { x: 0, y: 0, width: -5, height: 5 }, size: { x: -5, y: 5 } },
  'a singular matrix': {
    relativeTransform: [
      [0, 0, 0],
      [0, 0, 0],
    ],
  },
  'a matrix of texts': { relativeTransform: 'none' },
  'a box of texts': { absoluteBoundingBox: { x: 'a', y: {}, width: [], height: null } },
  'a path of 100,000 points': path(`M0 0${points}Z`),
  'a path that is none': path('M0 0 L nowhere 1e999 Z Q'),
  '500 effects': { effects: Array.from({ length: 500 }, () => shadow(3)) },
  'a blur of 1e6': { effects: [shadow(1e6), { type: 'LAYER_BLUR', visible: true, radius: 1e6 }] },
  'a bad image': { fills: [{ blendMode: 'NORMAL', type: 'IMAGE', scaleMode: 'FILL', imageRef }] },
  'fills that are no list': { fills: { length: 3 } },
  'a type that is none': { type: 'RECTANGULAR' },
  'a pattern of itself': { fills: [pattern('5:14')] },
  'a mask with a pattern of what it masks': {
    type: 'FRAME',
    children: [
      { id: '8:1', type: 'RECTANGLE', isMask: true, absoluteBoundingBox: box, fills: [pattern('5:15')] },
      { id: '8:2', type: 'RECTANGLE', absoluteBoundingBox: box, fills: [solid] },
    ],
  },
  'a text of 1 MB': textOf('Lorem ipsum '.repeat(87_382)),
  'half characters and turned text': textOf(turned),
};

/** The header of a PNG of 30,000 × 30,000 px, and nothing behind it. */
const cutPng = Buffer.from('89504e470d0a1a0a0000000d4948445200007530000075300806000000a1b2c3d4', 'hex');

/** A file of groups in one another, as text: nothing writes so deep a tree. */
function deepFile(depth: number): string {
  const open = (level: number): string =>
    `{"id":"6:${level}","name":"Group","type":"GROUP","absoluteBoundingBox":${JSON.stringify(box)},"children":[`;
  const inside = JSON.stringify({ id: '7:1', type: 'RECTANGLE', absoluteBoundingBox: box, fills: [solid] });
  const groups = Array.from({ length: depth }, (_, level) => open(level)).join('');
  const page = `{"id":"0:1","name":"Page","type":"CANVAS","children":[${groups}${inside}${']}'.repeat(depth)}]}`;
  return `{"name":"Deep","components":{},"styles":{},"document":{"id":"0:0","name":"Document","type":"DOCUMENT","children":[${page}]}}`;
}

function hostileFile(): object {
  const bad = Object.entries(hostile).map(([name, more], index) => ({
    id: `5:${index}`,
    name: `${name} "]]><script>`,
    type: 'RECTANGLE',
    fills: [solid],
    strokes: [],
    effects: [],
    absoluteBoundingBox: box,
    size: { x: 20, y: 20 },
    relativeTransform: identity,
    ...more,
  }));
  const file = imagesFile('#ff0000') as { document: { children: { children: object[] }[] } };
  file.document.children[0]?.children.push(...bad);
  return file;
}

onEachEngine('Images of hostile nodes', (engine) => {
  const plain = clientOf(engine);

  it.each(['png', 'svg', 'pdf'])('are drawn or null as %s, and the server goes on', async (format) => {
    const images = { [imageRef]: cutPng.toString('base64') };
    const world = await createWorld(engine, cast({ files: [fileOf('main', hostileFile(), { images })] }));
    const ids = [...Object.keys(hostile).map((_, index) => `5:${index}`), nodes.square];
    const answer = await world.get(`/v1/images/${world.id('main')}?ids=${ids}&format=${format}`);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json.images)).toEqual(ids);
    for (const address of Object.values<string | null>(answer.json.images)) {
      if (address === null) continue;
      const image = await plain('GET', address.slice(engine.url.length));
      expect(image.status).toBe(200);
      if (format === 'svg') expect(image.text).not.toContain('<script');
    }
    expect(answer.json.images[nodes.square]).not.toBe(null);
  });

  it('are drawn or null in 10,000 nested groups, and the innermost node has its image', async () => {
    const world = await createWorld(engine, cast({ files: [fileOf('main', imagesFile('#ff0000'))] }));
    const content = `/workspace/v1/files/${world.id('main')}/content`;
    const headers = { 'content-type': 'application/json' };
    const pushed = await world.call('PUT', content, { as: 'alice-push', body: deepFile(10_000), headers });
    expect(pushed.status).toBe(200);
    const { json } = await world.get(`/v1/images/${world.id('main')}?ids=6:0,6:9999,7:1`);
    expect(json.images).toEqual({ '6:0': null, '6:9999': expect.any(String), '7:1': expect.any(String) });
  });
});
