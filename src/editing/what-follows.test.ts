import { beforeAll, describe, expect, it } from 'vitest';
import { loadYoga } from 'yoga-layout/load';
import { exactNodeId } from '../contract/branded-ids.ts';
import { openFontRegistry } from '../render/text/open-font-registry.ts';
import type { LayoutTools } from '../variables/follow/layout/lay-out.ts';
import { measureWith } from '../variables/follow/layout/measure-text.ts';
import type { NodeOperation } from './edit.ts';
import { answerOf, edited, nodeIn, openNodes, openText } from './edited.suite.ts';

let tools: LayoutTools;
beforeAll(async () => {
  const fonts = openFontRegistry([]);
  tools = { yoga: await loadYoga(), measure: measureWith(fonts) };
  edited(row(), [set('2:1', { characters: 'Warm up' })], { tools });
  await fonts.settle(() => {});
});

const set = (id: string, properties: object): NodeOperation => ({
  op: 'set',
  id,
  properties: { ...properties },
});

const at = (x: number, y: number, width: number, height: number, inX = x, inY = y) => ({
  absoluteBoundingBox: { x, y, width, height },
  absoluteRenderBounds: { x, y, width, height },
  size: { x: width, y: height },
  relativeTransform: [
    [1, 0, inX],
    [0, 1, inY],
  ],
});
const hugging = {
  layoutMode: 'HORIZONTAL',
  itemSpacing: 10,
  layoutSizingHorizontal: 'HUG',
  layoutSizingVertical: 'HUG',
};
const style = {
  fontFamily: 'Inter',
  fontWeight: 400,
  fontSize: 12,
  textAutoResize: 'WIDTH_AND_HEIGHT',
  lineHeightPx: 15,
};

/** A frame that hugs a text and a box behind it. */
const row = () =>
  openNodes([
    {
      id: '1:1',
      type: 'FRAME',
      name: 'Row',
      ...hugging,
      ...at(100, 100, 80, 20),
      children: [
        { id: '2:1', type: 'TEXT', name: 'T', characters: 'Hello', style, ...at(100, 100, 30, 15, 0, 0) },
        {
          id: '2:2',
          type: 'FRAME',
          name: 'B',
          ...at(140, 100, 40, 20, 40, 0),
          children: [{ id: '2:3', type: 'RECTANGLE', name: 'R', ...at(145, 105, 10, 10, 5, 5) }],
        },
      ],
    },
    { id: '1:9', type: 'RECTANGLE', name: 'Apart', ...at(500, 500, 10, 10) },
  ]);

const boxOf = (after: Parameters<typeof nodeIn>[0], id: string) => nodeIn(after, id).absoluteBoundingBox;

