import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ByteBody, fileBody, gather, growingBody } from './byte-body.ts';
import { hotBytes } from './hot-bytes.ts';

const nothing = Buffer.alloc(0);
const sizeBytes = 1_000_003;
let folder: string;
let paths: string[];
let contents: Buffer[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-bodies-'));
  contents = [1, 2, 3].map((seed) =>
    Buffer.from(Array.from({ length: sizeBytes }, (_, at) => (at * seed) % 251)),
  );
  paths = contents.map((_, index) => join(folder, String(index)));
  await Promise.all(contents.map((bytes, index) => writeFile(paths[index] ?? '', bytes)));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const bodyOf = (index: number): ByteBody => fileBody(paths[index] ?? '', sizeBytes, nothing);

describe('the bytes of a file', () => {
  test('are whole, with what follows them', async () => {
    const body = fileBody(paths[0] ?? '', sizeBytes, Buffer.from('tail'));
    expect((await gather(body)).equals(Buffer.concat([contents[0] ?? nothing, Buffer.from('tail')]))).toBe(
      true,
    );
  });

  test('do not mix with those of other files read at the same time, again and again', async () => {
    for (let round = 0; round < 3; round++) {
      const read = await Promise.all([0, 1, 2, 0, 1, 2].map((index) => gather(bodyOf(index))));
      for (const [place, bytes] of read.entries())
        expect(bytes.equals(contents[place % 3] ?? nothing)).toBe(true);
    }
  });

  test('of a chunk stay while the next one is not asked for, also where reading stops there', async () => {
    const chunks = bodyOf(0).chunks() as AsyncIterable<Uint8Array>;
    const iterator = chunks[Symbol.asyncIterator]();
    const { value: first } = await iterator.next();
    const before = Buffer.from(first as Uint8Array);
    await iterator.return?.();
    await Promise.all([1, 2, 1, 2].map((index) => gather(bodyOf(index))));
    expect(before.equals(first as Uint8Array)).toBe(true);
  });
});

test('A file that comes is read from memory as far as it is there, and from the disk else', async () => {
  const fromMemory = 512 * 1024;
  const file = {
    open: () => open(paths[0] ?? '', 'r'),
    until: async () => {},
    readUnread: (target: Uint8Array, position: number) => {
      if (position + target.length > fromMemory) return false;
      target.fill(255);
      return true;
    },
  };
  const read = await gather(growingBody({ position: 0, length: sizeBytes }, file, Buffer.from('tail')));
  const expected = [Buffer.alloc(fromMemory, 255), contents[0]!.subarray(fromMemory), Buffer.from('tail')];
  expect(read.equals(Buffer.concat(expected))).toBe(true);
});

describe('bytes that are kept in memory', () => {
  const read = (kept: ReturnType<typeof hotBytes>, index: number) => kept.read(paths[index] ?? '', sizeBytes);

  test('are read from the disk once, and again once others took their place', async () => {
    const kept = hotBytes({ mostBytes: 2 * sizeBytes, largestBytes: sizeBytes });
    const first = await read(kept, 0);
    expect(first?.equals(contents[0] ?? nothing)).toBe(true);
    expect(await read(kept, 0)).toBe(first);
    await read(kept, 1);
    expect(await read(kept, 0)).toBe(first);
    await read(kept, 2);
    expect(await read(kept, 0)).toBe(first);
    expect(await read(kept, 1)).not.toBe(undefined);
    await read(kept, 2);
    expect(await read(kept, 0)).not.toBe(first);
  });

  test('are not those of a file that is too large', async () => {
    expect(await read(hotBytes({ mostBytes: sizeBytes, largestBytes: sizeBytes - 1 }), 0)).toBe(undefined);
  });

  test('make the same body', async () => {
    const kept = hotBytes({ mostBytes: sizeBytes, largestBytes: sizeBytes });
    const body = fileBody(paths[1] ?? '', sizeBytes, Buffer.from('!'), kept);
    expect((await gather(body)).equals(Buffer.concat([contents[1] ?? nothing, Buffer.from('!')]))).toBe(true);
  });
});
