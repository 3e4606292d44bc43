import { expect, test } from 'vitest';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { assemble } from '../testing/assemble-body.ts';
import { type ByteSource, memorySource } from './byte-source.ts';
import { compileSnapshot } from './compile-snapshot.ts';
import { openSnapshot } from './open-snapshot.ts';
import { PagedReader } from './paged-reader.ts';

const frames = (count: number, children: (index: number) => string): string =>
  Array.from(
    { length: count },
    (_, at) => `{"id":"1:${at}","type":"FRAME","scrollBehavior":"SCROLLS","children":[${children(at)}]}`,
  ).join(',');
const document = (children: string): string =>
  `{"document":{"id":"0:0","type":"DOCUMENT","scrollBehavior":"SCROLLS","children":[{"id":"0:1","type":"CANVAS","scrollBehavior":"SCROLLS","children":[${children}]}]}`;

/** Below 10,000 stretches they are held between counting and copying, above that they are found twice. */
test.each([4_000, 12_000])('%i frames without what is in them are counted and copied alike', (count) => {
  const whole = document(
    frames(count, (at) => `{"id":"2:${at}","type":"RECTANGLE","scrollBehavior":"SCROLLS"}`),
  );
  const source = memorySource(
    Buffer.concat(compileSnapshot(readRestSource(Buffer.from(`${whole}}`))).chunks),
  );
  const body = openSnapshot(source).file({ depth: 2 });
  const expected = `${document(frames(count, () => ''))},"components":{},"componentSets":{},"schemaVersion":0,"styles":{}`;
  for (let time = 0; time < 2; time++) {
    const answer = Buffer.concat([...assemble(body, source)]);
    expect(answer.toString()).toBe(expected);
    expect(body.sizeBytes).toBe(answer.length);
  }
});

test('what a paged reader gave stays, though its page has long gone to another', () => {
  const bytes = Buffer.from(Uint32Array.from({ length: 400_000 }, (_, index) => index).buffer);
  const reader = new PagedReader(memorySource(bytes));
  const first = reader.bytes(0, 8);
  for (let index = 0; index < 400_000; index += 1000) expect(reader.u32(index * 4)).toBe(index);
  expect(Buffer.from(first).readUInt32LE(4)).toBe(1);
  expect(reader.u32(8)).toBe(2);
});

test('a page that could not be read is not taken for the one whose buffer it had', () => {
  const bytes = Buffer.alloc(8192 * 80, 7);
  let isBroken = false;
  const source: ByteSource = {
    sizeBytes: bytes.length,
    read: (position, length) => bytes.subarray(position, position + length),
    readInto: (target, position) => {
      target.fill(isBroken ? 0 : 7);
      if (isBroken) throw new Error(`no byte at ${position}`);
    },
  };
  const reader = new PagedReader(source);
  for (let page = 0; page < 64; page++) reader.u32(page * 8192);
  reader.u32(0);
  isBroken = true;
  expect(() => reader.u32(70 * 8192)).toThrow('no byte');
  isBroken = false;
  expect(reader.u32(0)).toBe(0x07070707);
});
