import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gather } from '../content/byte-body.ts';
import { type ImageBundles, imageBundles } from './image-bundles.ts';
import { renderedFiles } from './rendered-files.ts';

const log = pino({ level: 'silent' });
let folder: string;
let now: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-bundles-'));
  now = Date.now();
});
afterEach(() => rm(folder, { recursive: true }));

const open = (): ImageBundles => imageBundles({ folder, now: () => now, log, written: () => {} });

/** Bundles as they are left by a server that stops after it drew these. */
async function leave(...names: string[]): Promise<void> {
  const bundles = open();
  for (const name of names) bundles.add(name, Buffer.from(`image ${name}`));
  await bundles.settled();
}

const read = async (from: ImageBundles, name: string) => (await from.read(name))?.toString();

test('a small image is read at once, after it was written, and by the next server', async () => {
  const bundles = open();
  bundles.add('aa.png', Buffer.from('image'));
  expect(await read(bundles, 'aa.png')).toBe('image');
  await bundles.settled();
  expect(await read(bundles, 'aa.png')).toBe('image');
  expect(await read(open(), 'aa.png')).toBe('image');
  expect(await read(bundles, 'bb.png')).toBeUndefined();
});

test('128 small images are one file, and the next ones another', async () => {
  const names = Array.from({ length: 129 }, (_, place) => `${String(place).padStart(32, 'a')}.png`);
  await leave(...names);
  expect((await readdir(folder)).length).toBe(2);
  const next = open();
  for (const name of names) expect(await read(next, name)).toBe(`image ${name}`);
});

test('a bundle is written where its folder was deleted while the server runs', async () => {
  const bundles = open();
  bundles.add('aa.png', Buffer.from('image'));
  await bundles.settled();
  await rm(folder, { recursive: true });
  bundles.add('bb.png', Buffer.from('another'));
  await bundles.settled();
  expect((await readdir(folder)).length).toBe(1);
  expect(await read(open(), 'bb.png')).toBe('another');
});

test('an image that was drawn again is read as it was drawn last', async () => {
  await leave('aa.png', 'bb.png');
  const [first = ''] = await readdir(folder);
  await utimes(join(folder, first), now / 1000 - 60, now / 1000 - 60);
  const bundles = open();
  bundles.add('aa.png', Buffer.from('anew'));
  await bundles.settled();
  const next = open();
  expect([await read(next, 'aa.png'), await read(next, 'bb.png')]).toEqual(['anew', 'image bb.png']);
});

test.each<[string, (path: string) => Promise<void>]>([
  ['other bytes', async (path) => writeFile(path, `${(await readFile(path, 'latin1')).slice(0, -1)}!`)],
  ['half its bytes', async (path) => truncate(path, (await readFile(path)).length - 3)],
  ['nothing', (path) => truncate(path, 0)],
  ['no first line', (path) => writeFile(path, 'image')],
  ...[
    '{"length":10}',
    'null',
    '5',
    '[null]',
    '["aa.png"]',
    '[["aa.png",0,1e15,0]]',
    '[["aa.png",-9,8,0]]',
  ].map((line): [string, (path: string) => Promise<void>] => [
    `a first line ${line}`,
    (path) => writeFile(path, `${line}\nimage`),
  ]),
  ['no file any more', (path) => rm(path)],
])('a bundle with %s costs its own images alone', async (_title, damage) => {
  await leave('aa.png');
  const [damaged = ''] = await readdir(folder);
  await leave('bb.png');
  const running = open();
  expect(await read(running, 'bb.png')).toBe('image bb.png');
  await damage(join(folder, damaged));
  for (const bundles of [running, open()])
    expect([await read(bundles, 'aa.png'), await read(bundles, 'bb.png')]).toEqual([
      undefined,
      'image bb.png',
    ]);
});

test('what only has the name of a bundle is removed, and a folder or a pipe of that name left alone', async () => {
  await leave('aa.png');
  const [kept = ''] = await readdir(folder);
  await writeFile(join(folder, 'damaged.images'), '[null]\nimage');
  await mkdir(join(folder, 'folder.images'));
  const hasPipe = spawnSync('mkfifo', [join(folder, 'pipe.images')]).status === 0;
  expect(await read(open(), 'aa.png')).toBe('image aa.png');
  const left = [kept, 'folder.images', ...(hasPipe ? ['pipe.images'] : [])];
  expect((await readdir(folder)).sort()).toEqual(left.sort());
});

test('a bundle that broke off while it was written is none', async () => {
  await leave('aa.png');
  const [name = ''] = await readdir(folder);
  await writeFile(join(folder, `${name}.part`), await readFile(join(folder, name)));
  await rm(join(folder, name));
  expect(await read(open(), 'aa.png')).toBeUndefined();
});

test('the use of a bundle is told with all that it holds, once an hour', async () => {
  const told: (readonly string[])[] = [];
  const bundles = imageBundles({
    folder,
    now: () => now,
    log,
    written: () => {},
    used: (names) => told.push(names),
  });
  for (const name of ['aa.png', 'bb.png']) bundles.add(name, Buffer.from(name));
  await bundles.settled();
  await bundles.read('bb.png');
  expect(told).toEqual([]);
  now += 3_700_000;
  for (const name of ['bb.png', 'aa.png']) await bundles.read(name);
  expect(told).toEqual([['aa.png', 'bb.png']]);
});

test('bundles that were used longest ago make room, and their images are gone at once', async () => {
  const blockBytes = 4096;
  const files = renderedFiles({ folder, mostBytes: 2 * blockBytes, now: () => now, log });
  const inBundles = join(folder, 'bundles');
  const leaveAt = async (name: string, minutesAgo: number): Promise<void> => {
    const bundles = imageBundles({ folder: inBundles, now: () => now, log, written: () => {} });
    bundles.add(name, Buffer.from(name));
    await bundles.settled();
    const written = (await readdir(inBundles)).find((file) => !seen.has(file)) as string;
    seen.add(written);
    const at = now / 1000 - 60 * minutesAgo;
    await utimes(join(inBundles, written), at, at);
  };
  const seen = new Set<string>();
  await leaveAt('aa.png', 30);
  await leaveAt('bb.png', 20);
  const body = await files.read('bb.png');
  expect(body && (await gather(body)).toString()).toBe('bb.png');
  files.added('cc.png', 3, Buffer.from('new'));
  await files.settled();
  expect((await readdir(inBundles)).length).toBe(1);
  expect(await files.read('aa.png')).toBeUndefined();
});
