import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { generateDocument } from '../../bench/big-document.ts';
import { exactNodeId } from '../contract/branded-ids.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { assemble } from '../testing/assemble-body.ts';
import { tokenDifference } from '../testing/json-tokens.ts';
import { type ByteSource, memorySource } from './byte-source.ts';
import { compileSnapshot } from './compile-snapshot.ts';
import { hashId } from './id-table.ts';
import { openSnapshot } from './open-snapshot.ts';
import type { Body } from './selection.ts';
import type { Snapshot } from './snapshot.ts';
import { HeaderField } from './snapshot-layout.ts';
import { SnapshotUnreadable } from './snapshot-tables.ts';

const compile = (json: string | Uint8Array): Buffer =>
  Buffer.concat(compileSnapshot(readRestSource(Buffer.from(json))).chunks);
const open = (json: string | Uint8Array): Snapshot => openSnapshot(memorySource(compile(json)));
const read = (snapshot: Snapshot, body: Body): Buffer => Buffer.concat([...assemble(body, snapshot.source)]);

describe('a tree of 10,000 levels', () => {
  const levels = 10_000;
  const head = (level: number) =>
    `{"id":"1:${level}","type":"FRAME","scrollBehavior":"SCROLLS","size":{"x":1},"children":[`;
  const tail = `],"fillGeometry":[]}`;
  const frames = (first: number, end: number, write = head, close = tail) =>
    Array.from({ length: end - first }, (_, index) => write(first + index)).join('') +
    close.repeat(end - first);
  const page = `{"id":"0:1","type":"CANVAS","scrollBehavior":"SCROLLS","children":[${frames(0, levels)}]}`;
  const document = `{"id":"0:0","type":"DOCUMENT","scrollBehavior":"SCROLLS","children":[${page}]}`;
  const maps = '"components":{},"componentSets":{},"schemaVersion":0,"styles":{}';
  const snapshot = open(`{"document":${document}}`);

  test('comes back whole', () => {
    const answer = read(snapshot, snapshot.file({ geometry: true }));
    expect(tokenDifference(answer, Buffer.from(`{"document":${document},${maps}`))).toBeUndefined();
  });

  test('is cut at any level', () => {
    const bareHead = (level: number) =>
      `{"id":"1:${level}","type":"FRAME","scrollBehavior":"SCROLLS","children":[`;
    const shown = frames(0, levels / 2 - 1, bareHead, ']}');
    const expected = `{"document":{"id":"0:0","type":"DOCUMENT","scrollBehavior":"SCROLLS","children":[{"id":"0:1","type":"CANVAS","scrollBehavior":"SCROLLS","children":[${shown}]}]},${maps}`;
    const answer = read(snapshot, snapshot.file({ depth: levels / 2 }));
    expect(tokenDifference(answer, Buffer.from(expected))).toBeUndefined();
  });

  test('gives its deepest node with all its ancestors, and alone', () => {
    const deepest = `1:${levels - 1}`;
    const answer = read(snapshot, snapshot.file({ ids: [deepest], depth: 1, geometry: true }));
    expect(tokenDifference(answer, Buffer.from(`{"document":${document},${maps}`))).toBeUndefined();
    const alone = `{"${deepest}":{"document":${frames(levels - 1, levels)},${maps}}}`;
    expect(read(snapshot, snapshot.nodes([exactNodeId(deepest)], { geometry: true })).toString()).toBe(alone);
  });
});

/** Counts what is read. */
function countingSource(bytes: Uint8Array): ByteSource & { readBytes: number; reads: number } {
  const memory = memorySource(bytes);
  const source = {
    ...memory,
    readBytes: 0,
    reads: 0,
    read(position: number, length: number) {
      source.readBytes += length;
      source.reads++;
      return memory.read(position, length);
    },
    readInto(target: Uint8Array, position: number) {
      source.readBytes += target.length;
      source.reads++;
      memory.readInto!(target, position);
    },
  };
  return source;
}

