import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openS3Double, type S3Double } from '../../conformance/harness/s3-double.ts';
import { forgetUnusedPacks } from '../images/packed-images-store.ts';
import { createPostgresDatabase, postgresMissing } from '../testing/postgres-database.ts';
import { settingsOfSeveral } from '../testing/settings-of-several.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const dayMs = 24 * 3_600_000;
const count = 100;
const icons = Array.from({ length: count }, (_, place) => `2:${place}`);

interface Counted {
  readonly drawn: number;
  readonly found: number;
}

async function countedBy(server: TestServer): Promise<Counted> {
  const { text } = await server.call('/metrics');
  const counted = (how: string) =>
    Number(new RegExp(`^vitrine_images_total\\{how="${how}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return { drawn: counted('drawn'), found: counted('found') };
}

/** How many images a server has drawn that had been drawn before. */
async function againBy(server: TestServer, why: 'gone' | 'at once'): Promise<number> {
  const { text } = await server.call('/metrics');
  return Number(
    new RegExp(`^vitrine_images_drawn_again_total\\{why="${why}"\\} (\\d+)$`, 'm').exec(text)?.[1],
  );
}

/** How many images a server has drawn and neither stored nor given up. */
async function waitingIn(server: TestServer): Promise<number> {
  const { text } = await server.call('/metrics');
  const counts = [...text.matchAll(/^vitrine_images_packed_total\{outcome="\w+"\} (\d+)$/gm)];
  const { drawn } = await countedBy(server);
  return drawn - counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** A page of icons, each of another colour; another page has other ones. */
const contentOf = (page: number) => ({
  name: 'Icons',
  document: {
    id: '0:0',
    name: 'Document',
    type: 'DOCUMENT',
    children: [{ id: '0:1', name: 'Page', type: 'CANVAS', children: icons.map(iconOf(page)) }],
  },
});

const iconOf =
  (page: number) =>
  (id: string, place: number): object => {
    const box = { x: 40 * place, y: 0, width: 24, height: 24 };
    const color = { r: place / count, g: page / 50, b: 0.5, a: 1 };
    return {
      id,
      name: `Icon ${place}`,
      type: 'RECTANGLE',
      absoluteBoundingBox: box,
      absoluteRenderBounds: box,
      size: { x: 24, y: 24 },
      strokes: [],
      effects: [],
      fills: [{ type: 'SOLID', blendMode: 'NORMAL', color }],
      relativeTransform: [
        [1, 0, box.x],
        [0, 1, 0],
      ],
    };
  };

const missing = postgresMissing();
const title = 'Images of two servers with one database and one bucket';
describe.skipIf(missing !== undefined)(missing === undefined ? title : `${title} (${missing})`, () => {
  let folder: string;
  let double: S3Double;
  let database: { url: string; drop(): Promise<void> };
  let one: TestServer;
  let two: TestServer;
  let key: string;
  /** What the second server had counted when the test began. */
  let before: Counted;
  let page = 0;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-shared-'));
    double = await openS3Double();
    for (const [name, value] of Object.entries(double.env)) vi.stubEnv(name, value);
    database = await createPostgresDatabase();
    one = await start('one');
    two = await start('two');
  });
  beforeEach(async () => {
    double.misfortune = undefined;
    page += 1;
    for (const server of [one, two]) await expect.poll(() => waitingIn(server)).toBe(0);
    await one.context.database.deleteFrom('packed_images').execute();
    before = await countedBy(two);
    key = (await one.call('/workspace/v1/files', { body: { name: 'Icons', project: '1' } })).json.key;
    const path = `/workspace/v1/files/${key}/content`;
    expect((await one.call(path, { method: 'PUT', body: contentOf(page) })).status).toBe(200);
  });
  afterAll(async () => {
    for (const server of [one, two]) await server.close();
    await database.drop();
    await double.close();
    rmSync(folder, { recursive: true });
    vi.unstubAllEnvs();
  });

  function start(name: string): Promise<TestServer> {
    return startTestServer({
      folder: join(folder, name),
      settings: { databaseUrl: database.url, blobs: double.setting, ...settingsOfSeveral(folder) },
    });
  }

  /** Paths of the images of nodes, as a server that draws them gives them out. */
  async function draw(server: TestServer, ids: readonly string[]): Promise<string[]> {
    const { images } = (await server.call(`/v1/images/${key}?format=png&ids=${ids.join(',')}`)).json;
    return ids.map((id) => {
      const { pathname, search } = new URL(images[id]);
      return pathname + search;
    });
  }

  /** Waits until so many images lie in packs. */
  const untilPacked = (images: number) => expect.poll(packed).toBe(images);
  const packed = async () => (await rows()).length;
  const rows = () => one.context.database.selectFrom('packed_images').selectAll().execute();

  async function bytesOf(server: TestServer, path: string): Promise<Buffer> {
    const answer = await server.call(path, { token: null });
    expect(answer.status).toBe(200);
    return answer.bytes;
  }

  /** How many images the second server has drawn, and found in packs, in this test. */
  async function imagesOfTwo(): Promise<Counted> {
    const now = await countedBy(two);
    return { drawn: now.drawn - before.drawn, found: now.found - before.found };
  }

  const packObjects = async (): Promise<string[]> => {
    const blobs = new Set((await rows()).map(({ blob }) => blob as string));
    return [...double.objects.keys()].filter((name) => [...blobs].some((blob) => name.includes(blob)));
  };

  /** Does with the bytes of all packs what a store should never do. */
  async function damage(change: (bytes: Buffer) => Buffer | undefined): Promise<void> {
    for (const name of await packObjects()) {
      const stored = double.objects.get(name)!;
      const bytes = change(stored.bytes);
      if (bytes === undefined) double.objects.delete(name);
      else stored.bytes = bytes;
    }
  }

  test('of many icons are few objects and few questions, and any server has the bytes that another one drew', async () => {
    const sizeBefore = double.objects.size;
    const { drawn: drawnBefore } = await countedBy(one);
    const allDrawn = Promise.withResolvers<void>();
    // A store that takes the first pack once all are drawn: so it is not by how fast they are that they come together.
    double.misfortune = ({ method }) => (method === 'PUT' ? { until: allDrawn.promise } : undefined);
    const drawing = draw(one, icons);
    await expect.poll(async () => (await countedBy(one)).drawn - drawnBefore).toBe(count);
    allDrawn.resolve();
    const paths = await drawing;
    await untilPacked(count);
    const objects = double.objects.size - sizeBefore;
    expect(objects).toBeLessThanOrEqual(10);
    const asked = double.requests.length;
    const questions = vi.spyOn(pg.Client.prototype, 'query');
    for (const path of paths) expect((await bytesOf(two, path)).equals(await bytesOf(one, path))).toBe(true);
    expect(await imagesOfTwo()).toEqual({ drawn: 0, found: count });
    expect(double.requests.length - asked).toBe(objects);
    const texts = questions.mock.calls.map(([first]) => (first as unknown as { text?: string }).text ?? '');
    questions.mockRestore();
    expect(texts.filter((text) => /json_agg.* from packed_images/s.test(text)).length).toBe(objects);
    expect(texts.filter((text) => /from "blobs"/.test(text))).toEqual([]);
  });

  test('are found by another server from the moment they are given out, and not drawn twice', async () => {
    for (const path of await draw(one, ['2:1', '2:2', '2:3'])) await bytesOf(two, path);
    expect(await imagesOfTwo()).toEqual({ drawn: 0, found: 3 });
  });

  test('of whole files, as thumbnails, are shared as well', async () => {
    const { file } = (await one.call(`/v1/files/${key}/meta`)).json;
    const { pathname, search } = new URL(file.thumbnail_url);
    const bytes = await bytesOf(one, pathname + search);
    await untilPacked(1);
    expect((await bytesOf(two, pathname + search)).equals(bytes)).toBe(true);
    expect(await imagesOfTwo()).toEqual({ drawn: 0, found: 1 });
  });

  test('that a server draws while it ends are stored', async () => {
    const [path] = await draw(one, ['2:1']);
    await one.stop();
    expect((await bytesOf(two, path!)).length).toBeGreaterThan(0);
    expect(await imagesOfTwo()).toEqual({ drawn: 0, found: 1 });
    one = await start('one');
  });

  test('that two draw in the same moment are counted by the one that is later', async () => {
    const atOnce = async () => (await againBy(one, 'at once')) + (await againBy(two, 'at once'));
    const before = await atOnce();
    const held = Promise.withResolvers<void>();
    double.misfortune = ({ method }) => (method === 'PUT' ? { until: held.promise } : undefined);
    const drawnBefore = (await countedBy(one)).drawn;
    const drawing = [draw(one, ['2:1', '2:2']), draw(two, ['2:1', '2:2'])];
    await expect.poll(async () => (await countedBy(one)).drawn - drawnBefore).toBe(2);
    await expect.poll(async () => (await imagesOfTwo()).drawn).toBe(2);
    held.resolve();
    await Promise.all(drawing);
    for (const server of [one, two]) await expect.poll(() => waitingIn(server)).toBe(0);
    expect((await atOnce()) - before).toBe(2);
    expect(await packed()).toBe(2);
  });

  test('are drawn again while the store is away, and nobody waits until it stores something', async () => {
    const paths = await draw(one, ['2:1', '2:2']);
    await untilPacked(2);
    const bytes = await bytesOf(one, paths[0]!);
    const goneBefore = await againBy(two, 'gone');
    // What the document is drawn from is there already.
    await two.call(`/v1/files/${key}`);
    double.misfortune = () => ({ status: 503 });
    expect((await bytesOf(two, paths[0]!)).equals(bytes)).toBe(true);
    const [other] = await draw(two, ['2:3']);
    expect((await bytesOf(two, other!)).length).toBeGreaterThan(0);
    expect(await imagesOfTwo()).toEqual({ drawn: 2, found: 0 });
    expect((await againBy(two, 'gone')) - goneBefore).toBe(1);
    const failed = /vitrine_images_packed_total\{outcome="failed"\} [12]$/m;
    await expect.poll(async () => (await two.call('/metrics')).text).toMatch(failed);
    double.misfortune = undefined;
    expect(await packed()).toBe(2);
    expect((await bytesOf(one, other!)).length).toBeGreaterThan(0);
    await untilPacked(3);
  });

  test.each([
    ['was cut', (bytes: Buffer) => bytes.subarray(0, -1)],
    [
      'was changed',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])]),
    ],
    ['is lost', () => undefined],
  ])(
    'in a pack that %s are never served: they are drawn again, counted, and stored anew',
    async (_, change) => {
      const ids = icons.slice(0, 20);
      const paths = await draw(one, ids);
      await untilPacked(20);
      await damage(change);
      for (const path of paths)
        expect((await bytesOf(two, path)).equals(await bytesOf(one, path))).toBe(true);
      expect(await imagesOfTwo()).toEqual({ drawn: 20, found: 0 });
      expect((await two.call('/metrics')).text).toMatch(/vitrine_blobs_damaged_total\{where="\w+"\} [1-9]/);
      await untilPacked(20);
    },
  );

  test('used last stay within the budget, and what was not used for a month goes with its bytes', async () => {
    const { database: rowsOf, blobs } = one.context;
    const [old] = await draw(one, ['2:1']);
    await untilPacked(1);
    const [packOfOld] = await packObjects();
    await rowsOf
      .updateTable('packed_images')
      .set({ used_at: Date.now() - 2 * dayMs })
      .execute();
    await draw(one, ['2:2']);
    await untilPacked(2);
    const sizes = (await rows()).map(({ length }) => length);
    await forgetUnusedPacks(rowsOf, sizes[0]! + sizes[1]!, Date.now());
    expect(await packed()).toBe(2);
    await forgetUnusedPacks(rowsOf, Math.max(...sizes) * 1.5, Date.now());
    expect(await packed()).toBe(1);
    expect((await bytesOf(two, old!)).length).toBeGreaterThan(0);
    expect(await imagesOfTwo()).toEqual({ drawn: 1, found: 0 });
    await untilPacked(2);
    await forgetUnusedPacks(rowsOf, 1e9, Date.now() + 40 * dayMs);
    expect(await packed()).toBe(0);
    await blobs.sweep?.(Date.now());
    expect([...double.objects.keys()]).toContain(packOfOld);
    await blobs.sweep?.(Date.now() + 2 * dayMs);
    expect([...double.objects.keys()]).not.toContain(packOfOld);
  });

  test('are in use by the hour, whichever server they are read from', async () => {
    const [path] = await draw(one, ['2:1']);
    await untilPacked(1);
    const usedAt = async () => (await rows())[0]!.used_at;
    await one.context.database.updateTable('packed_images').set({ used_at: 1 }).execute();
    await bytesOf(two, path!);
    expect(await usedAt()).toBeGreaterThan(Date.now() - dayMs);
  });
});
