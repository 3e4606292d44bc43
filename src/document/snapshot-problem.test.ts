import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactNodeId } from '../contract/branded-ids.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { assemble } from '../testing/assemble-body.ts';
import { memorySource } from './byte-source.ts';
import { compileSnapshot } from './compile-snapshot.ts';
import { openSnapshot } from './open-snapshot.ts';
import { patchNode } from './patch-node.ts';
import { type Patch, type PatchList, patchList } from './patches.ts';
import { patchesProblem } from './patches-problem.ts';
import { readOwn } from './read-node.ts';
import { atOnce } from './run-at-once.ts';
import {
  EntryColumn,
  entryColumns,
  headerBytes,
  NodeColumn,
  nodeColumns,
  type SectionName,
  sectionNames,
} from './snapshot-layout.ts';
import { snapshotProblem } from './snapshot-problem.ts';
import { openTables } from './snapshot-tables.ts';

const frame = {
  fillGeometry: [{ path: 'M0 0' }],
  id: '1:1',
  name: 'Frame',
  type: 'FRAME',
  size: { x: 1, y: 2 },
  isMask: true,
  pluginData: { 7: { a: 'b' } },
  boundVariables: { opacity: { id: 'VariableID:1:2' } },
  children: [
    {
      id: '1:2',
      type: 'COMPONENT',
      name: 'Set of one',
      fills: [{ imageRef: 'abc' }],
      styles: { fill: '9:1' },
    },
    { id: '1:3', type: 'INSTANCE', componentId: '1:2', name: 'One', children: [] },
  ],
  opacity: 0.5,
  relativeTransform: [[1, 0, 0]],
};
const document = {
  document: { id: '0:0', type: 'DOCUMENT', children: [{ id: '0:1', type: 'CANVAS', children: [frame] }] },
  components: { '1:2': { key: 'k', name: 'One', componentSetId: '8:8' } },
  componentSets: { '8:8': { key: 's', name: 'Set' } },
  styles: { '9:1': { key: 't', name: 'Red', styleType: 'FILL' } },
  name: 'Design',
};
const ids = ['0:0', '0:1', '1:1', '1:2', '1:3'].map(exactNodeId);

const compiled = (json: object): Buffer =>
  Buffer.concat(compileSnapshot(readRestSource(Buffer.from(JSON.stringify(json)))).chunks);
const bytes = compiled(document);
const problemOf = (snapshot: Buffer) => snapshotProblem(memorySource(snapshot), readRestSource);
const { sections } = openTables(memorySource(bytes));

/** Everything that a reader may ask; each answer has to end, to be JSON, and to be as long as it was said to be. */
function readAll(snapshot: Buffer, patches?: PatchList): void {
  const opened = openSnapshot(memorySource(snapshot), patches);
  const known = ids.map((id) => opened.find(id)).filter((row) => row !== undefined);
  expect(known).toHaveLength(ids.length);
  const bodies = [
    ...[{}, { geometry: true }, { pluginData: ['7'] }, { everything: true }].map((one) => opened.file(one)),
    opened.file({ depth: 1 }),
    opened.file({ ids: ['1:2'], geometry: true }),
    ...known.map((row) => opened.subtree(row, { depth: 0, geometry: true })),
  ];
  for (const [index, body] of bodies.entries()) {
    const text = Buffer.concat([...assemble(body, opened.source)]).toString();
    expect(Buffer.byteLength(text)).toBe(body.sizeBytes);
    JSON.parse(index < 6 ? `${text}}` : text);
  }
  for (const row of known) {
    opened.node(row);
    expect(Array.from(opened.children(row)).length).toBeLessThan(ids.length);
    opened.subtreeHash(row);
  }
  for (const id of opened.boundIds()) opened.nodesBoundTo(id);
  opened.imageRefs();
  atOnce(opened.entries());
  atOnce(opened.boundUses());
}

describe('A snapshot that somebody else may have made', () => {
  it('is believed where it is what the compiler makes, hashes of subtrees or not', () => {
    expect(problemOf(bytes)).toBeUndefined();
    expect(problemOf(compiled({ document: { id: '0:0', type: 'DOCUMENT' } }))).toBeUndefined();
    readAll(bytes);
  });

  it('has the hashes of its larger subtrees, or none, as versions wrote it that did not know of them', () => {
    const large = compiled({ ...document, document: { ...document.document, name: 'x'.repeat(5000) } });
    const { position, length } = openTables(memorySource(large)).sections.subtreeHashes;
    expect(length).toBeGreaterThan(0);
    expect(problemOf(large)).toBeUndefined();
    const older = Buffer.from(large.subarray(0, position));
    older.fill(0, 48 + sectionNames.indexOf('subtreeHashes') * 16, 48 + sectionNames.length * 16);
    expect(problemOf(older)).toBeUndefined();
    large[position + 4]! ^= 1;
    expect(problemOf(large)).toBe('Its tables are not those of its document.');
  });

  const tables: readonly SectionName[] = ['extraIndex', 'records', 'idTable', 'entries'];
  it.each(tables)('is refused with any number of its %s forged', (name) => {
    const { position, length } = sections[name];
    expect(length).toBeGreaterThan(0);
    for (let at = position; at < position + length; at += 4)
      for (const forged of forgedNumbers(at)) {
        const problem = problemOf(forged);
        // Uses may be said of another node, and a component to be of another set, as long as there are these.
        if (problem === undefined && mayBeAnother(name, (at - position) / 4)) readAll(forged);
        else expect(problem, `byte ${at}`).toEqual(expect.stringMatching(/^(Its|What it says of) /));
      }
  });

  it.each(['refs', 'bindings'] as const)(
    'is read to its end with its %s forged, where it is believed',
    (name) => {
      const { position, length } = sections[name];
      expect(length).toBeGreaterThan(0);
      for (let at = position; at < position + length; at += 4)
        for (const forged of forgedNumbers(at)) if (problemOf(forged) === undefined) readAll(forged);
      expect(problemOf(withNumber(position, 0xffff_fff0))).toBe('What it says of uses is out of its bounds.');
    },
  );

  it('is read to its end with its header forged, where it is believed', () => {
    for (let at = 0; at < headerBytes; at += 4)
      for (const forged of forgedNumbers(at)) if (problemOf(forged) === undefined) readAll(forged);
  });

  it('is read to its end with any byte of its document and texts forged, where it is believed', () => {
    const texts = ['prefix', 'extras', 'imageRefs', 'boundIds', 'fields'] as const;
    for (const { position, length } of texts.map((name) => sections[name]))
      for (let at = position; at < position + length; at++) {
        const forged = Buffer.from(bytes);
        forged[at] = [0x20, 0x22, 0x7d, 0xff][at % 4]!;
        if (problemOf(forged) === undefined) readAll(forged);
      }
  });

  it('is refused where it is cut, or holds a document that is no JSON', () => {
    expect(problemOf(bytes.subarray(0, bytes.length - 8))).toMatch(/^The snapshot is cut off|^Its sections/);
    const forged = Buffer.from(bytes);
    forged[sections.prefix.position + sections.prefix.length - 2] = 0x20;
    expect(problemOf(forged)).toMatch(/^Its document can not be taken: /);
  });
});

