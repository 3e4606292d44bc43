import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, CreateMultipartUploadCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hasRadosgw, type Radosgw, startRadosgw } from '../../conformance/harness/radosgw.ts';
import { openRemoteBlobs, placeAt, type RemoteBlobs } from '../testing/remote-blobs.ts';
import { blobStoreSuite } from './blob-store.suite.ts';
import { BlobDamaged, StoreAway } from './object-store.ts';

const isHere = hasRadosgw();

/** Against a real store, where one is installed: what our double takes for S3 has to be S3. */
describe.skipIf(!isHere)(`a bucket of Ceph${isHere ? '' : ' (left out: radosgw is not installed)'}`, () => {
  let ceph: Radosgw;
  let client: S3Client;
  let bucket = '';
  let bucketCount = 0;
  beforeAll(async () => {
    ceph = await startRadosgw();
    for (const [name, value] of Object.entries(ceph.env)) vi.stubEnv(name, value);
    client = new S3Client({ endpoint: ceph.url, region: 'us-east-1', forcePathStyle: true });
  });
  afterAll(async () => {
    client.destroy();
    await ceph.close();
    vi.unstubAllEnvs();
  });

  async function newBucket(): Promise<void> {
    bucketCount += 1;
    bucket = `designs-${bucketCount}`;
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  }
  const place = () => placeAt(ceph.url, bucket, 'here/');

  blobStoreSuite('Blobs in it', async (folder) => {
    await newBucket();
    return openRemoteBlobs({ folder, place: place() });
  });

  describe('with a database', () => {
    let folder: string;
    let store: RemoteBlobs;
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'vitrine-ceph-'));
      await newBucket();
      store = await openRemoteBlobs({ folder: join(folder, 'one'), place: place() });
    });
    afterEach(async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    });
    const elsewhere = () =>
      openRemoteBlobs({ folder: join(folder, 'two'), place: place(), database: store.database });
    const objects = () => Array.fromAsync(store.objects.list('blobs/'));

    test('takes large blobs in parts and gives them in ranges', async () => {
      const bytes = randomBytes(27_000_000);
      const { id } = await store.put(bytes);
      const other = await elsewhere();
      expect(readFileSync(await other.localPath(id)).equals(bytes)).toBe(true);
      expect(other.counts['get done']).toBe(8);
      await other.close();
    });

    test('gives nothing that was changed or lost', async () => {
      const [changed, cut, lost] = await Promise.all(
        ['changed', 'cut', 'lost'].map((word) => store.put(Buffer.from(word.repeat(100)))),
      );
      const keys = (await objects()).map(({ key }) => key);
      const keyOf = (stored: { id: string } | undefined) =>
        keys.find((key) => key.includes(stored?.id ?? '?')) as string;
      await store.objects.putText(keyOf(changed), 'chang3d'.repeat(100));
      await store.objects.putText(keyOf(cut), 'cut');
      await store.objects.delete(keyOf(lost));
      const other = await elsewhere();
      for (const stored of [changed, cut, lost])
        await expect(other.localPath(stored?.id as never)).rejects.toBeInstanceOf(BlobDamaged);
      expect(other.counts).toMatchObject({ 'damaged store': 4, 'damaged missing': 2 });
      await other.close();
    });

    test('keeps the first of two texts that are put where there shall be none yet', async () => {
      await store.objects.putFirstText('mark', 'first');
      await store.objects.putFirstText('mark', 'second');
      expect(await store.objects.getText('mark')).toBe('first');
      const texts = ['one', 'another', 'a third'];
      await Promise.all(texts.map((text) => store.objects.putFirstText('together', text)));
      expect(texts).toContain(await store.objects.getText('together'));
    });

    test('ends uploads that were never finished', async () => {
      const begun = { Bucket: bucket, Key: 'here/blobs/ab/never' };
      await client.send(new CreateMultipartUploadCommand(begun));
      expect(await store.objects.endUploads(Date.now() - 60_000)).toBe(0);
      expect(await store.objects.endUploads(Date.now() + 60_000)).toBe(1);
      expect(await store.objects.endUploads(Date.now() + 60_000)).toBe(0);
    });

    test('is said to be full, and goes on when it has room', async () => {
      await store.put(randomBytes(100_000));
      await ceph.bound(150_000);
      const refusal = await store.put(randomBytes(100_000)).catch((error) => error);
      expect([refusal.name, refusal.isFull, refusal.message]).toEqual([
        'StoreAway',
        true,
        `The object store ${ceph.url} is full, or the quota of the bucket is used up.`,
      ]);
      await ceph.bound(undefined);
      await store.put(randomBytes(100_000));
    });

    test.each([
      ['test-key', 'wrong', 'refuses the signature: the secret key is wrong.'],
      ['nobody', 'wrong', 'does not know the access key, or it has ended.'],
    ])('refuses the key %s with the secret %s', async (id, secret, sentence) => {
      vi.stubEnv('AWS_ACCESS_KEY_ID', id);
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret);
      const other = await elsewhere();
      await expect(other.put(Buffer.from('refused'))).rejects.toThrow(
        new StoreAway(`The object store ${ceph.url} ${sentence}`),
      );
      await other.close();
      for (const [name, value] of Object.entries(ceph.env)) vi.stubEnv(name, value);
    });

    test('may be killed and come back', async () => {
      const { id } = await store.put(Buffer.from('kept through it'));
      const path = join(folder, 'finished');
      writeFileSync(path, 'finished');
      await ceph.kill();
      const other = await elsewhere();
      await expect(other.localPath(id)).rejects.toThrow('cannot be reached (ECONNREFUSED)');
      await expect(store.adopt(path)).rejects.toBeInstanceOf(StoreAway);
      expect(readFileSync(path, 'utf8')).toBe('finished');
      await ceph.restart();
      expect(readFileSync(await other.localPath(id), 'utf8')).toBe('kept through it');
      await other.close();
    });
  });
});
