import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactNodeId } from '../contract/branded-ids.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { assemble } from '../testing/assemble-body.ts';
import { memorySource } from './byte-source.ts';
import { compileSnapshot } from './compile-snapshot.ts';
import { openSnapshot } from './open-snapshot.ts';
import { readOverlay, writeOverlay } from './overlay.ts';
import { type Patch, patchList } from './patches.ts';
import { atOnce } from './run-at-once.ts';
import type { Snapshot } from './snapshot.ts';
import { SnapshotUnreadable } from './snapshot-tables.ts';

interface Node {
  id: string;
  type: string;
  opacity: number;
  size: { x: number };
  pluginData: object;
  children: Node[];
}

const tree = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.record({
    id: fc.constant(''),
    type: fc.constant('FRAME'),
    opacity: fc.double({ min: 0, max: 1, noNaN: true }),
    size: fc.record({ x: fc.integer() }),
    pluginData: fc.constant({ 7: { a: 'b' } }),
    children: fc.oneof({ maxDepth: 3 }, fc.constant<Node[]>([]), fc.array(tie('node'), { maxLength: 3 })),
  }),
})).node;

function numbered(node: Node, next = { id: 1 }): Node {
  return { ...node, id: `1:${next.id++}`, children: node.children.map((child) => numbered(child, next)) };
}

/** Each value to be changed stands once in the whole document, so that it is found by looking for its text. */
function marked(node: Node): Node {
  const number = Number(node.id.slice(2));
  return {
    ...node,
    opacity: number + 0.125,
    size: { x: number + 0.375 },
    children: node.children.map(marked),
  };
}

const documentOf = (root: Node) => ({
  document: { id: '0:0', type: 'DOCUMENT', children: [{ id: '0:1', type: 'CANVAS', children: [root] }] },
});
const compile = (json: object): Buffer =>
  Buffer.concat(compileSnapshot(readRestSource(Buffer.from(JSON.stringify(json)))).chunks);

function patchesTo(bytes: Buffer, wanted: Node): Patch[] {
  const number = Number(wanted.id.slice(2));
  const patchOf = (before: string, after: string): Patch => {
    const position = bytes.indexOf(before) + before.indexOf(':') + 1;
    return { position, length: before.length - before.indexOf(':') - 1, bytes: Buffer.from(after) };
  };
  return [
    patchOf(`"opacity":${number + 0.125}`, JSON.stringify(wanted.opacity)),
    patchOf(`"size":{"x":${number + 0.375}}`, JSON.stringify(wanted.size)),
    ...wanted.children.flatMap((child) => patchesTo(bytes, child)),
  ];
}

const shown = (snapshot: Snapshot, ids: string[], depth: number | undefined, geometry: boolean): string[] =>
  [
    snapshot.file({ geometry }),
    snapshot.file({ ids, geometry, ...(depth === undefined ? {} : { depth }) }),
    snapshot.nodes(ids.map(exactNodeId), { geometry, pluginData: ['7'] }),
    snapshot.subtree(0, depth === undefined ? { geometry } : { geometry, depth }),
  ].map((body) => {
    const text = Buffer.concat([...assemble(body, snapshot.source)]);
    expect(text.length).toBe(body.sizeBytes);
    return text.toString();
  });

test('a patched snapshot answers as one that was compiled from the changed document', () => {
  fc.assert(
    fc.property(
      tree,
      fc.integer({ min: 0, max: 3 }),
      fc.option(fc.integer({ min: 1, max: 4 })),
      fc.boolean(),
      (root, asked, depth, geometry) => {
        const wanted = numbered(root);
        const bytes = compile(documentOf(marked(wanted)));
        const patches = patchList(patchesTo(bytes, wanted));
        const patched = openSnapshot(memorySource(bytes), patches);
        const expected = openSnapshot(memorySource(compile(documentOf(wanted))));
        const ids = Array.from({ length: asked }, (_, index) => `1:${index * 2 + 1}`);
        expect(shown(patched, ids, depth ?? undefined, geometry)).toEqual(
          shown(expected, ids, depth ?? undefined, geometry),
        );
      },
    ),
    { numRuns: 200 },
  );
});