describe('the cost of an answer', () => {
  const cost = (nodes: number, select: (snapshot: Snapshot, frame: string) => Body) => {
    const source = countingSource(compile(generateDocument({ nodes, approximateBytes: nodes * 700 })));
    const walked = openSnapshot(source);
    const frame = walked.node([...walked.children(1)][5]!).id;
    source.readBytes = 0;
    source.reads = 0;
    let bytes = 0;
    for (const chunk of assemble(select(openSnapshot(source), frame), source)) bytes += chunk.length;
    return { readBytes: source.readBytes, reads: source.reads, bytes };
  };

  test('of one frame is the same in a file of 400 and of 8,000 nodes', () => {
    const small = cost(400, (snapshot, frame) => snapshot.nodes([exactNodeId(frame)], {}));
    const large = cost(8000, (snapshot, frame) => snapshot.nodes([exactNodeId(frame)], {}));
    expect(large.reads).toBeLessThanOrEqual(small.reads + 3);
    expect(large.readBytes).toBeLessThan(100_000);
  });

  test('of a whole file is one read of its bytes', () => {
    const { readBytes, bytes } = cost(8000, (snapshot) => snapshot.file({}));
    expect(readBytes).toBeLessThan(bytes * 1.1 + 10_000);
  });

  test('of 5,000 ids is bounded by the answer', () => {
    const { readBytes, bytes } = cost(8000, (snapshot) => {
      const ids = Array.from({ length: 5000 }, (_, index) => snapshot.node(index + 3).id);
      return snapshot.nodes(
        ids.filter((_, index) => index % 20 !== 0),
        { depth: 0 },
      );
    });
    expect(readBytes).toBeLessThan(bytes * 20);
  });
});

describe('ids made to collide', () => {
  test('are found all the same', () => {
    const ids: string[] = [];
    for (let number = 0; ids.length < 1500; number++) {
      if ((hashId(`9:${number}`, 0) & 4095) < 2) ids.push(`9:${number}`);
    }
    const children = ids.map((id) => `{"id":"${id}","type":"FRAME","scrollBehavior":"SCROLLS"}`).join(',');
    const snapshot = open(
      `{"document":{"id":"0:0","type":"DOCUMENT","scrollBehavior":"SCROLLS","children":[${children}]}}`,
    );
    expect(ids.map((id) => snapshot.find(exactNodeId(id)))).toEqual(ids.map((_, index) => index + 1));
    expect(snapshot.find(exactNodeId('9:x'))).toBeUndefined();
  });
});

describe('bytes that are no snapshot', () => {
  const whole = compile('{"document":{"id":"0:0","type":"DOCUMENT","scrollBehavior":"SCROLLS"}}');
  const changed = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(whole);
    change(bytes);
    return bytes;
  };

  test.each([
    ['too few', whole.subarray(0, 100), 'The snapshot is cut off.'],
    ['a cut file', whole.subarray(0, whole.length - 16), 'The snapshot is cut off.'],
    ['another file', changed((bytes) => bytes.write('GIF89a')), 'This is not a snapshot.'],
    [
      'another format version',
      changed((bytes) => bytes.writeUInt32LE(99, HeaderField.formatVersion)),
      'The snapshot has format 99; this program reads format 2.',
    ],
  ])('%s are refused', (_, bytes, sentence) => {
    expect(() => openSnapshot(memorySource(bytes))).toThrow(new SnapshotUnreadable(sentence));
  });

  test('a node index that does not exist is an error', () => {
    expect(() => openSnapshot(memorySource(whole)).node(1)).toThrow(RangeError);
    expect(() => openSnapshot(memorySource(whole)).subtree(-1, {})).toThrow(RangeError);
  });
});

test('the same document gives the same snapshot, byte for byte', () => {
  const document = generateDocument({ nodes: 300, approximateBytes: 200_000, geometry: true });
  expect(compile(document).equals(compile(document))).toBe(true);
});

test('white space of the source does not reach the snapshot', () => {
  const document = generateDocument({ nodes: 100, approximateBytes: 60_000, geometry: true });
  const spaced = JSON.stringify(JSON.parse(Buffer.from(document).toString()), null, 3);
  const tight = JSON.stringify(JSON.parse(spaced));
  expect(compile(spaced).equals(compile(tight))).toBe(true);
});

test('the default whole-file answer is one range of the source', () => {
  const snapshot = open(generateDocument({ nodes: 100, approximateBytes: 60_000 }));
  expect([...snapshot.file({}).pieces()]).toEqual([snapshot.prefix]);
  expect([...snapshot.file({ ids: [] }).pieces()]).toEqual([snapshot.prefix]);
});