describe('Where nodes lie', () => {
  it('follows a text that hugs what it says: its frame grows, and what comes behind it moves with all in it', () => {
    const { after, isPatched } = edited(row(), [set('2:1', { characters: 'Hello, hello' })], { tools });
    const grown = boxOf(after, '2:1').width - 30;
    expect(isPatched).toBe(true);
    expect(grown).toBeGreaterThan(20);
    expect(boxOf(after, '1:1')).toEqual({ x: 100, y: 100, width: 80 + grown, height: 20 });
    expect([boxOf(after, '2:2').x, boxOf(after, '2:3').x]).toEqual([140 + grown, 145 + grown]);
    expect(nodeIn(after, '2:2').relativeTransform[0][2]).toBe(40 + grown);
    expect(nodeIn(after, '2:3').relativeTransform[0][2]).toBe(5);
  });

  it('follows what comes into a frame that lays out, leaves it, or changes its place there', () => {
    const node = { type: 'RECTANGLE', id: '3:1', size: { x: 20, y: 20 } };
    const into = edited(row(), [{ op: 'insert', parent: '1:1', index: 1, node }], { tools }).after;
    expect(boxOf(into, '3:1')).toEqual({ x: 140, y: 100, width: 20, height: 20 });
    expect([boxOf(into, '2:2').x, boxOf(into, '1:1').width]).toEqual([170, 110]);
    const out = edited(row(), [{ op: 'remove', id: '2:1' }], { tools }).after;
    expect([boxOf(out, '2:2').x, boxOf(out, '2:3').x, boxOf(out, '1:1').width]).toEqual([100, 105, 40]);
    const swapped = edited(row(), [{ op: 'move', id: '2:1', parent: '1:1', index: 1 }], { tools }).after;
    expect([boxOf(swapped, '2:2').x, boxOf(swapped, '2:1').x, boxOf(swapped, '1:1').width]).toEqual([
      100, 150, 80,
    ]);
    const away = edited(row(), [{ op: 'move', id: '2:2', parent: '0:1' }], { tools }).after;
    expect([boxOf(away, '2:2'), boxOf(away, '1:1').width]).toEqual([
      { x: 140, y: 100, width: 40, height: 20 },
      30,
    ]);
    expect(nodeIn(away, '2:2').relativeTransform[0][2]).toBe(140);
  });

  it('follows a frame that is moved by hand, and not a hand that moves what a frame lays out', () => {
    const moved = edited(
      row(),
      [set('1:1', { absoluteBoundingBox: { x: 0, y: 50, width: 80, height: 20 } })],
      { tools },
    );
    expect([boxOf(moved.after, '1:1'), boxOf(moved.after, '2:3')]).toEqual([
      { x: 0, y: 50, width: 80, height: 20 },
      { x: 45, y: 55, width: 10, height: 10 },
    ]);
    const held = edited(row(), [set('2:2', { absoluteBoundingBox: { x: 0, y: 0, width: 60, height: 20 } })], {
      tools,
    });
    expect(boxOf(held.after, '2:2')).toEqual({ x: 140, y: 100, width: 60, height: 20 });
    expect(boxOf(held.after, '1:1').width).toBe(100);
    expect(held.notes).toMatchObject([{ id: '2:2', reason: expect.stringContaining('lays it out') }]);
  });

  it.each([
    ['as much higher as its words need, where it grows with them', 'HEIGHT', 18 + 3 * 15],
    ['as high as it was, where it does not', 'NONE', 18],
  ])('makes a text that gets another width %s', (_what, textAutoResize, height) => {
    const words = { characters: 'Hello hello hello hello', style: { ...style, textAutoResize } };
    const text = openNodes([{ id: '2:1', type: 'TEXT', name: 'T', ...words, ...at(0, 0, 200, 18) }]);
    const narrower = set('2:1', { absoluteBoundingBox: { x: 0, y: 0, width: 40, height: 18 } });
    const away: NodeOperation = { op: 'move', id: '2:1', parent: '0:1', index: 0 };
    for (const operations of [[narrower], [narrower, away]]) {
      const { after } = edited(text, operations, { tools });
      expect(boxOf(after, '2:1')).toEqual({ x: 0, y: 0, width: 40, height });
    }
  });

  it('follows constraints where a frame without layout gets another size', () => {
    const pinned = (id: string, horizontal: string, vertical: string, place: object) => ({
      id,
      type: 'RECTANGLE',
      name: id,
      constraints: { horizontal, vertical },
      ...place,
    });
    const frame = openNodes([
      {
        id: '1:1',
        type: 'FRAME',
        name: 'F',
        ...at(100, 100, 100, 100),
        children: [
          pinned('2:1', 'LEFT', 'TOP', at(110, 110, 20, 20, 10, 10)),
          pinned('2:2', 'RIGHT', 'BOTTOM', at(170, 170, 20, 20, 70, 70)),
          pinned('2:3', 'CENTER', 'CENTER', at(140, 140, 20, 20, 40, 40)),
          pinned('2:4', 'SCALE', 'SCALE', at(110, 110, 20, 20, 10, 10)),
          {
            ...pinned('2:5', 'LEFT_RIGHT', 'TOP_BOTTOM', at(110, 110, 80, 80, 10, 10)),
            type: 'FRAME',
            layoutMode: 'HORIZONTAL',
            layoutSizingHorizontal: 'FIXED',
            layoutSizingVertical: 'FIXED',
            children: [
              {
                id: '3:1',
                type: 'RECTANGLE',
                name: 'Filling',
                ...at(110, 110, 80, 80, 0, 0),
                layoutSizingHorizontal: 'FILL',
                layoutSizingVertical: 'FILL',
              },
            ],
          },
          {
            ...pinned('2:6', 'SCALE', 'TOP', at(110, 110, 40, 20, 10, 10)),
            type: 'GROUP',
            children: [pinned('3:2', 'LEFT', 'TOP', at(130, 110, 20, 20, 20, 0))],
          },
        ],
      },
    ]);
    const size = { absoluteBoundingBox: { x: 100, y: 100, width: 200, height: 150 } };
    const { after } = edited(frame, [set('1:1', size)], { tools });
    const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
    expect(boxOf(after, '2:1')).toEqual(box(110, 110, 20, 20));
    expect(boxOf(after, '2:2')).toEqual(box(270, 220, 20, 20));
    expect(nodeIn(after, '2:2').relativeTransform).toEqual([
      [1, 0, 170],
      [0, 1, 120],
    ]);
    expect(boxOf(after, '2:3')).toEqual(box(190, 165, 20, 20));
    expect(boxOf(after, '2:4')).toEqual(box(120, 115, 40, 30));
    expect(boxOf(after, '2:5')).toEqual(box(110, 110, 180, 130));
    expect(boxOf(after, '3:1')).toEqual(box(110, 110, 180, 130));
    expect([boxOf(after, '2:6').width, boxOf(after, '3:2').x, boxOf(after, '3:2').width]).toEqual([
      40, 160, 40,
    ]);
  });

  it('is what a later operation says, whatever the constraints would', () => {
    const frame = openNodes([
      {
        id: '1:1',
        type: 'FRAME',
        name: 'F',
        ...at(0, 0, 100, 100),
        children: [
          {
            id: '2:1',
            type: 'RECTANGLE',
            name: 'R',
            ...at(70, 70, 20, 20),
            constraints: { horizontal: 'RIGHT', vertical: 'BOTTOM' },
          },
        ],
      },
    ]);
    const larger = set('1:1', { size: { x: 200, y: 200 } });
    const put = set('2:1', { absoluteBoundingBox: { x: 5, y: 5, width: 20, height: 20 } });
    const { after } = edited(frame, [larger, put], { tools });
    expect(boxOf(after, '2:1')).toEqual({ x: 5, y: 5, width: 20, height: 20 });
  });

  it('stays as it is where too much would have to be laid out at once, and is noted', () => {
    const { after, notes } = edited(row(), [set('2:1', { characters: 'x'.repeat(100_001) })], { tools });
    expect([boxOf(after, '1:1').width, notes[0]?.reason]).toEqual([80, expect.stringContaining('too large')]);
  });

  it('is found in a document that is nested deeper than any stack', () => {
    const open = (level: number) => `{"id":"9:${level}","type":"FRAME","name":"F","children":[`;
    const levels = Array.from({ length: 20_000 }, (_, level) => open(level));
    const page = `{"id":"0:1","type":"CANVAS","name":"P","children":[${levels.join('')}${']}'.repeat(20_000)}]}`;
    const deep = openText(`{"document":{"id":"0:0","type":"DOCUMENT","name":"D","children":[${page}]}}`);
    const node = { type: 'FRAME', name: 'Deepest' };
    const inserted: NodeOperation = { op: 'insert', parent: '9:19999', node };
    const { after, ids } = edited(deep, [inserted, set('9:19999', { opacity: 0.5 })]);
    const row = after.find(exactNodeId(String(ids.get(0)))) ?? 0;
    expect([after.node(row).depth, after.nodeCount]).toEqual([20_002, 20_003]);
  });

  it('makes a boolean operation of its parts anew: its outline goes, and its box is what comes of theirs', () => {
    const geometry = [{ path: 'M0 0L30 0L30 10L0 10Z', windingRule: 'NONZERO' }];
    const combined = openNodes([
      {
        id: '1:1',
        type: 'BOOLEAN_OPERATION',
        name: 'B',
        booleanOperation: 'UNION',
        ...at(10, 10, 30, 10),
        fillGeometry: geometry,
        children: [
          { id: '1:2', type: 'RECTANGLE', name: 'R', ...at(10, 10, 10, 10, 0, 0), fillGeometry: geometry },
          { id: '1:3', type: 'RECTANGLE', name: 'S', ...at(30, 10, 10, 10, 20, 0), fillGeometry: geometry },
        ],
      },
    ]);
    const further = { absoluteBoundingBox: { x: 50, y: 10, width: 10, height: 10 } };
    const { after, notes } = edited(combined, [set('1:3', further)], { tools });
    expect(nodeIn(after, '1:1').fillGeometry).toEqual([]);
    expect(boxOf(after, '1:1')).toEqual({ x: 10, y: 10, width: 50, height: 10 });
    expect(notes).toMatchObject([{ id: '1:1', property: 'fillGeometry' }]);
    const moved = edited(combined, [
      set('1:1', { absoluteBoundingBox: { x: 0, y: 0, width: 30, height: 10 } }),
    ]);
    expect(nodeIn(moved.after, '1:1').fillGeometry).toEqual(geometry);
    const painted = edited(combined, [set('1:2', { opacity: 0.5 })]);
    expect(nodeIn(painted.after, '1:1').fillGeometry).toEqual(geometry);
    const other = edited(combined, [set('1:1', { booleanOperation: 'SUBTRACT' })], { tools });
    expect([nodeIn(other.after, '1:1').fillGeometry, boxOf(other.after, '1:1').width]).toEqual([[], 10]);
  });

  it('makes a group as large as what is in it, and takes an emptied one away', () => {
    const grouped = openNodes([
      {
        id: '1:1',
        type: 'GROUP',
        name: 'G',
        ...at(10, 10, 30, 10),
        children: [
          { id: '2:1', type: 'RECTANGLE', name: 'A', ...at(10, 10, 10, 10, 0, 0) },
          { id: '2:2', type: 'RECTANGLE', name: 'B', ...at(30, 10, 10, 10, 20, 0) },
        ],
      },
    ]);
    const { after } = edited(grouped, [{ op: 'remove', id: '2:1' }]);
    expect(boxOf(after, '1:1')).toEqual({ x: 30, y: 10, width: 10, height: 10 });
    expect([
      nodeIn(after, '1:1').relativeTransform[0][2],
      nodeIn(after, '2:2').relativeTransform[0][2],
    ]).toEqual([30, 0]);
    const gone = edited(grouped, [
      { op: 'remove', id: '2:1' },
      { op: 'move', id: '2:2', parent: '0:1' },
    ]);
    expect([nodeIn(gone.after, '1:1'), gone.notes[0]?.id]).toEqual([undefined, '1:1']);
  });
});

