import { describe, expect, it } from 'vitest';
import { areaOf } from '../../testing/path-area.ts';
import { nodeTable } from './node-table.ts';
import type { SceneGroup } from './scene.ts';
import { build, labelOf, nodeAt, onlyItem, sceneOf, solid } from './scene-nodes.suite.ts';
import type { NodeJson } from './scene-source.ts';

const rectangle = nodeAt('RECTANGLE', [10, 20, 30, 40]);

describe('buildScene', () => {
  it.each([
    ['invisible', { ...rectangle, visible: false }],
    ['zero opacity', { ...rectangle, opacity: 0 }],
    ['nothing to draw', { ...rectangle, fills: [] }],
    ['nothing to draw', nodeAt('GROUP', [0, 0, 9, 9], { children: [] })],
    ['nothing to draw', nodeAt('SLICE', [0, 0, 9, 9])],
    ['nothing to draw', nodeAt('RECTANGLE', [0, 0, 9, 9], { absoluteBoundingBox: null })],
  ])('says why there is no picture: %s', (nothing, node) => {
    expect(build(node)).toMatchObject({ nothing });
  });

  it('starts at the origin with the node’s own opacity, and ignores its ancestors', () => {
    const shadow = { type: 'DROP_SHADOW', offset: { x: 0, y: 0 }, radius: 5 };
    const node = { ...rectangle, opacity: 0.5, effects: [shadow] };
    const above = [
      { type: 'FRAME', visible: false, opacity: 0.1, blendMode: 'MULTIPLY', clipsContent: true },
    ];
    const scene = sceneOf(node, {}, { ancestors: above });
    expect(scene.size).toEqual({ width: 40, height: 50 });
    expect(onlyItem(scene, 'shape')).toMatchObject({
      opacity: 0.5,
      blendMode: 'NORMAL',
      ink: { left: 5, top: 5 },
      bounds: { left: 0, top: 0 },
      outline: { matrix: [1, 0, 0, 1, 5, 5] },
    });
  });

  it('shows the whole box where absolute bounds are asked for', () => {
    const text = nodeAt('TEXT', [0, 0, 200, 40], { characters: 'Hi', style: { fontSize: 20 } });
    expect(sceneOf(text, { useAbsoluteBounds: true }).size).toEqual({ width: 200, height: 40 });
    expect(sceneOf(text).size.width).toBeLessThan(40);
  });

  it('computes areas lazily, and once', () => {
    const path = 'M0 0L10 0L10 10Z';
    let reads = 0;
    const geometry = {
      get path() {
        reads += 1;
        return path;
      },
    };
    const effects = [{ type: 'DROP_SHADOW', offset: { x: 9, y: 9 }, radius: 1 }];
    const { outline } = onlyItem(
      sceneOf(nodeAt('STAR', [0, 0, 10, 10], { fillGeometry: [geometry], effects })),
      'shape',
    );
    const before = reads;
    expect(outline.areas).toBe(outline.areas);
    expect(areaOf(outline.areas[0]!)).toBe(50);
    expect(reads).toBe(before);
  });

  it('draws regions of a vector in the paints that a table gives them', () => {
    const piece = (x: number, overrideID?: number): object => ({
      path: `M${x} 0L${x + 5} 0L${x} 5Z`,
      overrideID,
    });
    const vector = nodeAt('VECTOR', [0, 0, 10, 5], {
      fillGeometry: [piece(0), piece(5, 3)],
      fillOverrideTable: { 1: null, 3: { fills: [solid(0.2)] } },
      opacity: 0.5,
    });
    const { children, opacity } = onlyItem(sceneOf(vector), 'group');
    expect(opacity).toBe(0.5);
    expect(children).toMatchObject([
      { fills: [{ color: { r: 1 } }], opacity: 1 },
      { fills: [{ color: { r: 0.2 } }], opacity: 1 },
    ]);
  });

  it('draws regions of a vector in their order, so that one behind others stays behind them', () => {
    const piece = (x: number, overrideID?: number) => ({ path: `M${x} 0L${x + 5} 0L${x} 5Z`, overrideID });
    const vector = nodeAt('VECTOR', [0, 0, 10, 5], {
      fillGeometry: [piece(0, 3), piece(0), piece(5), piece(5, 3)],
      fillOverrideTable: { 3: { fills: [solid(0.2)] } },
    });
    const { children } = onlyItem(sceneOf(vector), 'group');
    expect(children).toMatchObject([0.2, 1, 0.2].map((r) => ({ fills: [{ color: { r } }] })));
  });

  it('reserves the room of nodes without geometry, and says so', () => {
    const vector = nodeAt('VECTOR', [50, 0, 50, 50]);
    const scene = sceneOf(nodeAt('GROUP', [0, 0, 100, 60], { children: [rectangle, vector] }));
    expect(scene.size).toEqual({ width: 90, height: 60 });
    expect((scene.items[0] as SceneGroup).children.map(labelOf)).toEqual(['shape RECTANGLE', 'group VECTOR']);
    expect(scene.report.notDrawn).toEqual([
      { nodeId: vector.id, reason: 'The file has no geometry for it.' },
    ]);
  });

  it('computes a boolean from its children where the file has no geometry for it, if it can draw them all', () => {
    const hole = nodeAt('RECTANGLE', [20, 30, 10, 10]);
    const boolean = (...children: readonly NodeJson[]): NodeJson =>
      nodeAt('BOOLEAN_OPERATION', [10, 20, 30, 40], { booleanOperation: 'SUBTRACT', children });
    const { outline } = onlyItem(sceneOf(boolean(rectangle, hole)), 'shape');
    expect(areaOf(outline.areas[0]!)).toBeCloseTo(30 * 40 - 100);
    expect(build(boolean(rectangle, nodeAt('VECTOR', [0, 0, 9, 9])))).toMatchObject({
      nothing: 'nothing to draw',
      notDrawn: [{ reason: 'The file has no geometry for it.' }],
    });
  });

  it('draws every type of node, or says why not', () => {
    for (const [type, entry] of Object.entries(nodeTable)) {
      const child = nodeAt('RECTANGLE', [0, 0, 9, 9]);
      const fillGeometry = [{ path: 'M0 0L9 0L9 9Z', windingRule: 'NONZERO' }];
      const more = {
        characters: 'Text',
        style: { fontSize: 9 },
        strokes: [solid()],
        fillGeometry,
        children: [child],
      };
      const scene = sceneOf(
        nodeAt('FRAME', [0, 0, 50, 50], { fills: [], children: [nodeAt(type, [0, 0, 20, 20], more)] }),
      );
      const isDrawn = onlyItem(scene, 'group').children.length === 1;
      expect(isDrawn, type).toBe('draw' in entry || 'shape' in entry);
      const reasons = scene.report.notDrawn.map(({ reason }) => reason);
      if (!isDrawn) expect(reasons).toEqual('notDrawn' in entry ? [entry.notDrawn] : []);
    }
    expect(Object.keys(nodeTable)).toHaveLength(28);
  });
});
