import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from '../document/run-at-once.ts';
import { changesBetween } from './changes-between.ts';
import { EditRefused, type NodeOperation } from './edit.ts';
import { answerOf, edited, nodesOf, openNodes } from './edited.suite.ts';
import { mergeDocuments } from './merge-documents.ts';
import { operationsOf } from './operations-of-changes.ts';

// biome-ignore lint/suspicious/noExplicitAny: a node
type Plain = any;

const box = (at: number) => ({ absoluteBoundingBox: { x: at, y: at, width: 10, height: 10 } });
const frames = ['1:1', '1:2', '1:3', '1:4'];
const texts = ['2:1', '2:2', '2:3'];

const start = () => [
  {
    id: '1:1',
    type: 'FRAME',
    name: 'One',
    ...box(0),
    children: [
      {
        id: '1:2',
        type: 'FRAME',
        name: 'Two',
        ...box(5),
        children: [{ id: '2:1', type: 'TEXT', name: 'a', characters: 'A', ...box(7) }],
      },
      { id: '2:2', type: 'TEXT', name: 'b', characters: 'B', ...box(9) },
    ],
  },
  {
    id: '1:3',
    type: 'FRAME',
    name: 'Three',
    ...box(40),
    children: [{ id: '1:4', type: 'FRAME', name: 'Four', ...box(42), children: [] }],
  },
  { id: '2:3', type: 'TEXT', name: 'c', characters: 'C', ...box(60) },
];

const anyId = fc.constantFrom(...frames, ...texts, '0:1', 'new', '9:9');
const parent = fc.constantFrom(...frames, '0:1', 'new', '2:1');
const index = fc.option(fc.nat(3), { nil: undefined });
const operation: fc.Arbitrary<NodeOperation> = fc.oneof(
  fc.record({
    op: fc.constant('set' as const),
    id: fc.constantFrom(...frames, ...texts),
    properties: fc.constantFrom<Plain>(
      { opacity: 0.5 },
      { name: 'Renamed' },
      { visible: false },
      { opacity: 0.25, locked: true },
    ),
  }),
  fc.record({
    op: fc.constant('set' as const),
    id: fc.constantFrom(...texts),
    properties: fc.constantFrom<Plain>({ characters: 'X' }, { characters: 'Y' }),
  }),
  fc.record({
    op: fc.constant('insert' as const),
    parent,
    index,
    node: fc.constantFrom<Plain>(
      { id: '5:1', type: 'FRAME', name: 'New' },
      { id: '5:2', type: 'TEXT', name: 'T', characters: 'N' },
    ),
  }),
  fc.record({ op: fc.constant('move' as const), id: anyId, parent, index }),
  fc.record({ op: fc.constant('copy' as const), id: anyId, parent, index }),
  fc.record({ op: fc.constant('remove' as const), id: anyId }),
);

/** The same on plain objects; undefined where it can't be done. */
function naive(root: Plain, operations: readonly NodeOperation[]): Plain | undefined {
  const tree = structuredClone(root);
  const find = (id: string): Plain => nodesOf(tree).find((node) => node.id === id);
  const above = (id: string): Plain =>
    nodesOf(tree).find((node) => node.children?.some((child: Plain) => child.id === id));
  const put = (node: Plain, id: string, at = Number.POSITIVE_INFINITY): boolean => {
    const into = find(id);
    if (into?.children === undefined || into.type === 'DOCUMENT') return false;
    into.children.splice(at, 0, node);
    return true;
  };
  const cut = (id: string): Plain => {
    const from = above(id);
    const [node] = from.children.splice(
      from.children.findIndex((child: Plain) => child.id === id),
      1,
    );
    return node;
  };
  let copies = 0;
  const renamed = (node: Plain): Plain => ({
    ...node,
    id: `copy ${++copies}`,
    ...(node.children === undefined ? {} : { children: node.children.map(renamed) }),
  });
  for (const one of operations) {
    if (one.op === 'insert') {
      if (find(String(one.node.id)) !== undefined) return undefined;
      const made = { ...(one.node.type === 'FRAME' ? { children: [] } : {}), ...structuredClone(one.node) };
      if (!put(made, one.parent, one.index)) return undefined;
      continue;
    }
    const node = find(one.id);
    if (node === undefined || (one.op !== 'set' && node.type === 'CANVAS')) return undefined;
    if (one.op === 'set') Object.assign(node, one.properties);
    else if (one.op === 'remove') cut(one.id);
    else if (one.op === 'copy') {
      if (!put(renamed(structuredClone(node)), one.parent, one.index)) return undefined;
    } else {
      if (find(one.parent) === undefined || nodesOf(node).some(({ id }) => id === one.parent))
        return undefined;
      if (!put(cut(one.id), one.parent, one.index)) return undefined;
    }
  }
  return tree;
}

