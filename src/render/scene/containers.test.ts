import { describe, expect, it } from 'vitest';
import { build, groupOf, labelOf, nodeAt, sceneOf, solid } from './scene-nodes.suite.ts';
import type { NodeJson } from './scene-source.ts';

const frame = (children: readonly NodeJson[], more: object = {}): NodeJson =>
  nodeAt('FRAME', [0, 0, 100, 100], { children, clipsContent: true, ...more });

const inside = nodeAt('RECTANGLE', [10, 10, 20, 20]);
const outside = nodeAt('RECTANGLE', [90, 10, 20, 20]);
const stroked = { strokes: [solid()], strokeWeight: 2, strokeAlign: 'OUTSIDE' };

describe('a frame', () => {
  it('clips its children only where one extends beyond it', () => {
    expect(groupOf(frame([inside])).clip).toBeUndefined();
    expect(groupOf(frame([outside])).clip).toMatchObject({ size: { width: 100, height: 100 } });
    expect(groupOf(frame([outside], { clipsContent: false })).clip).toBeUndefined();
  });

  it('treats shadows, text boxes and its own rounded corners as extending beyond it', () => {
    const shadow = { type: 'DROP_SHADOW', offset: { x: 0, y: 0 }, radius: 15 };
    const shadowed = nodeAt('RECTANGLE', [10, 10, 20, 20], { effects: [shadow] });
    const text = nodeAt('TEXT', [10, 90, 50, 20], { characters: 'a', style: { fontSize: 8 } });
    const corner = nodeAt('RECTANGLE', [0, 0, 20, 20]);
    expect(groupOf(frame([shadowed])).clip).toBeDefined();
    expect(groupOf(frame([text])).clip).toBeDefined();
    expect(groupOf(frame([corner])).clip).toBeUndefined();
    expect(groupOf(frame([corner], { cornerRadius: 8 })).clip).toBeDefined();
  });

  it('draws its stroke above clipped children and unclipped itself, else below its children', () => {
    const [cut, border] = groupOf(frame([outside], stroked)).children;
    expect(cut).toMatchObject({ kind: 'group', clip: {}, children: [{ fills: [{}] }, {}] });
    expect(border).toMatchObject({ kind: 'shape', fills: [], stroke: { weight: 2 } });
    const [back, child] = groupOf(frame([outside], { ...stroked, clipsContent: false })).children;
    expect(back).toMatchObject({ fills: [{}], stroke: { weight: 2 } });
    expect(child!.node).toMatchObject({ id: outside.id });
  });

  it('takes up its room in a picture, with or without paint', () => {
    expect(sceneOf(frame([], { fills: [] })).size).toEqual({ width: 100, height: 100 });
    expect(sceneOf(frame([], stroked)).size).toEqual({ width: 104, height: 104 });
    expect(sceneOf(frame([outside], { clipsContent: false })).size).toEqual({ width: 110, height: 100 });
  });

  it('may have its first child on top', () => {
    const first = (more: object): unknown =>
      groupOf(frame([inside, outside], { fills: [], ...more })).children[0]!.node!.id;
    expect(first({})).toBe(inside.id);
    expect(first({ itemReverseZIndex: true })).toBe(outside.id);
  });
});

describe('a group', () => {
  it('is as large as what is drawn of it, whatever box the file has for it', () => {
    expect(sceneOf(nodeAt('GROUP', [0, 0, 90, 90], { children: [inside] })).size).toEqual({
      width: 20,
      height: 20,
    });
  });

  it('is pass-through or isolated as the file says, and draws nothing without children', () => {
    const group = (more: object): NodeJson =>
      nodeAt('GROUP', [0, 0, 90, 90], { children: [inside], ...more });
    expect(groupOf(group({})).blendMode).toBe('PASS_THROUGH');
    expect(groupOf(group({ blendMode: 'NORMAL', opacity: 0.5 }))).toMatchObject({
      blendMode: 'NORMAL',
      opacity: 0.5,
    });
    expect(build(group({ children: [{ ...inside, visible: false }] }))).toEqual({
      nothing: 'nothing to draw',
    });
  });
});

describe('a section', () => {
  const section = (more: object = {}): NodeJson =>
    nodeAt('SECTION', [0, 0, 500, 500], { name: 'Flow', children: [inside], ...more });

  it('is shown with its name and a margin of 40 px', () => {
    const scene = sceneOf(section());
    expect(scene.size).toEqual({ width: 580, height: 580 });
    const [{ children }] = scene.items as [ReturnType<typeof groupOf>];
    expect(children.map(labelOf)).toEqual(['group SECTION', 'text SECTION']);
  });

  it('that is collapsed hides its contents', () => {
    const [open, closed] = [section(), section({ sectionContentsHidden: true })];
    const count = (node: NodeJson): number =>
      (groupOf(node).children[0] as ReturnType<typeof groupOf>).children.length;
    expect([count(open), count(closed)]).toEqual([2, 1]);
  });
});

describe('a page', () => {
  const page = (more: object = {}): NodeJson => ({
    id: '0:1',
    type: 'CANVAS',
    children: [inside, outside],
    ...more,
  });

  it('shows its children on the page’s colour, in their bounding box', () => {
    const scene = sceneOf(page({ backgroundColor: { r: 0.9, g: 0.9, b: 0.9, a: 1 } }));
    expect(scene.size).toEqual({ width: 100, height: 20 });
    const [{ children }] = scene.items as [ReturnType<typeof groupOf>];
    expect(children.map(labelOf)).toEqual(['shape CANVAS', 'shape RECTANGLE', 'shape RECTANGLE']);
  });

  it('without content has no picture', () => {
    expect(build(page({ children: [] }))).toEqual({ nothing: 'nothing to draw' });
  });
});
