import { describe, expect, it } from 'vitest';
import { partsOf } from './page-parts.ts';
import { buildPart } from './page-scene.ts';
import type { Scene } from './scene.ts';
import { fonts, labelOf, nodeAt, onlyItem, sceneOf, solid } from './scene-nodes.suite.ts';
import type { NodeJson, PageSource, SceneOptions } from './scene-source.ts';
import { withOverlappingContent } from './scene-with-overlapping-content.ts';

const options: SceneOptions = { contentsOnly: false, useAbsoluteBounds: false };

/** A node's scene with what its page shows there, and the nodes that were read for it. */
async function around(
  node: NodeJson,
  children: readonly NodeJson[],
  find: PageSource['find'] = () => undefined,
): Promise<{ scene: Scene; read: readonly unknown[] }> {
  const read: unknown[] = [];
  const parts = partsOf(
    children.map((child) => ({ node: child })),
    (head) => {
      read.push(head.node.id);
      return head.node;
    },
  );
  const page = { node: { id: '0:1', name: 'Page', type: 'CANVAS' }, parts, find };
  const scene = await withOverlappingContent(sceneOf(node, options, { find }), page, async (part) =>
    buildPart(part.read(), page, options, fonts),
  );
  return { scene, read };
}

const rectangle = nodeAt('RECTANGLE', [10, 20, 30, 40]);

describe('content that overlaps a node', () => {
  it('is drawn in the order of the page and clipped to the picture', async () => {
    const under = nodeAt('RECTANGLE', [0, 0, 20, 100]);
    const far = nodeAt('RECTANGLE', [500, 0, 20, 100]);
    const { scene } = await around(rectangle, [under, rectangle, far]);
    expect(scene).toMatchObject({ root: { id: rectangle.id }, size: { width: 30, height: 40 } });
    const { clip, children, node } = onlyItem(scene, 'group');
    expect(node).toEqual({ id: '0:1', name: 'Page', type: 'CANVAS' });
    expect(clip).toMatchObject({ matrix: [1, 0, 0, 1, 0, 0], size: { width: 30, height: 40 } });
    expect(children.map((child) => child.node!.id)).toEqual([under.id, rectangle.id]);
    expect(children[0]!.ink).toEqual({ left: -10, top: -20, right: 10, bottom: 80 });
  });

  it('is positioned from the corner of the picture: that of the ink, or of the box where that is asked for', async () => {
    const shadow = { type: 'DROP_SHADOW', offset: { x: 0, y: 0 }, radius: 5 };
    const { scene } = await around({ ...rectangle, effects: [shadow] }, [rectangle]);
    expect(scene.size).toEqual({ width: 40, height: 50 });
    expect(onlyItem(scene, 'group').children[0]!.ink).toEqual({ left: 5, top: 5, right: 35, bottom: 45 });
  });

  it('excludes what lies elsewhere in frames that reach into the picture', async () => {
    const inside = nodeAt('RECTANGLE', [15, 25, 5, 5]);
    const beside = nodeAt('RECTANGLE', [300, 25, 5, 5]);
    const emptied = nodeAt('GROUP', [300, 25, 5, 5], { children: [beside] });
    const frame = nodeAt('FRAME', [0, 0, 400, 400], { fills: [], children: [inside, beside, emptied] });
    const [drawn] = onlyItem((await around(rectangle, [frame])).scene, 'group').children;
    expect(drawn).toMatchObject({ kind: 'group', node: { id: frame.id } });
    const { children } = drawn as { children: readonly { node: unknown }[] };
    expect(children.map(({ node }) => node)).toMatchObject([{ id: inside.id }]);
  });

  it('includes what an effect of its parent carries into the picture', async () => {
    const [near, far] = [nodeAt('RECTANGLE', [0, 20, 8, 40]), nodeAt('RECTANGLE', [-90, 20, 8, 40])];
    const group = nodeAt('GROUP', [-90, 20, 102, 40], {
      children: [nodeAt('RECTANGLE', [9, 20, 3, 40]), near, far],
      effects: [{ type: 'LAYER_BLUR', radius: 4, visible: true }],
    });
    const [drawn] = onlyItem((await around(rectangle, [group])).scene, 'group').children;
    const { children } = drawn as { children: readonly { node: { id: unknown } }[] };
    expect(children.slice(1).map(({ node }) => node.id)).toEqual([near.id]);
  });

  it('shows the whole tile of a pattern, wherever on the page its node lies', async () => {
    const tile = nodeAt('FRAME', [900, 900, 10, 10], {
      id: '8:8',
      children: [nodeAt('RECTANGLE', [902, 902, 4, 4])],
    });
    const node = nodeAt('RECTANGLE', [0, 0, 50, 50], { fills: [{ type: 'PATTERN', sourceNodeId: '8:8' }] });
    const { scene } = await around(node, [node], () => tile);
    const [drawn] = onlyItem(scene, 'group').children;
    expect(drawn).toMatchObject({
      fills: [{ tile: { items: [{ children: [{}, { node: { type: 'RECTANGLE' } }] }] } }],
    });
  });

  it('is not read where the file says that it lies elsewhere', async () => {
    const placed = [0, 1000, 2000].map((x) => {
      const node = nodeAt('RECTANGLE', [x, 0, 50, 50]);
      return { ...node, absoluteRenderBounds: node.absoluteBoundingBox };
    });
    const { read } = await around(placed[1]!, placed);
    expect(read).toEqual([placed[1]!.id]);
  });

  it('is reported where it cannot be drawn, and not where it lies elsewhere', async () => {
    const lacking = { relativeTransform: [[0, 0, 0], [0, 0, 0]], size: { x: 9, y: 9 } }; // biome-ignore format: a matrix
    const here = nodeAt('RECTANGLE', [12, 22, 9, 9], lacking);
    const there = nodeAt('RECTANGLE', [300, 22, 9, 9], lacking);
    const text = (x: number) =>
      nodeAt('TEXT', [x, 20, 30, 20], {
        characters: 'x',
        style: { fontFamily: 'Nowhere Sans', fontSize: 12 },
        fills: [solid()],
      });
    const [near, far] = [text(12), text(300)];
    const frame = nodeAt('FRAME', [0, 0, 400, 400], { fills: [], children: [here, there, near, far] });
    const { report } = (await around(rectangle, [frame])).scene;
    expect(report.notDrawn.map(({ nodeId }) => nodeId)).toEqual([here.id]);
    expect(report.substitutions.map(({ nodeId }) => nodeId)).toEqual([near.id]);
  });

  it('is shown through masks that reach into the picture', async () => {
    const mask = nodeAt('ELLIPSE', [0, 0, 100, 100], { isMask: true });
    const [seen, unseen] = [nodeAt('RECTANGLE', [10, 20, 9, 9]), nodeAt('RECTANGLE', [80, 80, 9, 9])];
    const [masked] = onlyItem((await around(rectangle, [mask, seen, unseen])).scene, 'group').children;
    expect(labelOf(masked!)).toContain('masked');
    expect(masked).toMatchObject({ children: [{ node: { id: seen.id } }] });
  });
});
