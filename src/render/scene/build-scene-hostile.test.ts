import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFontRegistry } from '../text/font-registry.ts';
import { buildScene } from './build-scene.ts';
import { readScene } from './read-all.suite.ts';
import type { Scene } from './scene.ts';
import type { NodeJson } from './scene-source.ts';

const fonts = createFontRegistry();
const options = { contentsOnly: true, useAbsoluteBounds: false };
const solid = { type: 'SOLID', color: { r: 1, g: 0, b: 0, a: 1 } };
const box = { x: 0, y: 0, width: 100, height: 100 };
const rectangle = { id: '1:1', type: 'RECTANGLE', absoluteBoundingBox: box, fills: [solid] };

const build = (node: NodeJson, find?: (id: string) => NodeJson | undefined): ReturnType<typeof buildScene> =>
  buildScene({ node, ancestors: [], find }, options, fonts);

function drawn(node: NodeJson, find?: (id: string) => NodeJson | undefined): Scene {
  const scene = build(node, find);
  if ('nothing' in scene) throw new Error(scene.nothing);
  readScene(scene);
  return scene;
}

const reasons = (scene: Scene): string[] => scene.report.notDrawn.map(({ reason }) => reason);

/** A star of many turns: every edge crosses many others. */
const tangle = (points: number): string =>
  `M${Array.from({ length: points }, (_, at) => `${50 + 50 * Math.cos(at * 2.4)} ${50 + 50 * Math.sin(at * 2.4)}`).join('L')}Z`;

describe('a hostile file', () => {
  it('with ten thousand nested groups is drawn to a limited depth', () => {
    let node: NodeJson = rectangle;
    for (let depth = 0; depth < 10_000; depth++)
      node = {
        id: `2:${depth}`,
        type: depth % 2 ? 'GROUP' : 'FRAME',
        absoluteBoundingBox: box,
        children: [rectangle, node],
      };
    expect(reasons(drawn(node))).toContain('It lies deeper than 256 levels.');
  });

  it('with a pattern that contains itself terminates', () => {
    const pattern = { type: 'PATTERN', sourceNodeId: '3:1' };
    const node = { ...rectangle, id: '3:1', fills: [solid, pattern] };
    const other = { ...rectangle, id: '3:2', fills: [solid, { ...pattern, sourceNodeId: '3:1' }] };
    const scene = drawn(other, (id) => (id === '3:1' ? node : undefined));
    expect(scene.items[0]).toMatchObject({ fills: [{ kind: 'solid' }, { kind: 'pattern' }] });
    expect(reasons(scene)).toEqual(["A paint of type PATTERN can't be drawn."]);
  });

  it('with ten thousand nested patterns is drawn to a limited depth', () => {
    const find = (id: string): NodeJson => ({
      ...rectangle,
      id,
      fills: [solid, { type: 'PATTERN', sourceNodeId: `${(Number(id) + 1) % 10_000}` }],
    });
    expect(reasons(drawn(find('0'), find))).toContain('It lies deeper than 256 levels.');
  });

  it('with five hundred effects and paints keeps only as many as real files have', () => {
    const effects = Array(500).fill({ type: 'LAYER_BLUR', radius: 1e9 });
    const scene = drawn({ ...rectangle, effects, fills: Array(500).fill(solid) });
    expect(scene.items[0]!.effects).toHaveLength(64);
    expect(reasons(scene)).toEqual(['It has more than 64 paints.', 'It has more than 64 effects.']);
  });

  it('with paths of 100,000 points and clipped strokes is read quickly', () => {
    const geometry = [{ path: tangle(100_000), windingRule: 'NONZERO' }];
    const stroke = { strokes: [solid], strokeWeight: 3, strokeAlign: 'INSIDE' };
    const vector = { ...rectangle, type: 'VECTOR', fillGeometry: geometry, ...stroke };
    drawn({ ...vector, strokeGeometry: geometry });
    drawn(vector);
    const boolean = { ...rectangle, type: 'BOOLEAN_OPERATION', children: [vector, vector] };
    expect(build(boolean)).toMatchObject({ nothing: 'nothing to draw' });
  });

  it('with invalid path data says so', () => {
    const scene = build({ ...rectangle, type: 'VECTOR', fillGeometry: [{ path: 'M0 0 nonsense' }] });
    expect(scene).toEqual({
      nothing: 'nothing to draw',
      notDrawn: [{ nodeId: rectangle.id, reason: "Path data of it can't be read." }],
    });
  });

  it.each([
    ['no number', Number.NaN],
    ['infinite', Infinity],
    ['huge', 1e30],
    ['tiny', 1e-300],
    ['negative', -5],
    ['a word', 'wide'],
    ['nothing', null],
  ])('with sizes that are %s is drawn or left out', (_name, side) => {
    const size = { x: side, y: side };
    const transform = [
      [1, 0, side],
      [0, 1, side],
    ];
    for (const type of ['RECTANGLE', 'ELLIPSE', 'STAR', 'LINE', 'FRAME', 'TEXT', 'REGULAR_POLYGON'])
      for (const place of [
        { size, relativeTransform: transform },
        { absoluteBoundingBox: { x: side, y: side, width: side, height: side }, rotation: side },
      ]) {
        const node = {
          ...rectangle,
          ...place,
          type,
          characters: 'Vitrine',
          strokes: [solid],
          strokeWeight: side,
        };
        const scene = build({ ...node, cornerRadius: side, strokeDashes: [side, 1] });
        if (!('nothing' in scene)) readScene(scene);
      }
  });

  it('with a transform that flattens the plane is left out', () => {
    const flat = {
      ...rectangle,
      size: { x: 9, y: 9 },
      relativeTransform: [
        [0, 0, 0],
        [0, 0, 0],
      ],
    };
    const reason = 'Its transform leaves it no area.';
    expect(build(flat)).toEqual({ nothing: 'nothing to draw', notDrawn: [{ nodeId: flat.id, reason }] });
    const scene = drawn({ id: '4:1', type: 'FRAME', absoluteBoundingBox: box, children: [flat] });
    expect(reasons(scene)).toEqual([reason]);
  });

  it('with a text of a megabyte is drawn as far as the layout limit', () => {
    const text = {
      ...rectangle,
      type: 'TEXT',
      characters: 'Vitrine '.repeat(131_072),
      style: { fontSize: 12 },
    };
    expect(reasons(drawn(text))).toEqual(['Its last 848576 characters are too many to draw.']);
  });
});

