import fs from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { exactNodeId } from '../contract/branded-ids.ts';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { openScenes } from './scenes-of-snapshot.ts';

/** Nodes whose names make them as large as that: a small one, one that is not, and more small ones than are kept. */
const names = ['small', 'a'.repeat(20_000), ...Array.from({ length: 300 }, () => 'a'.repeat(10_000))];
let folder: string;
let paths: { readonly snapshotPath: string };
let indexOf: (place: number) => number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-scenes-'));
  paths = { snapshotPath: join(folder, 'snapshot') };
  const children = names.map((name, place) => ({ id: `1:${place}`, type: 'VECTOR', name }));
  const page = { id: '0:1', type: 'CANVAS', name: 'Page', children };
  const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] };
  const bytes = Buffer.concat([
    ...compileSnapshot(readRestSource(Buffer.from(JSON.stringify({ document })))).chunks,
  ]);
  await writeFile(paths.snapshotPath, bytes);
  const snapshot = openSnapshot(memorySource(bytes));
  indexOf = (place) => snapshot.find(exactNodeId(`1:${place}`)) as number;
});
afterAll(() => rm(folder, { recursive: true }));

it('A small node is read once for several pictures, a large one and what lies around a node are not kept', () => {
  const scenes = openScenes();
  const source = (place: number, contentsOnly = true) => scenes.source(paths, indexOf(place), contentsOnly);
  expect(source(0)).toMatchObject({ node: { name: 'small' }, isKept: true });
  expect(source(0)).toBe(source(0));
  expect(source(1)).not.toBe(source(1));
  expect(source(1)).toMatchObject({ isKept: false });
  expect(source(0, false)).not.toBe(source(0));
  expect(source(0, false)).toMatchObject({ isKept: false, page: { node: { name: 'Page' } } });
});

it('Of small nodes those are kept that were asked for last', () => {
  const scenes = openScenes();
  const source = (place: number) => scenes.source(paths, indexOf(place), true);
  const first = source(2);
  for (let place = 3; place < names.length; place += 1) source(place);
  expect(source(names.length - 1)).toBe(source(names.length - 1));
  expect(source(2)).not.toBe(first);
});

it('A page of very many nodes comes to its parts with a read for many of them', async () => {
  const count = 5000;
  const children = Array.from({ length: count }, (_, place) => ({
    size: { x: place, y: 1 },
    id: `2:${place}`,
    type: 'FRAME',
    children: [],
    absoluteRenderBounds: { x: place, y: 0, width: 1, height: 1 },
  }));
  const page = { id: '0:1', type: 'CANVAS', name: 'Page', children };
  const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] };
  const source = readRestSource(Buffer.from(JSON.stringify({ document })));
  const snapshotPath = join(folder, 'many');
  await writeFile(snapshotPath, Buffer.concat(compileSnapshot(source).chunks));
  const reads = vi.spyOn(fs, 'readSync');
  syncBuiltinESMExports();
  const { parts } = openScenes().page({ snapshotPath }, 1);
  const times = reads.mock.calls.length;
  reads.mockRestore();
  syncBuiltinESMExports();
  expect([parts.length, parts.at(-1)?.box?.left, parts.at(-1)?.nodeCount]).toEqual([count, count - 1, 1]);
  expect(times).toBeGreaterThan(0);
  expect(times).toBeLessThan(count / 4);
});