const known = new Set([...frames, ...texts, '0:0', '0:1', '5:1', '5:2']);
const compared = ['type', 'name', 'characters', 'opacity', 'visible', 'locked'];

/** What both models know, with one name for all ids that were made. */
const outline = (node: Plain): Plain => ({
  ...Object.fromEntries(compared.map((key) => [key, node[key]])),
  id: known.has(node.id) ? node.id : 'made',
  children: node.children?.map(outline),
});

function tryEdit(operations: readonly NodeOperation[]) {
  try {
    return edited(openNodes(start()), operations);
  } catch (error) {
    if (error instanceof EditRefused) return undefined;
    throw error;
  }
}

const sequence = fc.array(operation, { minLength: 1, maxLength: 8 });

test('Any sequence of operations does to a document what it does to plain objects, or is refused there too', () => {
  fc.assert(
    fc.property(sequence, (operations) => {
      const result = tryEdit(operations);
      const expected = naive(answerOf(openNodes(start())).document, operations);
      expect(result === undefined).toBe(expected === undefined);
      if (result !== undefined) expect(outline(answerOf(result.after).document)).toEqual(outline(expected));
    }),
    { numRuns: 400 },
  );
});

test('What changed between two documents, applied to the one, gives the other', () => {
  fc.assert(
    fc.property(sequence, sequence, (one, other) => {
      const [a, b] = [tryEdit(one)?.after, tryEdit(other)?.after];
      if (a === undefined || b === undefined) return;
      const operations = atOnce(operationsOf(atOnce(changesBetween({ before: a, after: b }))));
      const { after } = edited(a, operations, { asGiven: true, isTrusted: true });
      expect(answerOf(after)).toEqual(answerOf(b));
    }),
    { numRuns: 400 },
  );
});

const properties = ['opacity', 'name', 'locked', 'visible'] as const;
const values = { opacity: [0.5, 0.25], name: ['One', 'Two'], locked: [true, false], visible: [true, false] };
const setting = (ids: readonly string[]) =>
  fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...properties), fc.nat(1)).map(
    ([id, property, at]): NodeOperation => ({
      op: 'set',
      id,
      properties: { [property]: values[property][at] },
    }),
  );

test('Changes of different nodes come together as both, whichever side takes the other in', () => {
  const inserted = (id: string): NodeOperation => ({
    op: 'insert',
    parent: '1:4',
    node: { id, type: 'FRAME', name: id },
  });
  fc.assert(
    fc.property(
      fc.array(setting(['1:1', '2:1', '1:3'])),
      fc.array(setting(['1:2', '2:2', '2:3'])),
      (one, other) => {
        const base = openNodes(start());
        const ours = edited(base, [
          ...one,
          inserted('5:1'),
          { op: 'move', id: '2:1', parent: '1:3', index: 0 },
        ]).after;
        const theirs = edited(base, [...other, { op: 'remove', id: '2:2' }]).after;
        const merged = (mine: typeof base, taken: typeof base) => {
          const merge = atOnce(mergeDocuments({ base, ours: mine, theirs: taken }, []));
          expect(merge.conflicts).toEqual([]);
          return edited(mine, merge.operations, { isTrusted: true }).after;
        };
        const both = edited(ours, [...other, { op: 'remove', id: '2:2' }]).after;
        const documents = [merged(ours, theirs), merged(theirs, ours), both].map(
          (after) => answerOf(after).document,
        );
        expect(documents[0]).toEqual(documents[2]);
        expect(documents[1]).toEqual(documents[2]);
      },
    ),
    { numRuns: 100 },
  );
});