const mayBeAnother = (name: SectionName, number: number): boolean =>
  (name === 'records' && number % nodeColumns === NodeColumn.refsStart) ||
  (name === 'entries' && number % entryColumns === EntryColumn.set);

function withNumber(at: number, value: number): Buffer {
  const forged = Buffer.from(bytes);
  forged.writeUInt32LE(value >>> 0, at);
  return forged;
}

const forgedNumbers = (at: number): Buffer[] => {
  const value = bytes.readUInt32LE(at);
  return [0, value + 1, value - 1, 0xffff_ffff]
    .filter((other) => other >>> 0 !== value)
    .map((other) => withNumber(at, other));
};

describe('Changes that lie over a snapshot, and that somebody else may have made,', () => {
  const problemWith = (patches: readonly Patch[]) =>
    patchesProblem(openTables(memorySource(bytes), patchList(patches)));
  const place = (text: string): number => bytes.indexOf(text);
  const put = (at: number, length: number, text: string | Buffer): Patch => ({
    position: at,
    length,
    bytes: Buffer.from(text),
  });

  it('are believed as the program makes them, of properties that are there and that are not', () => {
    const opened = openSnapshot(memorySource(bytes));
    const patches = ['1:1', '1:2', '1:3'].flatMap((id) => {
      const row = opened.find(exactNodeId(id))!;
      const before = readOwn(opened, row);
      const after = {
        ...before,
        opacity: 0.25,
        name: 'Another',
        size: { x: 5 },
        devStatus: { type: 'NONE' },
      };
      return patchNode(atOnce(opened.ownPropertiesInSteps(row)), before, after);
    });
    const problem = problemWith(patches.filter(({ bytes: text }) => !String(text).includes('"size":')));
    expect(problem).toBeUndefined();
  });

  const own = '"opacity":0.5';
  const forged: readonly [string, Patch[]][] = [
    ['overlap', [put(place(own), 3, ' '), put(place(own) + 1, 1, ' ')]],
    ['leave no JSON', [put(place(own) + 10, 3, '{')]],
    ['are no UTF-8', [put(place(own) + 10, 3, Buffer.from([0x22, 0xff, 0x22]))]],
    ['close the node and open another', [put(place(own) + 10, 3, '1},{"id":"7:7","type":"FRAME"')]],
    ['give another id', [put(place('"1:1"'), 5, '"7:7"')]],
    ['give another type', [put(place('"FRAME"'), 7, '"GROUP"')]],
    ['give another name behind the one that is read', [put(place(own), 0, '"name":"x",')]],
    ['give vector data that is counted elsewhere', [put(place(own), 0, '"size":1,')]],
    ['take the brackets of the children', [put(place('"children":[{"id":"1:2"') + 11, 1, '[[')]],
    ['reach from a node into its child', [put(place('{"id":"1:2"') - 1, 4, '[{"i')]],
    ['lie beside the nodes', [put(place('{"key":"k"'), 1, '{ ')]],
    ['lie in what plugins wrote', [put(place('{"7":'), 1, '{ ')]],
    ['lie in the tables', [put(sections.records.position, 4, 'abcd')]],
    ['lie behind the end', [put(2 ** 40, 1, 'a')]],
    ['take a comma', [put(place(own) - 1, 1, ' ')]],
  ];
  it.each(forged)('are refused where they %s', (_title, patches) => {
    expect(problemWith(patches)).toMatch(/^Its change/);
  });

  it('leave a document that is read to its end wherever they are believed', () => {
    const ends = sections.extras.position + sections.extras.length;
    const texts = fc.constantFrom('', '1', '"a"', ',', '{', '}', '"a":1,', ',"a":1', '[]', '"size":1,', '\\');
    const anywhere = fc.nat(ends - headerBytes).map((at) => at + headerBytes);
    const patch = fc.tuple(anywhere, fc.nat(30), texts).map(([at, length, text]) => put(at, length, text));
    fc.assert(
      fc.property(fc.array(patch, { minLength: 1, maxLength: 2 }), (patches) => {
        if (problemWith(patches) === undefined) readAll(bytes, patchList(patches));
      }),
      { numRuns: 500 },
    );
  });
});