test('the own properties of a node that begins with vector data are found where they stand', () => {
  const node = { size: { x: 1 }, fillGeometry: [], id: '1:1', type: 'FRAME', opacity: 0.5 };
  const bytes = compile(documentOf(node as unknown as Node));
  const snapshot = openSnapshot(memorySource(bytes));
  const { values } = atOnce(snapshot.ownPropertiesInSteps(snapshot.find(exactNodeId('1:1'))!));
  const texts = [...values].map(([key, { position, length }]) => [
    key,
    bytes.toString('utf8', position, position + length),
  ]);
  expect(Object.fromEntries(texts)).toEqual({
    id: '"1:1"',
    type: '"FRAME"',
    opacity: '0.5',
    scrollBehavior: '"SCROLLS"',
    size: '{"x":1}',
    fillGeometry: '[]',
  });
});

test('an overlay keeps its base and its patches', async () => {
  const patches = patchList([
    { position: 2 ** 33, length: 3, bytes: Buffer.from('0.25') },
    { position: 300, length: 0, bytes: Buffer.from('"new":1,') },
    { position: 300, length: 4, bytes: Buffer.from('true') },
  ]);
  const overlay = readOverlay(memorySource(await writeOverlay('a'.repeat(64), patches)));
  expect(overlay?.base).toBe('a'.repeat(64));
  expect(
    overlay?.patches.patches.map(({ position, length, bytes }) => [position, length, String(bytes)]),
  ).toEqual([
    [300, 4, 'true'],
    [2 ** 33, 3, '0.25'],
  ]);
});

test('patches that put the same bytes many times take little', async () => {
  const paint = Buffer.from('[{"type":"SOLID","color":{"r":0.25,"g":0.5,"b":0.75,"a":1}}]');
  const patches = Array.from({ length: 10_000 }, (_, at) => ({
    position: at * 400,
    length: 40,
    bytes: paint,
  }));
  const overlay = await writeOverlay('c'.repeat(64), patchList(patches));
  expect(overlay.length).toBeLessThan(paint.length * 1_000);
  expect(readOverlay(memorySource(overlay))?.patches.patches).toHaveLength(10_000);
});

test('an overlay of the first format, which was not deflated, is read', () => {
  const header = Buffer.alloc(80);
  header.write('VITROVER');
  header.writeUInt32LE(1, 8);
  header.writeUInt32LE(1, 12);
  header.write('d'.repeat(64), 16);
  const row = Buffer.alloc(16);
  row.writeBigUInt64LE(300n, 0);
  row.writeUInt32LE(4, 8);
  row.writeUInt32LE(2, 12);
  const overlay = readOverlay(memorySource(Buffer.concat([header, row, Buffer.from('42')])));
  expect(overlay?.base).toBe('d'.repeat(64));
  expect(
    overlay?.patches.patches.map(({ position, length, bytes }) => [position, length, String(bytes)]),
  ).toEqual([[300, 4, '42']]);
});

test('what is no overlay is none, and a cut one is refused', async () => {
  const bytes = await writeOverlay(
    'b'.repeat(64),
    patchList([{ position: 1, length: 1, bytes: Buffer.from('12345') }]),
  );
  expect(readOverlay(memorySource(compile({ document: { id: '0:0', type: 'DOCUMENT' } })))).toBeUndefined();
  expect(readOverlay(memorySource(Buffer.from('short')))).toBeUndefined();
  for (const cut of [bytes.length - 1, bytes.length - 10])
    expect(() => readOverlay(memorySource(bytes.subarray(0, cut)))).toThrow(SnapshotUnreadable);
});
