import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Bounds } from '../geometry/bounds.ts';
import { createFontRegistry } from '../text/font-registry.ts';
import { boundsOfJson, sizeOfBounds } from './boxes.ts';
import { buildScene } from './build-scene.ts';
import type { Scene } from './scene.ts';
import type { NodeJson } from './scene-source.ts';

const corpus = process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '../../../../shared/data');
const isAbsent = !existsSync(join(corpus, 'radix-icons'));
const fonts = createFontRegistry();
const options = { contentsOnly: true, useAbsoluteBounds: false };

interface Node extends NodeJson {
  readonly id: string;
  readonly type: string;
  readonly children?: readonly Node[];
}

const read = (path: string): Node => {
  const file = JSON.parse(readFileSync(join(corpus, path), 'utf8').replace(/^\ufeff/, ''));
  return file.document ?? file;
};

const files = isAbsent
  ? []
  : ['radix-icons/document.json', ...globSync('ffa-screens/*/node.json', { cwd: corpus }).sort()];

/** Every node with those above it, from the top. */
function* walk(node: Node, above: readonly Node[] = []): Generator<readonly Node[]> {
  const path = [...above, node];
  yield path;
  for (const child of node.children ?? []) yield* walk(child, path);
}

function sceneOf(path: readonly Node[]): Scene | undefined {
  const ancestors = path.slice(0, -1).map(({ children: _children, ...node }) => node);
  const scene = buildScene({ node: path.at(-1)!, ancestors }, options, fonts);
  return 'nothing' in scene ? undefined : scene;
}

/** Whether one box lies in the other and does not touch its edge. */
const liesWithin = (outer: Bounds, inner: Bounds): boolean =>
  inner.left > outer.left + 0.01 &&
  inner.top > outer.top + 0.01 &&
  inner.right < outer.right - 0.01 &&
  inner.bottom < outer.bottom - 0.01;

/** Whether the box the file tells may have been cut by a frame or mask around the node. */
const isCut = (path: readonly Node[]): boolean => {
  const ink = boundsOfJson(path.at(-1)!.absoluteRenderBounds)!;
  return path.slice(0, -1).some(({ clipsContent, absoluteBoundingBox, children = [] }) => {
    const box = boundsOfJson(absoluteBoundingBox);
    const isMasked = children.some(({ isMask }) => isMask === true);
    return isMasked || (clipsContent === true && box !== undefined && !liesWithin(box, ink));
  });
};

/** Nodes whose size depends on nothing that is missing here: fonts, geometry, or what an ancestor leaves of them. */
function* measured(): Generator<{ readonly node: Node; readonly scene: Scene }> {
  for (const file of files)
    for (const path of walk(read(file))) {
      const node = path.at(-1)!;
      if (boundsOfJson(node.absoluteRenderBounds) === undefined || isCut(path)) continue;
      const scene = sceneOf(path);
      const { notDrawn = [], substitutions = [] } = scene?.report ?? {};
      if (scene && notDrawn.length + substitutions.length === 0) yield { node, scene };
    }
}

describe.skipIf(isAbsent)('scenes of the corpus (needs the folder VITRINE_CORPUS names)', () => {
  it('are as large as the original’s drawings of the nodes', () => {
    const counts: Record<string, number> = {};
    const wrong: string[] = [];
    for (const { node, scene } of measured()) {
      const { width, height } = sizeOfBounds(boundsOfJson(node.absoluteRenderBounds)!);
      const isOwnBox = node.type === 'GROUP' && scene.size.width < width && scene.size.height < height;
      if (isOwnBox) continue;
      const off = Math.max(Math.abs(scene.size.width - width), Math.abs(scene.size.height - height));
      counts[node.type] = (counts[node.type] ?? 0) + 1;
      // Text is set by our own shaper: half a pixel of side bearing is the most that was seen.
      if (off > (node.type === 'TEXT' ? 0.5 : 0.02)) wrong.push(`${node.type} ${node.id} off by ${off}`);
    }
    for (const type of [
      'FRAME',
      'COMPONENT',
      'INSTANCE',
      'GROUP',
      'RECTANGLE',
      'ELLIPSE',
      'VECTOR',
      'TEXT',
      'LINE',
    ])
      expect(counts[type], type).toBeGreaterThan(5);
    expect(counts.BOOLEAN_OPERATION).toBeGreaterThan(300);
    expect(wrong).toEqual([]);
  });

  it('have the size of the SVG that the original made, rounded up', () => {
    const rows = readFileSync(join(corpus, 'ffa-svg/PAIRS.csv'), 'utf8').trim().split('\n').slice(1);
    const trees = new Map<string, Map<string, readonly Node[]>>();
    const pathOf = (file: string, id: string): readonly Node[] => {
      if (!trees.has(file))
        trees.set(
          file,
          new Map([...walk(read(join('ffa-svg', file)))].map((path) => [path.at(-1)!.id, path])),
        );
      return trees.get(file)!.get(id)!;
    };
    const sizes = rows.flatMap((row) => {
      const [, id, , width, height, file] = row.split(',');
      const scene = sceneOf(pathOf(file!, id!));
      const ours = scene && [scene.size.width, scene.size.height].map((side) => Math.ceil(side - 1e-4));
      return ours ? [{ id, ours, theirs: [Number(width), Number(height)] }] : [];
    });
    expect(sizes.length).toBeGreaterThan(20);
    for (const { id, ours, theirs } of sizes) expect(ours, id).toEqual(theirs);
  });

  it('can be built for every node, and contain only finite numbers', () => {
    for (const file of files)
      for (const path of walk(read(file))) {
        const scene = path.length < 4 ? sceneOf(path) : undefined;
        if (scene) expect(Number.isFinite(scene.size.width * scene.size.height)).toBe(true);
      }
  });
});