const component = () =>
  openNodes(
    [
      {
        id: '1:1',
        type: 'COMPONENT',
        name: 'Button',
        ...at(0, 0, 100, 40),
        fills: [],
        children: [
          {
            id: '1:2',
            type: 'TEXT',
            name: 'Label',
            characters: 'Buy',
            style,
            opacity: 1,
            ...at(10, 10, 30, 15),
          },
        ],
      },
      instanceAt('5:1', 200, []),
      instanceAt('5:2', 400, [{ id: 'I5:2;1:2', overriddenFields: ['characters'] }]),
    ],
    {
      components: {
        '1:1': { key: 'k', name: 'Button', description: '', remote: false, documentationLinks: [] },
      },
    },
  );

const instanceAt = (id: string, x: number, overrides: object[]) => ({
  id,
  type: 'INSTANCE',
  componentId: '1:1',
  name: 'Button',
  overrides,
  fills: [],
  ...at(x, 0, 100, 40),
  children: [
    {
      id: `I${id};1:2`,
      type: 'TEXT',
      name: 'Label',
      characters: 'Buy',
      style,
      opacity: 1,
      ...at(x + 10, 10, 30, 15, 10, 10),
    },
  ],
});

describe('Instances', () => {
  it('show what their component says, but for what they override', () => {
    const { after } = edited(component(), [
      set('1:2', { characters: 'Order', opacity: 0.5 }),
      set('1:1', { cornerRadius: 4 }),
    ]);
    expect(nodeIn(after, 'I5:1;1:2')).toMatchObject({ characters: 'Order', opacity: 0.5 });
    expect(nodeIn(after, 'I5:2;1:2')).toMatchObject({ characters: 'Buy', opacity: 0.5 });
    expect([nodeIn(after, '5:1').cornerRadius, nodeIn(after, '5:2').cornerRadius]).toEqual([4, 4]);
  });

  it('keep of their own whether they are seen and how they lie, and what is in them follows in that as well', () => {
    const own = { visible: false, locked: true };
    const { after } = edited(component(), [set('1:1', { ...own, cornerRadius: 4 }), set('1:2', own)]);
    expect(nodeIn(after, '1:1')).toMatchObject(own);
    expect(nodeIn(after, '5:1').cornerRadius).toBe(4);
    for (const name of Object.keys(own)) expect(nodeIn(after, '5:1')).not.toHaveProperty(name);
    expect(nodeIn(after, 'I5:1;1:2')).toMatchObject(own);
  });

  it('show what comes into their component, moves in it and leaves it', () => {
    const node = { id: '9:9', type: 'RECTANGLE', ...at(50, 10, 5, 5) };
    const { after } = edited(component(), [
      { op: 'insert', parent: '1:1', index: 0, node },
      set('9:9', { opacity: 0.5 }),
      { op: 'remove', id: '1:2' },
    ]);
    const ids = (id: string) => nodeIn(after, id).children.map((child: { id: string }) => child.id);
    expect([ids('1:1'), ids('5:1'), ids('5:2')]).toEqual([['9:9'], ['I5:1;9:9'], ['I5:2;9:9']]);
    expect(nodeIn(after, 'I5:2;9:9')).toMatchObject({ opacity: 0.5, absoluteBoundingBox: { x: 450, y: 10 } });
    const swapped = edited(component(), [
      { op: 'insert', parent: '1:1', node },
      { op: 'move', id: '1:2', parent: '1:1' },
    ]).after;
    expect(nodeIn(swapped, '5:1').children.map((child: { id: string }) => child.id)).toEqual([
      'I5:1;9:9',
      'I5:1;1:2',
    ]);
  });

  it('move what their component moves to where that lies in them, with all that is in it', () => {
    const frame = (id: string, children: object[], place: object) => ({
      id,
      type: 'FRAME',
      name: id,
      fills: [],
      children,
      ...place,
    });
    /** A component, or an instance of it; in which it is wider, so that the second frame lies further right. */
    const parts = (inside: string, x: number, wider: number) => [
      frame(
        `${inside}2:1`,
        [
          frame(
            `${inside}2:2`,
            [{ id: `${inside}2:3`, type: 'RECTANGLE', name: 'R', ...at(x + 15, 15, 5, 5, 5, 5) }],
            at(x + 10, 10, 20, 20, 10, 10),
          ),
        ],
        at(x, 0, 100, 50, 0, 0),
      ),
      frame(`${inside}2:5`, [], at(x + 200 + wider, 0, 50, 50, 200 + wider, 0)),
    ];
    const shared = { name: 'Card', fills: [] };
    const card = openNodes(
      [
        { id: '1:1', type: 'COMPONENT', ...shared, ...at(0, 0, 300, 100), children: parts('', 0, 0) },
        {
          id: '5:1',
          type: 'INSTANCE',
          componentId: '1:1',
          overrides: [],
          ...shared,
          ...at(1000, 0, 350, 100),
          children: parts('I5:1;', 1000, 50),
        },
      ],
      { components: { '1:1': { key: 'k', name: 'Card', description: '', remote: false } } },
    );
    const { after } = edited(card, [{ op: 'move', id: '2:2', parent: '2:5' }]);
    expect([boxOf(after, '2:2').x, boxOf(after, '2:3').x]).toEqual([10, 15]);
    expect(nodeIn(after, 'I5:1;2:5').children).toMatchObject([{ id: 'I5:1;2:2' }]);
    expect([boxOf(after, 'I5:1;2:2').x, boxOf(after, 'I5:1;2:3').x]).toEqual([1060, 1065]);
  });

  it('show what is set in a component after they were made in the same step', () => {
    const text = { id: 'words', type: 'TEXT', characters: 'Old' };
    const { after, ids } = edited(component(), [
      { op: 'insert', parent: '0:1', node: { id: 'made', type: 'COMPONENT', children: [text] } },
      { op: 'insert', parent: '0:1', node: { type: 'FRAME', id: 'apart' } },
      { op: 'copy', id: '5:1', parent: 'apart' },
      set('1:2', { characters: 'New' }),
      set('words', { characters: 'Newer' }),
    ]);
    expect(nodeIn(after, `I${ids.get(2)};1:2`).characters).toBe('New');
    expect(nodeIn(after, String(ids.get(0))).children[0].characters).toBe('Newer');
  });

  it('keep what is set in them as their own, and cannot be rebuilt by hand', () => {
    const first = edited(component(), [set('I5:1;1:2', { characters: 'Mine' })]);
    expect(first.isPatched).toBe(true);
    expect(nodeIn(first.after, '5:1').overrides).toEqual([
      { id: 'I5:1;1:2', overriddenFields: ['characters'] },
    ]);
    const { after } = edited(first.after, [set('1:2', { characters: 'Order' })]);
    expect(nodeIn(after, 'I5:1;1:2').characters).toBe('Mine');
    expect(() => edited(component(), [{ op: 'remove', id: 'I5:1;1:2' }])).toThrow(
      'change its main component',
    );
  });

  it('are made whole of their component, and listed in the maps with it', () => {
    const { after, ids } = edited(component(), [
      {
        op: 'insert',
        parent: '0:1',
        node: {
          type: 'INSTANCE',
          componentId: '1:1',
          absoluteBoundingBox: { x: 0, y: 300, width: 100, height: 40 },
        },
      },
      { op: 'copy', id: '5:2', parent: '0:1' },
      { op: 'copy', id: '1:1', parent: '0:1' },
      set('1:1', { name: 'Knob' }),
    ]);
    const made = nodeIn(after, String(ids.get(0)));
    expect(made.children).toMatchObject([
      { id: `I${ids.get(0)};1:2`, characters: 'Buy', absoluteBoundingBox: { x: 10, y: 310 } },
    ]);
    const copied = nodeIn(after, String(ids.get(1)));
    expect(copied.overrides).toEqual([{ id: `I${ids.get(1)};1:2`, overriddenFields: ['characters'] }]);
    const { components } = answerOf(after);
    expect(Object.keys(components)).toEqual(['1:1', ids.get(2)]);
    expect([components['1:1'].name, components['1:1'].key, components[String(ids.get(2))].name]).toEqual([
      'Knob',
      'k',
      'Button',
    ]);
    const without = edited(
      after,
      ['5:1', '5:2', ...[0, 1].map((at) => String(ids.get(at))), '1:1'].map((id) => ({ op: 'remove', id })),
    );
    expect(Object.keys(answerOf(without.after).components)).toEqual([ids.get(2)]);
  });
});

