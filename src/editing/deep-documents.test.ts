import { describe, expect, it, vi } from 'vitest';
import { Draft } from './draft.ts';
import { DraftNode } from './draft-node.ts';
import type { NodeOperation } from './edit.ts';
import { edited, nodeIn, openNodes } from './edited.suite.ts';

const at = (x: number, y = 0) => ({
  absoluteBoundingBox: { x, y, width: 10, height: 10 },
  size: { x: 10, y: 10 },
  relativeTransform: [
    [1, 0, x],
    [0, 1, y],
  ],
});

const depth = 100;

/** Nodes of a type one in another, `1:0` outermost, with rectangles in the last one. */
function chainOf(type: string, count: number) {
  let nodes: object[] = Array.from({ length: count }, (_, place) => ({
    id: `2:${place}`,
    type: 'RECTANGLE',
    name: 'Box',
    ...at(0),
  }));
  for (let level = depth - 1; level >= 0; level--)
    nodes = [{ id: `1:${level}`, type, name: 'Level', ...at(0), children: nodes }];
  return openNodes(nodes);
}

/** How often the outermost node is asked what it says. */
function readsOfOutermost(document: ReturnType<typeof openNodes>, operations: readonly NodeOperation[]) {
  const reads = vi.spyOn(DraftNode.prototype, 'own', 'get');
  edited(document, operations);
  const count = reads.mock.contexts.filter((node) => (node as DraftNode).id === '1:0').length;
  reads.mockRestore();
  return count;
}

describe('Places in the depth of a document', () => {
  it('are not reckoned from the root for each node that comes', () => {
    const one: NodeOperation = { op: 'insert', parent: `1:${depth - 1}`, node: { type: 'RECTANGLE' } };
    const children = Array.from({ length: 200 }, () => ({ type: 'RECTANGLE' }));
    const frame: NodeOperation = { ...one, node: { type: 'FRAME', children } };
    const document = chainOf('FRAME', 0);
    const reads = readsOfOutermost(document, [...Array.from({ length: 200 }, () => one), frame]);
    expect(reads).toBeLessThan(20);
  });

  it('are not reckoned from the root for each node in groups that is set', () => {
    const sets = Array.from({ length: 200 }, (_, place): NodeOperation => {
      return { op: 'set', id: `2:${place}`, properties: { size: { x: 12, y: 13 } } };
    });
    const document = chainOf('GROUP', 200);
    const few = readsOfOutermost(document, sets.slice(0, 1));
    expect(readsOfOutermost(document, sets) - few).toBeLessThan(20);
  });
});

describe('Whether a node is there', () => {
  it('is not looked up to the root for each of those in one parent', () => {
    const draft = new Draft(chainOf('FRAME', 200), 77);
    const nodes = Array.from({ length: 200 }, (_, place) => draft.find(`2:${place}`) as DraftNode);
    const parents = vi.spyOn(DraftNode.prototype, 'parent', 'get');
    expect(nodes.every((node) => draft.isThere(node))).toBe(true);
    const looks = parents.mock.contexts.filter((node) => (node as DraftNode).id === '1:0').length;
    parents.mockRestore();
    expect(looks).toBeLessThan(5);
  });

  it('is told anew when what it stands in is taken, or put back', () => {
    const draft = new Draft(chainOf('FRAME', 1), 77);
    const [box, level, outer] = ['2:0', '1:50', '1:0'].map((id) => draft.find(id)) as [
      DraftNode,
      DraftNode,
      DraftNode,
    ];
    draft.take(level);
    expect([box, level, outer].map((node) => draft.isThere(node))).toEqual([false, false, true]);
    draft.put(level, outer);
    expect([box, level, outer].map((node) => draft.isThere(node))).toEqual([true, true, true]);
    draft.take(outer);
    expect([box, level, outer].map((node) => draft.isThere(node))).toEqual([false, false, false]);
  });
});

describe('The matrix of a node', () => {
  const document = openNodes([
    {
      id: '1:1',
      type: 'FRAME',
      name: 'Outer',
      ...at(100),
      children: [
        {
          id: '1:2',
          type: 'FRAME',
          name: 'Inner',
          ...at(10),
          children: [{ id: '1:3', type: 'RECTANGLE', name: 'Box', ...at(1) }],
        },
      ],
    },
    { id: '1:4', type: 'FRAME', name: 'Other', ...at(1000), children: [] },
  ]);
  const start = () => {
    const draft = new Draft(document, 77);
    const [outer, inner, box, other] = ['1:1', '1:2', '1:3', '1:4'].map(
      (id) => draft.find(id) as DraftNode,
    ) as [DraftNode, DraftNode, DraftNode, DraftNode];
    expect(box.matrix).toEqual([1, 0, 0, 1, 111, 0]);
    return { draft, outer, inner, box, other };
  };

  it('follows what any node above it is given', () => {
    const { draft, outer, inner, box } = start();
    draft.give(outer, { relativeTransform: at(200).relativeTransform });
    expect(box.matrix[4]).toBe(211);
    draft.give(inner, { relativeTransform: undefined, absoluteBoundingBox: { x: 5, y: 6 } });
    expect(box.matrix).toEqual([1, 0, 0, 1, 6, 6]);
    draft.give(inner, { absoluteBoundingBox: { x: 7, y: 6 } });
    expect(box.matrix[4]).toBe(8);
    draft.give(inner, { absoluteBoundingBox: undefined });
    expect(box.matrix[4]).toBe(201);
  });

  it('follows where any node above it is taken and put', () => {
    const { draft, outer, inner, box, other } = start();
    draft.take(inner);
    expect(box.matrix[4]).toBe(1);
    draft.put(inner, other);
    expect(box.matrix[4]).toBe(1011);
    draft.take(other);
    draft.put(other, outer);
    expect(box.matrix[4]).toBe(1111);
  });

  it('is that of now for later operations of the same change', () => {
    const { after } = edited(document, [
      { op: 'insert', parent: '1:2', node: { id: '5:1', type: 'RECTANGLE' } },
      { op: 'set', id: '1:1', properties: { relativeTransform: at(300).relativeTransform } },
      { op: 'insert', parent: '1:2', node: { id: '5:2', type: 'RECTANGLE' } },
      { op: 'move', id: '1:2', parent: '1:4' },
      { op: 'insert', parent: '1:2', node: { id: '5:3', type: 'RECTANGLE' } },
    ]);
    const lefts = ['5:1', '5:2', '5:3'].map((id) => nodeIn(after, id).absoluteBoundingBox.x);
    expect(lefts).toEqual([310, 310, 310]);
  });
});
