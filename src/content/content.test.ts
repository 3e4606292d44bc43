import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { generateDocument } from '../../bench/big-document.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import { openDiskBlobStore } from '../blobs/disk-blob-store.ts';
import { onePixelPng } from '../testing/cast.ts';
import { archive, documentWith, figDesign, guid, nodeOf } from '../testing/fig-files.ts';
import { longestStepMs } from '../testing/longest-step.ts';
import { type ByteBody, documentBody } from './byte-body.ts';
import { type CompileContent, contentCompiler, type Source } from './compile-content.ts';
import { compileFile } from './compile-file.ts';
import { isArriving } from './designs-arriving.ts';
import { type PreparedPrefixes, preparedPrefixes, wholeBody } from './prepared-prefixes.ts';
import { type SnapshotShelf, snapshotShelf } from './snapshot-shelf.ts';

let folder: string;
let blobs: BlobStore;
let compile: (source: Source) => ReturnType<CompileContent>;
let snapshots: SnapshotShelf;
let prefixes: PreparedPrefixes;
const someone = { organization: '1', caller: 'alice' };
const log = pino({ level: 'silent' });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-content-'));
  blobs = await openDiskBlobStore({ folder: join(folder, 'blobs') });
  const compiler = await contentCompiler({ blobs, folder: join(folder, 'incoming'), mostBytes: 10_000_000 });
  compile = (source) => compiler(source, someone);
  snapshots = snapshotShelf(blobs);
  prefixes = preparedPrefixes({ folder: join(folder, 'cache'), snapshots, log });
});

afterEach(async () => {
  await prefixes.close();
  snapshots.close();
  await rm(folder, { recursive: true, force: true });
});

async function bytesOf(body: ByteBody | undefined): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of body?.chunks() ?? []) parts.push(Uint8Array.from(part));
  return Buffer.concat(parts);
}

const small = (name: string) =>
  Buffer.from(`{"document":{"id":"0:0","name":"${name}","type":"DOCUMENT","children":[]}}`);

/** A file of the editor that shows these images, each under the name that its bytes give it. */
function designShowing(images: readonly Buffer[]): Buffer {
  const hashes = images.map((bytes) => createHash('sha1').update(bytes).digest());
  const fillPaints = hashes.map((hash) => ({ type: 'IMAGE', image: { hash } }));
  const members = hashes.map((hash, index) => [`images/${hash.toString('hex')}`, images[index]!] as const);
  const canvas = figDesign(documentWith(nodeOf('RECTANGLE', 5, 1, { fillPaints })));
  return archive({ 'canvas.fig': canvas, ...Object.fromEntries(members) });
}

describe('compiling', () => {
  test('takes a design without those of its images that only begin as one, and names them', async () => {
    const others = [
      Buffer.from('This is no picture.'),
      Buffer.concat([onePixelPng.subarray(0, 8), Buffer.from('and no more')]),
      Buffer.from('nothingsWEBPnothing'),
      Buffer.from('ffd8fff700000000', 'hex'),
      Buffer.alloc(0),
    ];
    const { images, warnings } = await compile({ bytes: designShowing([...others, onePixelPng]) });
    expect(images.map(({ contentType }) => contentType)).toEqual(['image/png']);
    const names = others.map((bytes) => createHash('sha1').update(bytes).digest('hex'));
    expect(warnings.map(({ reason }) => reason)).toEqual(
      names.map((name) => `The image ${name} is of no known kind; what shows it stays without a picture.`),
    );
  });

  test('takes an animated PNG for a PNG', async () => {
    const animation = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('acTL'), Buffer.alloc(12)]);
    const animated = Buffer.concat([onePixelPng.subarray(0, 33), animation, onePixelPng.subarray(33)]);
    const { images, warnings } = await compile({ bytes: designShowing([animated]) });
    expect(images).toMatchObject([{ contentType: 'image/png', sizeBytes: animated.length }]);
    expect(warnings).toEqual([]);
  });

  test('gives the same snapshot for the same source', async () => {
    const large = generateDocument({ nodes: 1_500, approximateBytes: 1_000_000 });
    expect(large.length).toBeGreaterThan(600_000);
    const first = await compile({ bytes: large });
    const second = await compile({ bytes: large });
    expect(second).toEqual(first);
    expect(first.nodeCount).toBeGreaterThan(1_000);
    expect(await blobs.has(first.snapshot)).toBe(true);
  });

  test('refuses a source with its sentence and leaves nothing, in this thread and in another', async () => {
    const cut = Buffer.from('{"document":');
    await expect(compile({ bytes: cut })).rejects.toMatchObject({ status: 400 });
    const largeCut = Buffer.concat([cut, Buffer.alloc(600_000, ' ')]);
    await expect(compile({ bytes: largeCut })).rejects.toMatchObject({ status: 400 });
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
    expect(await Array.fromAsync(blobs.list())).toEqual([]);
  });

  test('refuses what is larger than the limit', async () => {
    await expect(compile({ bytes: Buffer.alloc(10_000_001) })).rejects.toMatchObject({ status: 413 });
  });

  test('keeps many at once apart', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `file ${index}`);
    const compiled = await Promise.all(names.map((name) => compile({ bytes: small(name) })));
    expect(new Set(compiled.map(({ snapshot }) => snapshot)).size).toBe(20);
  });
});