const button = () => {
  const label = (id: string, x: number) => ({
    id,
    type: 'TEXT',
    name: 'Label',
    characters: 'Buy',
    style,
    ...at(x + 10, 10, 30, 15, 10, 10),
    componentPropertyReferences: { characters: 'Label#1:0' },
  });
  const icon = (id: string, x: number) => ({
    id,
    type: 'RECTANGLE',
    name: 'Icon',
    ...at(x, 10, 5, 5, 0, 10),
    componentPropertyReferences: { visible: 'Icon#1:1' },
  });
  return openNodes(
    [
      {
        id: '1:1',
        type: 'COMPONENT',
        name: 'Button',
        ...at(0, 0, 100, 40),
        fills: [],
        componentPropertyDefinitions: {
          'Label#1:0': { type: 'TEXT', defaultValue: 'Buy' },
          'Icon#1:1': { type: 'BOOLEAN', defaultValue: true },
          'Mark#1:2': { type: 'INSTANCE_SWAP', defaultValue: '9:9' },
        },
        children: [label('1:2', 0), icon('1:3', 0)],
      },
      {
        id: '5:1',
        type: 'INSTANCE',
        componentId: '1:1',
        name: 'Button',
        overrides: [],
        ...at(200, 0, 100, 40),
        componentProperties: {
          'Label#1:0': { type: 'TEXT', value: 'Buy' },
          'Icon#1:1': { type: 'BOOLEAN', value: true },
          'Mark#1:2': { type: 'INSTANCE_SWAP', value: '9:9' },
        },
        children: [label('I5:1;1:2', 200), icon('I5:1;1:3', 200)],
      },
    ],
    { components: { '1:1': { key: 'k', name: 'Button', description: '', remote: false } } },
  );
};

