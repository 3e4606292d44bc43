import { describe, expect, it } from 'vitest';
import { castServer, files } from '../../testing/cast.ts';
import { mostUsed } from './document-colors.ts';

const { play } = castServer();
const path = `/viewer/v1/files/${files.open}`;

const solid = (r: number, g: number, b: number, more: object = {}) => ({
  type: 'SOLID',
  blendMode: 'NORMAL',
  color: { r, g, b, a: 1 },
  ...more,
});
const rectangle = (id: string, more: object) => ({
  id,
  name: id,
  type: 'RECTANGLE',
  fills: [],
  strokes: [],
  absoluteBoundingBox: { x: 0, y: 0, width: 10, height: 10 },
  ...more,
});
const design = {
  name: 'Colours',
  document: {
    id: '0:0',
    name: 'Document',
    type: 'DOCUMENT',
    children: [
      {
        id: '0:1',
        name: 'Page',
        type: 'CANVAS',
        backgroundColor: { r: 1, g: 1, b: 1, a: 1 },
        children: [
          {
            ...rectangle('1:1', { type: 'FRAME', fills: [solid(1, 0, 0)] }),
            children: [
              rectangle('1:2', { fills: [solid(1, 0, 0), solid(0, 1, 0, { visible: false })] }),
              rectangle('1:3', { strokes: [solid(0, 0, 1, { opacity: 0.5 })] }),
              {
                ...rectangle('1:4', { type: 'FRAME', visible: false }),
                children: [rectangle('1:5', { fills: [solid(0, 1, 1)] })],
              },
              rectangle('1:6', { fills: [solid(0, 0, 0)] }),
            ],
          },
          rectangle('1:7', { fills: [solid(0, 1, 0)] }),
        ],
      },
    ],
  },
};

describe('the colours that are used', () => {
  const colorsOf = async (node: string) => {
    await play('alice', `PATCH /workspace/v1/files/${files.open}`, { link_access: 'view' });
    await play('alice', `PUT /workspace/v1/files/${files.open}/content`, design);
    const { status, json } = await play({ token: null }, `GET ${path}/nodes/${node}/colors`);
    expect(status).toBe(200);
    return json;
  };

  it('in a frame are those of its fills and strokes that are seen, the most used first', async () => {
    expect(await colorsOf('1:1')).toEqual({
      colors: [
        { value: '#ff0000', count: 2 },
        { value: '#000000', count: 1 },
        { value: 'rgb(0 0 255 / 50%)', count: 1 },
      ],
      count: 3,
    });
  });

  it('on a page are those of all that lies on it, and of a layer its own', async () => {
    const values = (await colorsOf('0-1')).colors.map(({ value }: { value: string }) => value);
    expect(values).toEqual(['#ff0000', '#000000', '#00ff00', 'rgb(0 0 255 / 50%)']);
    expect((await colorsOf('1:7')).colors).toEqual([{ value: '#00ff00', count: 1 }]);
  });
});

it('The most used of very many colours are found with a step for each', () => {
  const colors = Array.from({ length: 5_000 }, (_, place): [string, number] => [
    `#${((7919 * place) % 5_000).toString(16).padStart(6, '0')}`,
    1 + (place % 7),
  ]);
  const looking = mostUsed(new Map(colors));
  for (let steps = 0; ; steps += 1) {
    const { done, value } = looking.next();
    if (!done) continue;
    const sorted = colors.toSorted(
      ([one, first], [other, second]) => second - first || (one < other ? -1 : 1),
    );
    expect(value.map(({ value: color, count }) => [color, count])).toEqual(sorted.slice(0, 100));
    expect(steps).toBe(5_000);
    return;
  }
});
