import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDiskBlobStore } from '../blobs/disk-blob-store.ts';
import { type Patch, patchList } from '../document/patches.ts';
import { readOwn } from '../document/read-node.ts';
import { atOnce } from '../document/run-at-once.ts';
import type { Followed } from '../variables/follow/followed-nodes.ts';
import { isSoonLaidOut } from '../variables/follow/layout/follow-layout.ts';
import { planLayout } from '../variables/follow/layout/layout-plan.ts';
import { contentCompiler } from './compile-content.ts';
import { layOutInThread } from './lay-out-in-thread.ts';
import { layOutMoving } from './lay-out-moving.ts';
import { storePatched } from './patched-content.ts';
import { type ShelvedSnapshot, type SnapshotShelf, snapshotShelf } from './snapshot-shelf.ts';

const party = { organization: '1', caller: 'alice' };
let folder: string;
let shelf: SnapshotShelf;
let open: (children: readonly object[]) => Promise<ShelvedSnapshot>;
let patched: (shelved: ShelvedSnapshot, patches: readonly Patch[]) => Promise<ShelvedSnapshot>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-layout-'));
  const blobs = await openDiskBlobStore({ folder: join(folder, 'blobs') });
  const compile = await contentCompiler({ blobs, folder: join(folder, 'incoming'), mostBytes: 10_000_000 });
  shelf = snapshotShelf(blobs);
  open = async (children) => {
    const document = { id: '0:0', type: 'DOCUMENT', children: [{ id: '0:1', type: 'CANVAS', children }] };
    const { snapshot } = await compile({ bytes: Buffer.from(JSON.stringify({ document })) }, party);
    return shelf.open(snapshot);
  };
  patched = async (shelved, patches) => shelf.open((await storePatched(blobs, shelved, patches)).snapshot);
});

afterAll(async () => {
  shelf.close();
  await rm(folder, { recursive: true });
});

const box = { x: 0, y: 0, width: 100, height: 20 };
const style = { fontFamily: 'Inter', fontSize: 14, textAutoResize: 'WIDTH_AND_HEIGHT' };
const text = (at: number, characters = 'Hello') => ({
  id: `1:${at}`,
  type: 'TEXT',
  absoluteBoundingBox: { ...box, y: at * 20 },
  size: { x: 100, y: 20 },
  characters,
  style,
});
const frame = (count: number, more: object = {}) => ({
  id: '2:1',
  type: 'FRAME',
  layoutMode: 'VERTICAL',
  absoluteBoundingBox: box,
  size: { x: 100, y: 20 },
  children: Array.from({ length: count }, (_, at) => text(at)),
  ...more,
});

/** All texts of the frame come to say something else. */
function saying(shelved: ShelvedSnapshot, characters: string): Followed['moving'] {
  const { snapshot } = shelved;
  const texts = [...snapshot.children(2)];
  return new Map(
    texts.map((index) => {
      const before = readOwn(snapshot, index);
      return [index, { before, after: { ...before, characters } }] as const;
    }),
  );
}

const shown = (patches: readonly Patch[]) =>
  patchList(patches).patches.map(({ position, length, bytes }) => [position, length, String(bytes)]);

test('A thread lays out as the server itself does, over earlier changes too', async () => {
  const first = await open([frame(120)]);
  for (const shelved of [first, await patched(first, await lay(first, 'Good morning'))]) {
    const moving = saying(shelved, 'Good evening to all of you');
    const plan = atOnce(planLayout(shelved.snapshot, moving));
    const here = await layOutMoving(shelved.snapshot, plan, [], atOnce);
    expect(here.length).toBeGreaterThan(120);
    expect(shown(await layOutInThread(shelved, moving, { fonts: [], party }))).toEqual(shown(here));
  }
});

const lay = (shelved: ShelvedSnapshot, characters: string) =>
  layOutInThread(shelved, saying(shelved, characters), { fonts: [], party });

test.each([
  ['too long', { heapMb: 256, deadlineMs: 1 }],
  ['too much memory', { heapMb: 6, deadlineMs: 60_000 }],
])('Nodes whose layout takes %s get their values and stay where they are', async (_why, limits) => {
  const shelved = await open([frame(2000)]);
  const moving = saying(shelved, 'Good morning to you');
  const patches = await layOutInThread(shelved, moving, { fonts: [], party, limits });
  expect(patches.map(({ bytes }) => String(bytes))).toEqual(
    Array.from(moving, () => '"Good morning to you"'),
  );
});

test('What others would wait for is not laid out beside them', async () => {
  const soon = async (children: readonly object[], characters = 'a') => {
    const shelved = await open(children);
    return isSoonLaidOut(shelved.snapshot, atOnce(planLayout(shelved.snapshot, saying(shelved, characters))));
  };
  expect(await soon([frame(100)])).toBe(true);
  expect(await soon([frame(1000)])).toBe(false);
  expect(await soon([frame(2)], 'a'.repeat(20_000))).toBe(false);
  expect(await soon([frame(2, { name: 'a'.repeat(300_000) })])).toBe(false);
});