describe('Properties of components', () => {
  const given = (properties: object) => set('5:1', { componentProperties: properties });

  it('that an instance is given show in the layers that refer to them, and the others stay', () => {
    const { after } = edited(button(), [
      given({ 'Label#1:0': { type: 'TEXT', value: 'Order' }, 'Icon#1:1': { type: 'BOOLEAN', value: false } }),
    ]);
    expect(nodeIn(after, 'I5:1;1:2').characters).toBe('Order');
    expect(nodeIn(after, 'I5:1;1:3').visible).toBe(false);
    expect(nodeIn(after, '1:2').characters).toBe('Buy');
    expect(nodeIn(after, '5:1').componentProperties).toMatchObject({
      'Label#1:0': { value: 'Order' },
      'Icon#1:1': { value: false },
      'Mark#1:2': { value: '9:9' },
    });
  });

  it('say what a layer says that is set by hand, in an instance and in the component', () => {
    const own = edited(button(), [set('I5:1;1:2', { characters: 'Mine' })]).after;
    expect(nodeIn(own, '5:1').componentProperties['Label#1:0'].value).toBe('Mine');
    const all = edited(button(), [set('1:2', { characters: 'Order' })]).after;
    expect(nodeIn(all, '1:1').componentPropertyDefinitions['Label#1:0'].defaultValue).toBe('Order');
    expect(nodeIn(all, 'I5:1;1:2').characters).toBe('Order');
    expect(nodeIn(all, '5:1').componentProperties['Label#1:0'].value).toBe('Order');
  });

  it('of a new instance are those of its component, but for what is given', () => {
    const componentProperties = { 'Label#1:0': { type: 'TEXT', value: 'New' } };
    const node = { type: 'INSTANCE', componentId: '1:1', componentProperties };
    const { after, ids } = edited(button(), [{ op: 'insert', parent: '0:1', node }]);
    const made = nodeIn(after, String(ids.get(0)));
    expect(made.componentProperties).toEqual({
      'Label#1:0': { type: 'TEXT', value: 'New' },
      'Icon#1:1': { type: 'BOOLEAN', value: true },
      'Mark#1:2': { type: 'INSTANCE_SWAP', value: '9:9' },
    });
    expect(made.children[0].characters).toBe('New');
  });

  it.each([
    ['Size', { type: 'TEXT', value: 'x' }, 'has no property "Size"'],
    ['__proto__', { type: 'TEXT', value: 'x' }, 'has no property "__proto__"'],
    ['Label#1:0', { type: 'TEXT', value: true }, 'is TEXT, and takes a string'],
    ['Icon#1:1', { type: 'BOOLEAN', value: 'yes' }, 'is BOOLEAN, and takes true or false'],
    ['Mark#1:2', { type: 'INSTANCE_SWAP', value: '1:1' }, 'shows another component'],
  ])('that an instance cannot take are refused by name: %s as %j', (name, value, sentence) => {
    const properties = JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);
    expect(() => edited(button(), [given(properties)])).toThrow(sentence);
  });
});

