import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openS3Double, type S3Double } from '../../conformance/harness/s3-double.ts';
import { inTransaction } from '../database/transaction.ts';
import { openRemoteBlobs, placeAt, type RemoteBlobs } from '../testing/remote-blobs.ts';
import { blobIdOf } from './blob-id.ts';
import { insertBlob, noteDamage } from './blob-rows-store.ts';
import { blobStoreSuite } from './blob-store.suite.ts';
import type { BlobId } from './blob-store.ts';
import { type DiskFiles, diskFiles } from './disk-files.ts';
import { BlobDamaged, StoreAway } from './object-store.ts';
import { partBytes } from './part-hashes.ts';

const place = (double: S3Double, prefix = 'design-server/') => placeAt(double.url, 'designs', prefix);

function lendKeys(env: Record<string, string>): void {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
}

blobStoreSuite('Blobs in a bucket of our double', async (folder) => {
  const double = await openS3Double();
  lendKeys(double.env);
  const store = await openRemoteBlobs({ folder, place: place(double) });
  const close = async () => {
    await store.close();
    await double.close();
    vi.unstubAllEnvs();
  };
  return { ...store, close };
});

describe('blobs in a bucket', () => {
  let folder: string;
  let double: S3Double;
  let store: RemoteBlobs;
  const opened: RemoteBlobs[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-remote-'));
    double = await openS3Double();
    lendKeys(double.env);
    store = await openStore('one');
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
    await double.close();
    rmSync(folder, { recursive: true });
    vi.unstubAllEnvs();
  });

  async function openStore(
    name: string,
    more: Partial<Parameters<typeof openRemoteBlobs>[0]> = {},
  ): Promise<RemoteBlobs> {
    const made = await openRemoteBlobs({ folder: join(folder, name), place: place(double), ...more });
    opened.push(made);
    return made;
  }

  /** The same table and bucket, and no local copies yet. */
  const elsewhere = (name = 'two') => openStore(name, { database: store.database });
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const bytesAt = async (from: RemoteBlobs, id: BlobId) => readFileSync(await from.localPath(id));
  const blobObjects = () => [...double.objects.keys()].filter((key) => key.includes('/blobs/'));
  const asked = (method: string) => double.requests.filter((request) => request.method === method);
  const incoming = (name: string) => readdirSync(join(folder, name, 'copies', 'incoming'));
  const gets = () => asked('GET').filter(({ key }) => key !== '');

  test('lie below the prefix, under a key with a part of its own', async () => {
    const ids = [(await store.put(Buffer.from('bytes'))).id, (await store.put(Buffer.from('others'))).id];
    const keys = blobObjects();
    for (const [at, id] of ids.entries())
      expect(keys[at]).toMatch(new RegExp(`^design-server/blobs/${id.slice(0, 2)}/${id}\\.[0-9a-f]{40}$`));
    expect(new Set(keys.map((key) => key.split('.')[1])).size).toBe(2);
  });

  test('are sent once, however often the same bytes are stored', async () => {
    for (let count = 0; count < 3; count += 1) await store.put(Buffer.from('the same'));
    expect(asked('PUT')).toHaveLength(1);
    await Promise.all([1, 2, 3].map(() => store.put(Buffer.from('the same at once'))));
    expect(asked('PUT')).toHaveLength(2);
  });

  test('stored by two servers at once are one, and the object of the loser goes', async () => {
    const other = await elsewhere();
    const bytes = Buffer.from('at once');
    const stored = await Promise.all([store.put(bytes), other.put(bytes)]);
    expect(stored[0]).toEqual(stored[1]);
    await expect.poll(blobObjects).toHaveLength(1);
    expect((await bytesAt(await elsewhere('three'), stored[0].id)).toString()).toBe('at once');
  });

  test('that another server has stored first, and a sweep has deleted by then, are stored anew', async () => {
    const other = await elsewhere();
    const bytes = Buffer.from('stored, swept and stored');
    const id = blobIdOf(createHash('sha256').update(bytes));
    let stored: Promise<unknown> | undefined;
    let swept: Promise<void> | undefined;
    double.misfortune = ({ method }) => {
      if (method === 'PUT' && stored === undefined) {
        stored = other.put(bytes);
        return { until: stored };
      }
      if (method !== 'DELETE' || swept !== undefined) return undefined;
      swept = other.delete(id);
      return { until: swept };
    };
    await store.put(bytes);
    expect((await bytesAt(await elsewhere('three'), id)).equals(bytes)).toBe(true);
    expect(blobObjects()).toHaveLength(1);
  });

  test('that are stored again within a change do not wait for those who store them beside it, and wait for that change', async () => {
    const bytes = Buffer.from('the same within and beside');
    const besides = Promise.withResolvers<void>();
    let isBeside = false;
    const database = store.database.withPlugin({
      transformQuery: ({ node }) => {
        if (isBeside && node.kind === 'UpdateQueryNode') besides.resolve();
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const one = await openStore('within', { database });
    const { id, beside } = await inTransaction(database, async (transaction) => {
      await one.put(bytes, transaction);
      isBeside = true;
      const beside = one.put(bytes);
      await besides.promise;
      return { ...(await one.put(bytes, transaction)), beside };
    });
    expect((await beside).id).toBe(id);
    expect((await bytesAt(await elsewhere('three'), id)).equals(bytes)).toBe(true);
  });

  const fourMegabytes = 4 * 1024 * 1024;
  /** Of parts that nobody has. */
  const hashesOfParts = (sizeBytes: number) => Buffer.alloc(16 * (sizeBytes / partBytes)).toString('base64');

  test.each([
    { what: 'large', sizeBytes: 40_000_000, partHashes: null, most: 4 },
    {
      what: 'read while they come',
      sizeBytes: fourMegabytes,
      partHashes: hashesOfParts(fourMegabytes),
      most: 9,
    },
  ])(
    'that are $what come $most at once, and whatever else is brought or sent waits for them',
    async ({ sizeBytes, partHashes, most }) => {
      const ids = Array.from({ length: most + 1 }, (_, at) => at.toString(16).repeat(64) as BlobId);
      let looks = 0;
      // Of what is stored it is asked first whether it is there, and noted when.
      const now = () => ++looks;
      const busy = await openStore('busy', { database: store.database, now });
      const last = ids[most] as BlobId;
      const [whole, parted] = ['e', 'f'].map((digit) => digit.repeat(64)) as [BlobId, BlobId];
      for (const id of ids)
        await insertBlob(store.database, { id, sizeBytes, storedAt: 1, partHashes, object: `blobs/${id}` });
      const hashed = { sizeBytes: fourMegabytes, partHashes: hashesOfParts(fourMegabytes) };
      await insertBlob(store.database, { ...hashed, id: parted, storedAt: 1, object: `blobs/${parted}` });
      const small = await (await elsewhere()).put(Buffer.from('read past them'));
      const goOn = Promise.withResolvers<void>();
      double.misfortune = ({ key }) => (key.includes(small.id) ? undefined : { until: goOn.promise });
      const underWay = () => new Set(gets().flatMap(({ key }) => (key.includes(small.id) ? [] : key)));
      const come: Promise<unknown>[] = ids.slice(0, most).map((id) => busy.localPath(id));
      await expect.poll(() => underWay().size).toBe(most);
      const whileOthersRead = async () => {
        for (let time = 0; time < 3; time += 1) await (await busy.read(small.id)).toArray();
      };
      come.push(busy.localPath(last));
      await whileOthersRead();
      const part = await busy.inParts?.(parted);
      come.push(part?.bring([0]) ?? Promise.resolve());
      const read = busy.bytesAt?.(whole, { object: `blobs/${whole}`, sizeBytes: fourMegabytes - 1 });
      const sent = busy.put(Buffer.from('sent behind them'));
      const outcomes = Promise.allSettled(come);
      await expect.poll(() => looks).toBe(1);
      await whileOthersRead();
      expect([underWay().size, asked('PUT').length]).toEqual([most, 1]);
      goOn.resolve();
      for (const outcome of await outcomes)
        expect(outcome).toMatchObject({ reason: expect.any(BlobDamaged) });
      expect(await read).toBeUndefined();
      await sent;
      expect([underWay().size, asked('PUT').length]).toEqual([most + 3, 2]);
    },
  );

  test('are there for other servers, and brought once for all who wait', async () => {
    const { id } = await store.put(Buffer.from('shared'));
    const other = await elsewhere();
    const copies = await Promise.all([1, 2, 3].map(() => bytesAt(other, id)));
    expect(copies.map(String)).toEqual(['shared', 'shared', 'shared']);
    expect(gets()).toHaveLength(1);
    await other.localPath(id);
    expect(gets()).toHaveLength(1);
  });

  test('of more than sixteen megabytes travel in parts, there and back', async () => {
    const bytes = randomBytes(21_000_000);
    const { id } = await store.put(bytes);
    expect(asked('PUT').map(({ query }) => query.get('partNumber'))).toEqual(
      expect.arrayContaining(['1', '2', '3']),
    );
    expect(double.uploads.size).toBe(0);
    expect((await bytesAt(await elsewhere(), id)).equals(bytes)).toBe(true);
    expect(gets()).toHaveLength(6);
  });

  test('are read whole past the copies, so a backup leaves them as they are', async () => {
    const { id } = await store.put(Buffer.from('backed up'));
    const other = await elsewhere();
    expect(Buffer.concat(await (await other.read(id)).toArray()).toString()).toBe('backed up');
    expect(await other.sizeOf(id)).toBe(9);
    expect(other.counts).toEqual({ 'get done': 1, bytes: 0, beyondBytes: 0 });
  });

  const change = (bytes: Buffer) => {
    const stored = double.objects.get(blobObjects()[0] as string);
    if (stored !== undefined) stored.bytes = bytes;
  };
  const damages: [title: string, damage: () => void, counted: string][] = [
    ['changed', () => change(Buffer.from('bytes that are n0t right')), 'damaged store'],
    ['cut', () => change(Buffer.from('bytes')), 'damaged store'],
    ['grown', () => change(Buffer.from('bytes that are not right!')), 'damaged store'],
    ['lost', () => double.objects.clear(), 'damaged missing'],
  ];
  test.each(damages)('that were %s are not served, are told and counted', async (_title, damage, counted) => {
    const { id } = await store.put(Buffer.from('bytes that are not right'));
    damage();
    const other = await elsewhere();
    await expect(other.localPath(id)).rejects.toBeInstanceOf(BlobDamaged);
    expect([other.counts[counted], gets().length]).toEqual([2, 2]);
    expect(other.lines).toEqual([
      expect.objectContaining({ blob: id, object: expect.stringContaining(id), files: [] }),
    ]);
    expect(incoming('two')).toEqual([]);
    const read = await other.read(id);
    await expect(read.toArray()).rejects.toBeInstanceOf(BlobDamaged);
  });

  test('that were lost are mended by who stores the same bytes again', async () => {
    const bytes = Buffer.from('lost and found');
    const { id } = await store.put(bytes);
    double.objects.clear();
    const other = await elsewhere();
    await expect(other.localPath(id)).rejects.toBeInstanceOf(BlobDamaged);
    await other.put(bytes);
    expect((await bytesAt(await elsewhere('three'), id)).equals(bytes)).toBe(true);
    expect(blobObjects()).toHaveLength(1);
  });

  test.each([
    ['lost', () => double.objects.clear()],
    ['cut', () => change(Buffer.from('lost'))],
  ])('that were %s are mended also where nobody has noticed', async (_how, befall) => {
    const bytes = Buffer.from('lost and found');
    const { id } = await store.put(bytes);
    befall();
    await (await elsewhere()).put(bytes);
    expect((await bytesAt(await elsewhere('three'), id)).equals(bytes)).toBe(true);
    expect(blobObjects()).toHaveLength(1);
  });

  test('that were changed and are as long as before are mended also by a process that has not noticed', async () => {
    const bytes = Buffer.from('right and whole');
    const { id } = await store.put(bytes);
    change(Buffer.from('wr0ng but whole'));
    await expect((await elsewhere()).localPath(id)).rejects.toBeInstanceOf(BlobDamaged);
    await expect
      .poll(async () => {
        await store.put(bytes);
        return blobObjects().map((key) => String(double.objects.get(key)?.bytes));
      })
      .toEqual(['right and whole']);
    expect((await bytesAt(await elsewhere('three'), id)).equals(bytes)).toBe(true);
    const sent = asked('PUT').length;
    await store.put(bytes);
    expect(asked('PUT')).toHaveLength(sent);
  });

  test('that were found changed are mended once, also where the store does not delete what was wrong', async () => {
    const bytes = Buffer.from('right and whole');
    const { id } = await store.put(bytes);
    change(Buffer.from('wr0ng but whole'));
    const two = await elsewhere();
    await expect(two.localPath(id)).rejects.toBeInstanceOf(BlobDamaged);
    double.misfortune = ({ method }) =>
      method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : undefined;
    await two.put(bytes);
    expect(two.lines.map(({ msg }) => msg)).toContain('an object is left over');
    double.misfortune = undefined;
    const sent = asked('PUT').length;
    await two.put(bytes);
    expect(asked('PUT')).toHaveLength(sent);
    expect((await bytesAt(await elsewhere('three'), id)).equals(bytes)).toBe(true);
  });

  test('that were found changed are mended by who found it, also where the database could not be told of it', async () => {
    const bytes = Buffer.from('right and whole');
    const { id } = await store.put(bytes);
    change(Buffer.from('wr0ng but whole'));
    let isDeaf = true;
    const database = store.database.withPlugin({
      transformQuery: ({ node }) => {
        if (isDeaf && node.kind === 'UpdateQueryNode') throw new Error('The database is gone.');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const two = await openStore('two', { database });
    await expect(two.localPath(id)).rejects.toBeInstanceOf(BlobDamaged);
    await expect
      .poll(() => two.lines.map(({ msg }) => msg))
      .toContain('other servers are not told of the damage');
    isDeaf = false;
    await two.put(bytes);
    expect((await bytesAt(await elsewhere('three'), id)).equals(bytes)).toBe(true);
  });

  test('that were mended since are not noted as damaged by who read them before', async () => {
    const bytes = Buffer.from('mended meanwhile');
    const { id } = await store.put(bytes);
    await noteDamage(store.database, id, { object: 'blobs/the one before', now: 1 });
    await store.put(bytes);
    expect(asked('PUT')).toHaveLength(1);
  });

  test('that are there are believed to be whole by a store that cannot be asked, and not sent again', async () => {
    const bytes = Buffer.from('there already');
    const { id } = await store.put(bytes);
    double.misfortune = ({ method }) =>
      method === 'GET' ? { status: 403, code: 'InvalidAccessKeyId' } : undefined;
    expect((await (await elsewhere()).put(bytes)).id).toBe(id);
    expect(asked('PUT')).toHaveLength(1);
  });

  test('are served from their copies while the store is away', async () => {
    const warm = await store.put(Buffer.from('warm'));
    const cold = await (await elsewhere()).put(Buffer.from('cold'));
    double.misfortune = () => ({ status: 403, code: 'InvalidAccessKeyId' });
    expect((await bytesAt(store, warm.id)).toString()).toBe('warm');
    await expect(store.localPath(cold.id)).rejects.toBeInstanceOf(StoreAway);
    await expect(store.put(Buffer.from('new'))).rejects.toBeInstanceOf(StoreAway);
    expect(await store.has(blobIdOf(createHash('sha256').update('new')))).toBe(false);
    expect(incoming('one')).toEqual([]);
    double.misfortune = undefined;
    expect((await bytesAt(store, cold.id)).toString()).toBe('cold');
  });

  test.each([
    ['small', 100_000],
    ['not large', 4 * 1024 * 1024 - 1],
  ])(
    'that are %s are read from where they are said to lie, without a copy, and never as others',
    async (_, sizeBytes) => {
      const bytes = randomBytes(sizeBytes);
      const { id } = await store.put(bytes);
      const [key = ''] = blobObjects();
      const lies = { object: key.slice(key.indexOf('blobs/')), sizeBytes: bytes.length };
      const two = await elsewhere();
      const read = (more: object = {}) => two.bytesAt?.(id, { ...lies, ...more });
      expect((await read())?.equals(bytes)).toBe(true);
      expect(await two.cache.find(id)).toBeUndefined();
      expect(await read({ sizeBytes: bytes.length + 1 })).toBeUndefined();
      double.requests.splice(0);
      expect(await read({ sizeBytes: 4 * 1024 * 1024 })).toBeUndefined();
      expect(double.requests).toEqual([]);
      expect(await read({ object: 'blobs/elsewhere' })).toBeUndefined();
      const stored = double.objects.get(key)!;
      for (const other of [Buffer.alloc(bytes.length), bytes.subarray(1), Buffer.concat([bytes, bytes])]) {
        stored.bytes = other;
        expect(await read()).toBeUndefined();
      }
      double.misfortune = () => ({ status: 503 });
      await expect(read()).rejects.toBeInstanceOf(StoreAway);
      expect(await store.bytesAt?.(id, lies), 'a copy is there').toBeUndefined();
    },
  );

  test('go on where a connection broke off half way', async () => {
    const bytes = randomBytes(21_000_000);
    const { id } = await store.put(bytes);
    const two = await elsewhere();
    double.requests.splice(0);
    const broken = new Set<string>();
    double.misfortune = ({ method, range = '' }) => {
      if (method !== 'GET' || broken.size === 2 || broken.has(range)) return undefined;
      broken.add(range);
      return { breaks: 'half way' };
    };
    expect((await bytesAt(two, id)).equals(bytes)).toBe(true);
    expect(new Set(gets().map(({ range }) => range)).size).toBe(6 + broken.size);
    expect(Object.keys(two.counts).filter((name) => name.startsWith('damaged'))).toEqual([]);
  });

  test('come also where connections break off in between', async () => {
    const { id } = await store.put(Buffer.from('brought in the end'));
    let broken = 0;
    double.misfortune = ({ method }) => {
      broken += 1;
      return method === 'GET' && broken < 3
        ? { breaks: broken === 1 ? 'at once' : 'in the middle' }
        : undefined;
    };
    expect((await bytesAt(await elsewhere(), id)).toString()).toBe('brought in the end');
  });

  test.each([200, 403, 500])(
    'stay out of memory where the store answers %d and does not end',
    async (endless) => {
      const { id } = await store.put(Buffer.from('cold'));
      const other = await elsewhere();
      double.misfortune = () => ({ endless });
      await expect(other.localPath(id)).rejects.toBeInstanceOf(StoreAway);
      await expect(store.put(Buffer.from('new'))).rejects.toBeInstanceOf(StoreAway);
      double.misfortune = undefined;
      expect((await bytesAt(other, id)).toString()).toBe('cold');
    },
  );

  test('are neither damaged nor refused for good by what answers nothing, or that there is no such object to be stored', async () => {
    const { id } = await store.put(Buffer.from('cold'));
    const other = await elsewhere();
    double.misfortune = () => ({ status: 200, body: '' });
    await expect(other.localPath(id)).rejects.toBeInstanceOf(StoreAway);
    double.misfortune = ({ method }) => (method === 'PUT' ? { status: 404, code: 'NoSuchKey' } : undefined);
    await expect(store.put(Buffer.from('new'))).rejects.toBeInstanceOf(StoreAway);
    double.misfortune = undefined;
    expect((await bytesAt(other, id)).toString()).toBe('cold');
  });

  test.each([5, 20_000_000])(
    'of %d bytes are not stored by what answers 200 and names nothing',
    async (size) => {
      const headers = { 'content-type': 'text/html' };
      const page = { status: 200, body: '<html>Sign in</html>', headers };
      double.misfortune = ({ method }) => (method === 'GET' ? undefined : page);
      const refusal = await store.put(randomBytes(size)).catch((error) => error);
      expect(refusal).toBeInstanceOf(StoreAway);
      expect(refusal.message).toContain('is no object store');
    },
  );

  test('are away, and not damaged, where a page answers in their place', async () => {
    const { id } = await store.put(Buffer.from('behind a page'));
    const other = await elsewhere();
    const headers = { 'content-type': 'text/html' };
    double.misfortune = () => ({ status: 200, body: '<html>Sign in</html>', headers });
    await expect(other.localPath(id)).rejects.toBeInstanceOf(StoreAway);
    double.misfortune = undefined;
    expect((await bytesAt(other, id)).toString()).toBe('behind a page');
  });

  test('are listed whole by a store that answers with pages of a hundred', async () => {
    const keys = Array.from({ length: 250 }, (_, number) => `blobs/${number}`);
    for (const key of keys) double.objects.set(`design-server/${key}`, { bytes: Buffer.of(), storedAt: 1 });
    const listed = await Array.fromAsync(store.objects.list('blobs/'));
    expect(listed.map(({ key }) => key).sort()).toEqual(keys.sort());
    expect(asked('GET')).toHaveLength(3);
  });

  test('are not listed for ever by a store that repeats itself', async () => {
    const again = '<IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken>';
    const headers = { 'content-type': 'application/xml' };
    const page = { status: 200, body: `<ListBucketResult>${again}</ListBucketResult>`, headers };
    double.misfortune = () => page;
    await expect(Array.fromAsync(store.objects.list(''))).rejects.toBeInstanceOf(StoreAway);
  });

  test('of an upload that breaks off leave no parts', async () => {
    double.misfortune = ({ query }) =>
      query.get('partNumber') === '2' ? { status: 400, code: 'InvalidRequest' } : undefined;
    await expect(store.put(randomBytes(20_000_000))).rejects.toBeInstanceOf(StoreAway);
    expect([double.uploads.size, blobObjects()]).toEqual([0, []]);
  });

  test('of a store that is full say so', async () => {
    double.misfortune = ({ method }) =>
      method === 'PUT' ? { status: 403, code: 'QuotaExceeded' } : undefined;
    const refusal = await store.put(Buffer.from('too much')).catch((error) => error);
    expect([refusal.name, refusal.isFull]).toEqual(['StoreAway', true]);
  });

  test('keep copies that an earlier run left, hashed before they are used', async () => {
    const whole = await store.put(Buffer.from('whole'));
    const spoilt = await store.put(Buffer.from('spoilt'));
    writeFileSync(await store.localPath(spoilt.id), 'sp0ilt');
    await store.close();
    opened.length = 0;
    const again = await openStore('one');
    expect((await bytesAt(again, whole.id)).toString()).toBe('whole');
    expect(gets()).toHaveLength(0);
    expect((await bytesAt(again, spoilt.id)).toString()).toBe('spoilt');
    expect([gets().length, again.counts['damaged copy']]).toEqual([1, 1]);
  });

  test('make room by those not used for longest, and by none that was used within ten minutes', async () => {
    let elapsedMs = 0;
    const minutes = (count: number) => {
      elapsedMs += count * 60_000;
    };
    const small = await openStore('small', { mostBytes: 250, elapsedMs: () => elapsedMs });
    const put = async (letter: string) => (await small.put(Buffer.alloc(100, letter))).id;
    const [first, second] = [await put('1'), await put('2')];
    minutes(6);
    small.noteUse?.(first);
    const third = await put('3');
    expect([small.counts.bytes, small.counts.beyondBytes]).toEqual([300, 50]);
    minutes(5);
    const fourth = await put('4');
    expect([small.counts.bytes, small.counts.beyondBytes]).toEqual([300, 50]);
    const copies = await Promise.all([first, second, third, fourth].map((id) => small.cache.find(id)));
    expect(copies.map((copy) => copy !== undefined)).toEqual([true, false, true, true]);
    expect(hashOf(await bytesAt(small, second))).toBe(second);
  });

  test('leave the disk to those that are asked for now, or stored next, where it is full', async () => {
    let elapsedMs = 0;
    let inTheWay = '';
    const files: DiskFiles = {
      ...diskFiles,
      create: async (path) => {
        if (existsSync(inTheWay)) throw Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' });
        return diskFiles.create(path);
      },
    };
    const { id: cold } = await store.put(Buffer.from('cold'));
    const full = await openStore('full', { database: store.database, elapsedMs: () => elapsedMs, files });
    const fill = async (text: string): Promise<void> => {
      inTheWay = await full.localPath((await full.put(Buffer.from(text))).id);
      elapsedMs += 11 * 60_000;
    };
    await fill('old');
    expect((await bytesAt(full, cold)).toString()).toBe('cold');
    await fill('as old');
    await expect(full.put(Buffer.from('new'))).rejects.toMatchObject({ code: 'ENOSPC' });
    await full.put(Buffer.from('new'));
  });

  test('come again where somebody has emptied the folder of copies', async () => {
    const { id } = await store.put(Buffer.from('swept away'));
    rmSync(join(folder, 'one', 'copies'), { recursive: true });
    expect((await bytesAt(store, id)).toString()).toBe('swept away');
  });
});