describe('a whole file', () => {
  const tail = Buffer.from(',"role":"owner"}');

  async function whole(geometry: boolean) {
    const source = generateDocument({ nodes: 1_000, approximateBytes: 700_000, geometry: true });
    const { snapshot } = await compile({ bytes: source });
    const opened = await snapshots.open(snapshot);
    const body = () => documentBody(opened.snapshot.file({ geometry }), opened, Buffer.alloc(0), tail);
    const answer = () => wholeBody({ prefixes, snapshots }, { snapshot, geometry, plain: body(), tail });
    return { plain: await bytesOf(body()), answer };
  }

  test.each([
    ['without geometry', false],
    ['with geometry', true],
  ])('%s is prepared once, in the background, and decodes to the plain bytes', async (_title, geometry) => {
    const { plain, answer } = await whole(geometry);
    const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync } as const;
    for (const encoding of ['gzip', 'br', 'zstd'] as const) {
      expect(await (await answer()).encoded?.(encoding)).toBeUndefined();
      await prefixes.settled();
      const body = await (await answer()).encoded?.(encoding);
      const bytes = await bytesOf(body);
      expect(bytes.length).toBe(body?.sizeBytes);
      expect(decoders[encoding](bytes).equals(plain)).toBe(true);
    }
    const { body } = await answer();
    expect((await bytesOf(body)).equals(plain)).toBe(true);
  });

  test('that was prepared by an earlier run is found again', async () => {
    const { plain, answer } = await whole(false);
    await (await answer()).encoded?.('gzip');
    await prefixes.close();
    prefixes = preparedPrefixes({ folder: join(folder, 'cache'), snapshots, log });
    await (await answer()).encoded?.('gzip');
    await prefixes.settled();
    expect(gunzipSync(await bytesOf(await (await answer()).encoded?.('gzip'))).equals(plain)).toBe(true);
  });

  test('is answered without the cache, and prepared again, where somebody emptied it', async () => {
    const { plain, answer } = await whole(true);
    const prepare = async () => {
      await (await answer()).encoded?.('gzip');
      await prefixes.settled();
    };
    await prepare();
    await rm(join(folder, 'cache'), { recursive: true });
    const { body, encoded } = await answer();
    expect((await bytesOf(body)).equals(plain)).toBe(true);
    expect(await encoded?.('gzip')).toBeUndefined();
    await prepare();
    expect(gunzipSync(await bytesOf(await (await answer()).encoded?.('gzip'))).equals(plain)).toBe(true);
  });

  test('that was sent compressed is sent from memory, also where somebody emptied the cache', async () => {
    const { plain, answer } = await whole(false);
    const compressed = async () => (await answer()).encoded?.('gzip');
    await compressed();
    await prefixes.settled();
    const first = await bytesOf(await compressed());
    await rm(join(folder, 'cache'), { recursive: true });
    const body = await compressed();
    expect(body?.sizeBytes).toBe(first.length);
    expect(gunzipSync(await bytesOf(body)).equals(plain)).toBe(true);
  });

  test('leaves its file when a reader stops in the middle', async () => {
    const { answer } = await whole(false);
    const { body } = await answer();
    for await (const part of body.chunks()) {
      expect(part.length).toBeGreaterThan(0);
      break;
    }
    expect((await bytesOf((await answer()).body)).length).toBe(body.sizeBytes);
  });
});

test('A design of another format becomes the same in threads as in one, and leaves nothing on its way', async () => {
  const rectangles = Array.from({ length: 1_500 }, (_, index) => nodeOf('RECTANGLE', 100 + index, 1));
  const design = archive({ 'canvas.fig': figDesign(documentWith(...rectangles)) });
  const { snapshot, nodeCount } = await compile({ bytes: design });
  const [sourcePath, snapshotPath] = [join(folder, 'design.fig'), join(folder, 'snapshot')];
  await writeFile(sourcePath, design);
  const alone = await compileFile({ sourcePath, snapshotPath });
  const bytes = await readFile(snapshotPath);
  expect(bytes.length).toBeGreaterThan(600_000);
  expect({ snapshot, nodeCount }).toEqual({ snapshot: alone.snapshot?.id, nodeCount: 1_502 });
  await expect(compile({ bytes: design.subarray(0, 5_000) })).rejects.toMatchObject({ status: 400 });
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  expect((await readdir(folder)).toSorted()).toEqual(['blobs', 'design.fig', 'incoming', 'snapshot']);
});

test('A file of the editor is compiled beside others’ work, however small it is', async () => {
  const symbols = Array.from({ length: 4 }, (_, level) => [
    nodeOf('SYMBOL', 100 + level, 2),
    ...Array.from({ length: 10 }, (_unused, index) =>
      nodeOf('INSTANCE', 1000 + level * 10 + index, 100 + level, {
        symbolData: { symbolID: guid(101 + level) },
      }),
    ),
  ]).flat();
  const instance = nodeOf('INSTANCE', 30, 1, { symbolData: { symbolID: guid(100) } });
  const bytes = figDesign(documentWith(...symbols, instance));
  expect(bytes.length).toBeLessThan(20_000);
  const path = join(folder, 'small.fig');
  await writeFile(path, bytes);
  const alone = await longestStepMs(() =>
    compileFile({ sourcePath: path, snapshotPath: join(folder, 'snapshot') }),
  );
  let nodes = 0;
  const beside = await longestStepMs(async () => {
    nodes = (await compile({ bytes })).nodeCount;
  });
  expect(nodes).toBeGreaterThan(10_000);
  expect(beside).toBeLessThan(alone / 3);
});

test('A large design counts as on its way while it is received, and a small one does not', async () => {
  const seen = async (announcedBytes: number | undefined): Promise<boolean | undefined> => {
    let isSeen: boolean | undefined;
    const stream = Readable.from(
      (function* () {
        isSeen = isArriving();
        yield Buffer.from('{');
      })(),
    );
    await expect(compile({ stream, announcedBytes })).rejects.toThrow('cut off');
    return isSeen;
  };
  expect([await seen(600_000), await seen(undefined), await seen(1)]).toEqual([true, true, false]);
  expect(isArriving()).toBe(false);
});