describe('Values that hang on others', () => {
  const alias = { type: 'VARIABLE_ALIAS', id: 'VariableID:1:1' };
  const paint = { type: 'SOLID', blendMode: 'NORMAL', color: { r: 1, g: 0, b: 0, a: 1 } };
  const bound = () =>
    openNodes(
      [
        {
          id: '1:1',
          type: 'RECTANGLE',
          name: 'R',
          opacity: 0.5,
          boundVariables: { opacity: alias },
          fills: [{ ...paint, boundVariables: { color: alias } }],
          ...at(0, 0, 10, 10),
        },
        {
          id: '1:2',
          type: 'RECTANGLE',
          name: 'S',
          fills: [paint],
          styles: { fill: 'S:1' },
          ...at(0, 0, 10, 10),
        },
        {
          id: '1:3',
          type: 'VECTOR',
          name: 'V',
          ...at(0, 0, 10, 10),
          fillGeometry: [{ path: 'M0 0L10 10L0 10Z', windingRule: 'NONZERO' }],
          strokeGeometry: [{ path: 'M0 0L1 1Z', windingRule: 'NONZERO' }],
        },
      ],
      { styles: { 'S:1': { key: 's', name: 'Red', styleType: 'FILL', description: '', remote: false } } },
    );
  const green = { ...paint, color: { r: 0, g: 1, b: 0, a: 1 } };

  it('stay what a variable says, unless they are to be unbound', () => {
    const kept = edited(bound(), [set('1:1', { opacity: 1, fills: [green], locked: true })]);
    expect(nodeIn(kept.after, '1:1')).toMatchObject({
      opacity: 0.5,
      fills: [{ color: paint.color }],
      locked: true,
    });
    expect(kept.notes.map(({ property }) => property)).toEqual(['opacity', 'fills']);
    const { after } = edited(bound(), [
      { op: 'set', id: '1:1', properties: { opacity: 1, fills: [green] }, unbind: true },
    ]);
    expect(nodeIn(after, '1:1')).toMatchObject({ opacity: 1, fills: [green] });
    expect(nodeIn(after, '1:1').boundVariables).toBeUndefined();
    expect(after.boundIds()).toEqual([]);
  });

  it('no longer are what a style says once they are set by hand', () => {
    const { after, notes } = edited(bound(), [set('1:2', { fills: [green] })]);
    expect([nodeIn(after, '1:2').styles, notes[0]?.property]).toEqual([undefined, 'styles']);
    expect(() => edited(bound(), [set('1:2', { styles: { fill: 'S:2' } })])).toThrow(
      'the file has none such',
    );
  });

  it('are stretched with their node where they are paths, and left out where they cannot be reckoned', () => {
    const { after, notes } = edited(bound(), [set('1:3', { size: { x: 20, y: 10 } })]);
    expect(nodeIn(after, '1:3').fillGeometry).toEqual([{ path: 'M0 0L20 10L0 10Z', windingRule: 'NONZERO' }]);
    expect([nodeIn(after, '1:3').strokeGeometry, notes[0]?.property]).toEqual([[], 'strokeGeometry']);
  });

  it('loses nothing that plugins wrote where a document is written anew', () => {
    const before = openNodes([
      {
        id: '1:1',
        type: 'FRAME',
        name: 'F',
        pluginData: { 7: { a: 'b' } },
        sharedPluginData: { n: { c: 'd' } },
        children: [],
      },
    ]);
    const { after } = edited(before, [set('1:1', { name: 'G' })]);
    const body = after.subtree(1, { pluginData: ['7', 'shared'] });
    expect(body.sizeBytes).toBeGreaterThan(0);
    const [node] = nodeWithPluginData(after);
    expect(node).toMatchObject({
      name: 'G',
      pluginData: { 7: { a: 'b' } },
      sharedPluginData: { n: { c: 'd' } },
    });
  });
});

function nodeWithPluginData(document: Parameters<typeof nodeIn>[0]) {
  const { source } = document;
  const pieces = [...document.subtree(1, { pluginData: ['7', 'shared'] }).pieces()];
  const bytes = pieces.map((piece) =>
    piece instanceof Uint8Array ? piece : source.read(piece.position, piece.length),
  );
  return JSON.parse(Buffer.concat(bytes.map((one) => Buffer.from(one))).toString()).children;
}