const corpus = process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '../../../../shared/data');
const real = ['ffa-screens/limbo_feedback/node.json', 'figspec/64-1.json', 'grida-L0/stroke.json'].map(
  (path) => join(corpus, path),
);

/** Anything that may stand where a file has something else. */
const anything = fc.oneof(
  fc.constantFrom(null, undefined, true, '', 'NaN', 0, -1, 1e30, Number.NaN, -Infinity, [], {}, [[]], [null]),
  fc.double(),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Puts other values in a few places of a tree, wherever the dice fall. */
function mutate(value: unknown, dice: () => number, other: () => unknown): unknown {
  if (dice() < 0.01) return other();
  if (Array.isArray(value)) return value.map((item) => mutate(item, dice, other));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mutate(item, dice, other)]));
}

type File = { document?: NodeJson; nodes?: Record<string, { document: NodeJson }> };

/** The tree of any kind of file. */
const nodeOf = (file: File): NodeJson =>
  file.document ?? Object.values(file.nodes ?? {})[0]?.document ?? (file as NodeJson);

describe.skipIf(!existsSync(real[0]!))('real files with mutated values (VITRINE_CORPUS)', () => {
  const nodes = existsSync(real[0]!)
    ? real.map((path) => nodeOf(JSON.parse(readFileSync(path, 'utf8'))))
    : [];

  it('never make the builder throw, nor yield numbers that are not finite', () => {
    fc.assert(
      fc.property(
        fc.nat(nodes.length - 1),
        fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 50, maxLength: 200 }),
        fc.array(anything, { minLength: 5, maxLength: 10 }),
        (index, throws, others) => {
          let at = 0;
          const dice = (): number => throws[at++ % throws.length]! / 1000;
          const mutated = mutate(nodes[index], dice, () => others[at % others.length]) as NodeJson;
          const scene = mutated && typeof mutated === 'object' ? build(mutated) : undefined;
          if (scene && !('nothing' in scene)) readScene(scene);
        },
      ),
      { numRuns: 100 },
    );
  });
});
