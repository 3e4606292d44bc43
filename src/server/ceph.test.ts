import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasRadosgw, type Radosgw, startRadosgw } from '../../conformance/harness/radosgw.ts';
import { createPostgresDatabase, postgresMissing } from '../testing/postgres-database.ts';
import { settingsOfSeveral } from '../testing/settings-of-several.ts';
import { takeForRead } from '../testing/taken-for-read.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const frames = 100;
const textsOfFrame = 400;

/** A page of frames of 400 texts each, some ten megabytes; the page draws nothing. */
const frameOf = (_: unknown, frame: number): object => ({
  id: `1:${frame}`,
  name: `Frame ${frame}`,
  type: 'FRAME',
  children: Array.from({ length: textsOfFrame }, (_, place) => ({
    id: `${frame + 2}:${place}`,
    name: `Text ${place}`,
    type: 'TEXT',
    characters: `Frame ${frame}, text ${place}: ${'words '.repeat(30)}`,
  })),
});
const squareOf = (_: unknown, place: number): object => {
  const box = { x: 40 * place, y: 0, width: 24, height: 24 };
  const fill = { type: 'SOLID', blendMode: 'NORMAL', color: { r: place / 40, g: 0.2, b: 0.5, a: 1 } };
  return {
    id: `2000:${place}`,
    name: `Square ${place}`,
    type: 'RECTANGLE',
    size: { x: 24, y: 24 },
    absoluteBoundingBox: box,
    absoluteRenderBounds: box,
    strokes: [],
    effects: [],
    fills: [fill],
    relativeTransform: [
      [1, 0, box.x],
      [0, 1, 0],
    ],
  };
};
const squares = Array.from({ length: 40 }, squareOf);
const content = {
  name: 'Large',
  document: {
    id: '0:0',
    name: 'Document',
    type: 'DOCUMENT',
    children: [
      {
        id: '0:1',
        name: 'Page',
        type: 'CANVAS',
        children: [...squares, ...Array.from({ length: frames }, frameOf)],
      },
    ],
  },
};

const missing = hasRadosgw() ? postgresMissing() : 'radosgw is not installed';
const title = 'Two servers with a bucket of Ceph';
describe.skipIf(missing !== undefined)(
  missing === undefined ? title : `${title} (left out: ${missing})`,
  () => {
    let folder: string;
    let ceph: Radosgw;
    let database: { url: string; drop(): Promise<void> };
    let one: TestServer;
    let two: TestServer;
    let key: string;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'vitrine-ceph-servers-'));
      ceph = await startRadosgw();
      for (const [name, value] of Object.entries(ceph.env)) vi.stubEnv(name, value);
      await createBucket();
      database = await createPostgresDatabase();
      one = await start('one');
      key = (await one.call('/workspace/v1/files', { body: { name: 'Large', project: '1' } })).json.key;
      const path = `/workspace/v1/files/${key}/content`;
      expect((await one.call(path, { method: 'PUT', body: content })).status).toBe(200);
      // What is read for the search is brought whole, by whichever server does it.
      await takeForRead(one);
      two = await start('two');
    });
    afterAll(async () => {
      for (const server of [one, two]) await server?.close();
      await database?.drop();
      await ceph?.close();
      rmSync(folder, { recursive: true });
      vi.unstubAllEnvs();
    });

    async function createBucket(): Promise<void> {
      const client = new S3Client({ endpoint: ceph.url, region: 'us-east-1', forcePathStyle: true });
      await client.send(new CreateBucketCommand({ Bucket: 'designs' }));
      client.destroy();
    }

    function start(name: string): Promise<TestServer> {
      const blobs = `s3://designs?endpoint=${encodeURIComponent(ceph.url)}&region=us-east-1&path-style=on`;
      return startTestServer({
        folder: join(folder, name),
        settings: { databaseUrl: database.url, blobs, ...settingsOfSeveral(folder) },
      });
    }

    /** What the local copies of a server take on the disk; what of them was not brought takes nothing. */
    const copiedBytes = (name: string): number => {
      const cache = join(folder, name, 'cache');
      const files = readdirSync(cache, { recursive: true, withFileTypes: true }).filter((file) =>
        file.isFile(),
      );
      return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).blocks * 512, 0);
    };

    test('read a frame of a large design, each with the same bytes, without bringing the whole', async () => {
      const path = `/v1/files/${key}/nodes?ids=1:7`;
      const before = copiedBytes('two');
      const cold = await two.call(path);
      expect([cold.status, cold.text]).toEqual([200, (await one.call(path)).text]);
      expect(copiedBytes('two') - before).toBeLessThan(copiedBytes('one') / 2);
    });

    test('have the images that one of them drew, of which many are one object', async () => {
      const ids = squares.map((_, place) => `2000:${place}`).join(',');
      const { images } = (await one.call(`/v1/images/${key}?format=png&ids=${ids}`)).json;
      const packs = () => one.context.database.selectFrom('packed_images').select('blob').execute();
      await expect.poll(async () => (await packs()).length).toBe(squares.length);
      expect(new Set((await packs()).map(({ blob }) => blob)).size).toBeLessThan(squares.length / 2);
      for (const address of Object.values<string>(images)) {
        const { pathname, search } = new URL(address);
        const [ofOne, ofTwo] = await Promise.all(
          [one, two].map((server) => server.call(pathname + search, { token: null })),
        );
        expect(ofTwo?.status).toBe(200);
        expect(ofTwo?.bytes.equals(ofOne?.bytes as Buffer)).toBe(true);
      }
      expect((await two.call('/metrics')).text).not.toMatch(/vitrine_images_total\{how="drawn"\} [1-9]/);
    });
  },
);
