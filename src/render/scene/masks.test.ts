import { describe, expect, it } from 'vitest';
import type { SceneItem, SceneMasked } from './scene.ts';
import { build, groupOf, labelOf, nodeAt, solid } from './scene-nodes.suite.ts';
import type { NodeJson } from './scene-source.ts';

const rectangle = (x: number, more: object = {}): NodeJson => nodeAt('RECTANGLE', [x, 0, 20, 20], more);
const ellipse = (x: number, more: object = {}): NodeJson =>
  nodeAt('ELLIPSE', [x, 0, 20, 20], { isMask: true, ...more });

const itemsOf = (...children: readonly NodeJson[]): readonly SceneItem[] =>
  groupOf(nodeAt('GROUP', [0, 0, 200, 20], { children })).children;

const maskedOf = (...children: readonly NodeJson[]): SceneMasked => itemsOf(...children)[0] as SceneMasked;

describe('a mask', () => {
  it('masks the siblings that follow it, up to the next mask', () => {
    const items = itemsOf(rectangle(0), ellipse(5), rectangle(0), rectangle(10), ellipse(30), rectangle(40));
    expect(items.map(labelOf)).toEqual(['shape RECTANGLE', 'masked', 'masked']);
    const [, first, second] = items as [SceneItem, SceneMasked, SceneMasked];
    expect(first.children).toHaveLength(2);
    expect(second.children).toHaveLength(1);
    expect(labelOf(first.mask)).toBe('shape ELLIPSE');
  });

  it('is of the kind that the file says, by the new property or the old one', () => {
    const kind = (more: object): string => maskedOf(ellipse(0, more), rectangle(0)).maskType;
    expect(kind({})).toBe('ALPHA');
    expect(kind({ maskType: 'LUMINANCE' })).toBe('LUMINANCE');
    expect(kind({ isMaskOutline: true })).toBe('VECTOR');
  });

  it('shows only what lies both in it and in the masked nodes', () => {
    const [, { bounds }] = itemsOf(rectangle(0), ellipse(10), rectangle(0), rectangle(5)) as [
      SceneItem,
      SceneItem,
    ];
    expect([bounds.left, bounds.right]).toEqual([10, 25]);
  });

  it('that draws nothing hides everything, unless its outline counts', () => {
    const empty = { fills: [] };
    expect(
      build(nodeAt('GROUP', [0, 0, 20, 20], { children: [ellipse(0, empty), rectangle(0)] })),
    ).toHaveProperty('nothing');
    expect(maskedOf(ellipse(0, { ...empty, maskType: 'VECTOR' }), rectangle(0)).mask).toMatchObject({
      fills: [{}],
    });
  });

  it('that is hidden masks nothing', () => {
    expect(itemsOf(ellipse(0, { visible: false }), rectangle(0)).map(labelOf)).toEqual(['shape RECTANGLE']);
  });

  it('whose outline the file lacks keeps its room and shows nothing', () => {
    const vector = nodeAt('VECTOR', [5, 5, 10, 10], { isMask: true, fills: [solid()] });
    const [first, second] = itemsOf(rectangle(30), vector, rectangle(0));
    expect(first!.node!.type).toBe('RECTANGLE');
    expect(second).toMatchObject({ kind: 'group', node: { type: 'VECTOR' }, children: [] });
  });
});
