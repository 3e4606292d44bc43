import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Misfortune, openS3Double, type S3Double } from '../../conformance/harness/s3-double.ts';
import { diskFiles } from '../blobs/disk-files.ts';
import type { SettingName } from '../config.ts';
import { fileKeyOf } from '../contract/branded-ids.ts';
import { deleteUnreferencedBlobs } from '../jobs/blob-sweep.ts';
import { runVitrine } from '../testing/command-io.ts';
import { fillingDisk } from '../testing/filling-disk.ts';
import { withEachEngine } from '../testing/postgres-and-sqlite.ts';
import { createPostgresDatabase } from '../testing/postgres-database.ts';
import { settingsOfSeveral } from '../testing/settings-of-several.ts';
import { takeForRead } from '../testing/taken-for-read.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { openTlsFront } from '../testing/tls-front.ts';

/** The smallest GIF. */
const image = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const dayMs = 24 * 3_600_000;

const engines = {
  sqlite: async () => ({ databaseUrl: '', drop: async () => undefined }),
  postgres: async () => {
    const { url, drop } = await createPostgresDatabase();
    return { databaseUrl: url, drop };
  },
};

/** What may become of a store after the start, but that it is away, or full. */
const misfortunes: Readonly<Record<string, Misfortune>> = {
  'a redirect': { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
  'a redirect of the store': { status: 301, code: 'PermanentRedirect', region: 'eu-west-1' },
  'another region': { status: 400, code: 'AuthorizationHeaderMalformed', region: 'eu-west-1' },
  'clocks too far apart': { status: 403, code: 'RequestTimeTooSkewed' },
  'a page of HTML': { status: 200, body: '<html>Welcome</html>', headers: { 'content-type': 'text/html' } },
  'keys that have ended': { status: 403, code: 'ExpiredToken' },
  'keys that are wrong': { status: 403, code: 'InvalidAccessKeyId' },
  'keys without rights': { status: 403, code: 'AccessDenied' },
  'no bucket': { status: 404, code: 'NoSuchBucket' },
};

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const contentOf = (name: string): string =>
  JSON.stringify({
    name,
    document: {
      id: '0:0',
      name,
      type: 'DOCUMENT',
      children: [
        {
          id: '0:1',
          name: 'Page',
          type: 'CANVAS',
          children: [{ id: '1:1', name: 'Frame', type: 'FRAME', children: [] }],
        },
      ],
    },
  });

withEachEngine('A server with a bucket', engines, (prepare) => {
  describe('its designs', () => {
    let folder: string;
    let double: S3Double;
    let server: TestServer;
    let database: Awaited<ReturnType<typeof prepare>>;
    const started: TestServer[] = [];
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'vitrine-bucket-'));
      double = await openS3Double();
      for (const [name, value] of Object.entries(double.env)) vi.stubEnv(name, value);
      database = await prepare();
      server = await start();
      ofPages = [];
      ofPages = blobKeys();
    });
    afterEach(async () => {
      for (const one of started.splice(0)) await one.close();
      await database.drop();
      await double.close();
      rmSync(folder, { recursive: true });
      vi.unstubAllEnvs();
    });

    async function start(
      settings: Partial<Record<SettingName, string>> = {},
      name = 'one',
      files = diskFiles,
    ): Promise<TestServer> {
      const { databaseUrl } = database;
      const ofSeveral = databaseUrl === '' ? {} : settingsOfSeveral(folder);
      const made = await startTestServer({
        folder: join(folder, name),
        files,
        settings: { databaseUrl, blobs: double.setting, ...ofSeveral, ...settings },
      });
      started.push(made);
      return made;
    }

    async function stop(): Promise<void> {
      for (const one of started.splice(0)) await one.close();
    }

    async function push(name: string): Promise<string> {
      const { key } = (await server.call('/workspace/v1/files', { body: { name, project: '1' } })).json;
      const path = `/workspace/v1/files/${key}/content`;
      expect((await server.call(path, { method: 'PUT', body: contentOf(name) })).status).toBe(200);
      return key;
    }

    const nameOf = async (key: string) => (await server.call(`/v1/files/${key}`)).json.document?.name;
    /** What holds the files of its pages: where several may serve, the start has put it there. */
    let ofPages: readonly string[];
    const blobKeys = () =>
      [...double.objects.keys()].filter((key) => key.includes('/blobs/') && !ofPages.includes(key));
    /** A start without the copies of the one before, which reads only what it is asked for. */
    const startCold = async (): Promise<void> => {
      await takeForRead(server);
      await stop();
      rmSync(join(folder, 'one', 'cache'), { recursive: true });
      server = await start();
    };

    test('lie in it, and are there for a start that has no copies', async () => {
      const key = await push('Kept');
      expect(blobKeys()).toHaveLength(1);
      await startCold();
      expect(await nameOf(key)).toBe('Kept');
    });

    test('take states of development, which are stored within their change', async () => {
      const key = await push('Marked');
      const path = `/workspace/v1/files/${key}/nodes/1:1/dev-status`;
      const answer = await server.call(path, { method: 'PUT', body: { status: 'READY_FOR_DEV' } });
      expect(answer.status).toBe(200);
      await startCold();
      const { json } = await server.call(`/v1/files/${key}/nodes?ids=1:1`);
      expect(json.nodes['1:1'].document.devStatus).toEqual({ type: 'READY_FOR_DEV' });
    });

    test('answer 503 while it is away, change nothing, and come back by themselves', async () => {
      const key = await push('Before');
      await startCold();
      double.misfortune = () => ({ breaks: 'at once' });
      const read = await server.call(`/v1/files/${key}`);
      expect([read.status, read.headers['retry-after']]).toEqual([503, '5']);
      expect(read.json.err).toMatch(/^What is stored cannot be reached/);
      const path = `/workspace/v1/files/${key}/content`;
      const pushed = await server.call(path, { method: 'PUT', body: contentOf('After') });
      expect([pushed.status, pushed.headers['retry-after']]).toEqual([503, '5']);
      double.misfortune = undefined;
      expect(await nameOf(key)).toBe('Before');
    });

    test('that have a copy are served while many without one wait for a slow store, each of which is brought once', async () => {
      const cold = await Promise.all([push('Cold 1'), push('Cold 2')]);
      await startCold();
      const warm = await push('Warm');
      const goesOn = Promise.withResolvers<void>();
      double.misfortune = ({ method, key }) =>
        method === 'GET' && key.includes('blobs/') ? { until: goesOn.promise } : undefined;
      const asked = double.requests.length;
      const brought = () =>
        double.requests.slice(asked).filter(({ method, key }) => method === 'GET' && key.includes('blobs/'));
      const waiting = Array.from({ length: 80 }, (_, place) => nameOf(cold[place % 2] as string));
      await expect.poll(() => brought().length).toBe(2);
      expect(await nameOf(warm)).toBe('Warm');
      expect(await Promise.race([...waiting, 'still waits'])).toBe('still waits');
      goesOn.resolve();
      expect(new Set(await Promise.all(waiting))).toEqual(new Set(['Cold 1', 'Cold 2']));
      expect(brought()).toHaveLength(2);
    });

    test('answer 503 and change nothing, whatever becomes of it after the start', async () => {
      const key = await push('Before');
      await startCold();
      const before = blobKeys();
      for (const [what, misfortune] of Object.entries(misfortunes)) {
        double.misfortune = () => misfortune;
        const read = await server.call(`/v1/files/${key}`);
        expect([what, read.status, read.headers['retry-after']]).toEqual([what, 503, '5']);
        const path = `/workspace/v1/files/${key}/content`;
        const pushed = await server.call(path, { method: 'PUT', body: contentOf('After') });
        expect([what, pushed.status, pushed.headers['retry-after']]).toEqual([what, 503, '5']);
      }
      double.misfortune = undefined;
      expect(blobKeys()).toEqual(before);
      expect(await nameOf(key)).toBe('Before');
    });

    test('answer 503 once its certificate is one that nobody trusts, and come back with the one from before', async () => {
      await stop();
      const front = await openTlsFront(double.url);
      try {
        const blobs = double.setting.replace(double.url, front.url);
        server = await start({ blobs });
        const key = await push('Before');
        await stop();
        rmSync(join(folder, 'one', 'cache'), { recursive: true });
        server = await start({ blobs });
        await front.showStranger();
        const path = `/workspace/v1/files/${key}/content`;
        const read = await server.call(`/v1/files/${key}`);
        const pushed = await server.call(path, { method: 'PUT', body: contentOf('After') });
        for (const { status, headers } of [read, pushed])
          expect([status, headers['retry-after']]).toEqual([503, '5']);
        await front.showOwn();
        expect(await nameOf(key)).toBe('Before');
        expect(blobKeys()).toHaveLength(1);
      } finally {
        await front.close();
      }
    });

    test('are refused with 503 by one that is full, and served', async () => {
      const key = await push('Before');
      double.misfortune = ({ method }) => (method === 'PUT' ? { status: 507 } : undefined);
      const path = `/workspace/v1/files/${key}/content`;
      const pushed = await server.call(path, { method: 'PUT', body: contentOf('After') });
      expect([pushed.status, pushed.headers['retry-after']]).toEqual([503, '60']);
      expect(pushed.json.err).toBe('The store of the server is full; nothing was stored.');
      expect(await nameOf(key)).toBe('Before');
    });

    test('are refused with 507 where the local disk is full, at whatever step, and come once it has room', async () => {
      await stop();
      const { files, state } = fillingDisk();
      server = await start({}, 'one', files);
      const key = await push('Before');
      const path = `/workspace/v1/files/${key}/content`;
      const full = 'The disk of the server is full; nothing was stored.';
      for (let steps = 0; ; steps += 1) {
        state.left = steps;
        const pushed = await server.call(path, { method: 'PUT', body: contentOf(`Attempt ${steps}`) });
        state.left = Number.POSITIVE_INFINITY;
        if (pushed.status === 200) break;
        expect([pushed.status, pushed.json.err]).toEqual([507, full]);
        expect(await nameOf(key)).toBe('Before');
        expect(blobKeys()).toHaveLength(1);
      }
      expect(await nameOf(key)).toMatch(/^Attempt [1-9]/);
      await stop();
      rmSync(join(folder, 'one', 'cache'), { recursive: true });
      server = await start({}, 'one', files);
      state.left = 0;
      const read = await server.call(`/v1/files/${key}`);
      expect([read.status, read.json.err]).toEqual([507, full]);
      state.left = Number.POSITIVE_INFINITY;
      expect(await nameOf(key)).toMatch(/^Attempt [1-9]/);
    });

    test('are compared by a command beside the server, which names what is lost and changed with the files, so that a push mends it', async () => {
      const check = (...args: string[]) =>
        runVitrine(['check', ...args], {
          env: {
            VITRINE_DATA: join(folder, 'one'),
            DATABASE_URL: database.databaseUrl,
            VITRINE_BLOBS: double.setting,
          },
        });
      const [lost, changed] = [await push('Lost'), await push('Changed')];
      await push('Right');
      const right = await check();
      expect([right.code, right.stdout]).toEqual([
        0,
        expect.stringContaining(`All is as it was stored: ${3 + ofPages.length} blobs`),
      ]);
      const objectOf = async (key: string) => {
        const { snapshot } = await server.context.database
          .selectFrom('versions')
          .select('snapshot')
          .where('file_key', '=', fileKeyOf(key))
          .executeTakeFirstOrThrow();
        return { blob: snapshot, place: blobKeys().find((object) => object.includes(snapshot)) as string };
      };
      const objects = [await objectOf(lost), await objectOf(changed)] as const;
      double.objects.delete(objects[0].place);
      const changedObject = double.objects.get(objects[1].place) as { bytes: Buffer };
      const bytes = Buffer.from(changedObject.bytes);
      changedObject.bytes.fill(0, 100, 110);
      const { code, json } = await check('--json');
      expect(code).toBe(1);
      expect(json).toMatchObject({ blobs: 3 + ofPages.length, unused: 0 });
      const finding = (index: 0 | 1, fault: string, files: object[]) => ({
        ...objects[index],
        fault,
        files,
        fonts: [],
      });
      const expected = [
        finding(0, 'missing', [{ key: lost, name: 'Lost' }]),
        finding(1, 'changed', [{ key: changed, name: 'Changed' }]),
      ];
      expect(json.findings).toEqual(expected.sort((a, b) => (a.blob < b.blob ? -1 : 1)));
      expect((await check()).stdout).toContain(`1 missing, 1 changed, of ${3 + ofPages.length} blobs`);
      await server.context.blobs.put(bytes);
      expect((await check()).stdout).toContain('1 missing, 0 changed, of');
      double.misfortune = () => ({ breaks: 'at once' });
      const away = await check();
      expect([away.code, away.stdout, away.stderr]).toEqual([
        1,
        '',
        expect.stringMatching(/^The object store \S+ cannot be reached \(ECONNRESET\)\.\n$/),
      ]);
    });

    test('that somebody has changed there are not served, and counted', async () => {
      const key = await push('Right');
      for (const blob of blobKeys()) {
        const stored = double.objects.get(blob);
        if (stored !== undefined)
          stored.bytes = Buffer.from(stored.bytes.toString('latin1').replace('Right', 'Wrong'), 'latin1');
      }
      await startCold();
      const answer = await server.call(`/v1/files/${key}`);
      expect([answer.status, answer.json.err]).toEqual([500, expect.stringContaining('lost or damaged')]);
      const { text } = await server.call('/metrics');
      expect(text).toContain('vitrine_blobs_damaged_total{where="store"} 2');
      expect(text).toContain('vitrine_store_request_seconds_count{kind="get",outcome="done"}');
    });

    test('are drawn only with the image fills that they have', async () => {
      const { key } = (await server.call('/workspace/v1/files', { body: { name: 'Filled', project: '1' } }))
        .json;
      const fill = { type: 'IMAGE', scaleMode: 'FILL', imageRef: 'pixel' };
      const box = { x: 0, y: 0, width: 10, height: 10 };
      const filled = JSON.parse(contentOf('Filled'));
      Object.assign(filled.document.children[0].children[0], {
        fills: [fill],
        absoluteBoundingBox: box,
        size: { x: 10, y: 10 },
      });
      await server.call(`/workspace/v1/files/${key}/content`, {
        method: 'PUT',
        body: JSON.stringify(filled),
      });
      await server.call(`/workspace/v1/files/${key}/image-fills/pixel`, { method: 'PUT', body: image });
      await startCold();
      await nameOf(key);
      double.misfortune = () => ({ breaks: 'at once' });
      expect((await server.call(`/v1/images/${key}?ids=1:1`)).status).toBe(503);
      double.misfortune = undefined;
      const { status, json } = await server.call(`/v1/images/${key}?ids=1:1`);
      expect([status, typeof json.images['1:1']]).toEqual([200, 'string']);
    });

    test('are brought again where somebody deletes the local copies while the server runs', async () => {
      const { key } = (await server.call('/workspace/v1/files', { body: { name: 'Deleted', project: '1' } }))
        .json;
      const long = JSON.parse(contentOf('Deleted'));
      const box = { x: 0, y: 0, width: 10, height: 10 };
      const pluginData = 'long enough to be read by itself, '.repeat(3000);
      const fills = [{ type: 'IMAGE', scaleMode: 'FILL', imageRef: 'pixel' }];
      Object.assign(long.document.children[0].children[0], {
        fills,
        absoluteBoundingBox: box,
        size: { x: 10, y: 10 },
        sharedPluginData: { ours: { pluginData } },
      });
      const path = `/workspace/v1/files/${key}`;
      await server.call(`${path}/content`, { method: 'PUT', body: JSON.stringify(long) });
      await server.call(`${path}/image-fills/pixel`, { method: 'PUT', body: image });
      const all = '?plugin_data=shared&geometry=paths';
      const answers = async (scale: number) => {
        const { images } = (await server.call(`/v1/images/${key}?ids=1:1&scale=${scale}`)).json;
        const fill = new URL((await server.call(`/v1/files/${key}/images`)).json.meta.images.pixel);
        return [
          await nameOf(key),
          (await server.call(`/v1/files/${key}${all}`)).status,
          (await server.call(`/v1/files/${key}/nodes${all}&ids=1:1`)).status,
          (await server.call(`${fill.pathname}${fill.search}`)).status,
          (await server.call(new URL(images['1:1']).pathname + new URL(images['1:1']).search)).status,
        ];
      };
      const well = ['Deleted', 200, 200, 200, 200];
      expect(await answers(1)).toEqual(well);
      rmSync(join(folder, 'one', 'cache'), { recursive: true });
      expect(await answers(2)).toEqual(well);
      for (const file of filesBelow(join(folder, 'one', 'cache', 'blobs'))) rmSync(file);
      expect(await answers(3)).toEqual(well);
    });

    test('are deleted a day after the sweep has found nothing that refers to them', async () => {
      const [gone, kept] = [await push('Gone'), await push('Kept')];
      await server.context.blobs.put(Buffer.from('left by a crash'));
      await server.call(`/workspace/v1/files/${gone}`, { method: 'DELETE' });
      const sweep = (days: number) => deleteUnreferencedBlobs(server.context, Date.now() + days * dayMs);
      expect(await sweep(10)).toBe(0);
      await server.context.blobs.put(Buffer.from('left by a crash'));
      expect(await sweep(10.9)).toBe(0);
      expect(await sweep(11.1)).toBe(1);
      expect(await sweep(12)).toBe(1);
      expect(await sweep(20)).toBe(0);
      expect(blobKeys()).toHaveLength(1);
      await startCold();
      expect(await nameOf(kept)).toBe('Kept');
    });

    test('are in a backup that takes nearly a day, whatever is deleted meanwhile, and named as lacking in one that takes longer', async () => {
      const sweep = (days: number) => deleteUnreferencedBlobs(server.context, Date.now() + days * dayMs);
      const heldBackup = async () => {
        const keys = [await push(`Gone ${Math.random()}`), await push(`Kept ${Math.random()}`)];
        await startCold();
        const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
        const reached = Promise.withResolvers<void>();
        double.misfortune = ({ method, key }) => {
          if (method !== 'GET' || !blobKeys().some((blob) => blob.endsWith(key))) return undefined;
          reached.resolve();
          return { until: goesOn };
        };
        const backup = server.call('/workspace/v1/backup');
        await reached.promise;
        await server.call(`/workspace/v1/files/${keys[0]}`, { method: 'DELETE' });
        return { keys, backup, goOn };
      };
      /** What a server on a folder says of it, and how it answers for each of the files then. */
      const restored = async (name: string, body: Buffer, keys: readonly string[]) => {
        const inFolder = await startTestServer({ folder: join(folder, name) });
        started.push(inFolder);
        const { json } = await inFolder.call('/workspace/v1/backup', { method: 'PUT', body });
        const statuses = keys.map(async (key) => (await inFolder.call(`/v1/files/${key}`)).status);
        return { lacking: json.firstLacking, statuses: await Promise.all(statuses) };
      };

      const short = await heldBackup();
      expect([await sweep(10), await sweep(10.99)]).toEqual([0, 0]);
      short.goOn();
      const whole = await restored('short', (await short.backup).bytes, short.keys);
      expect(whole).toEqual({ lacking: [], statuses: [200, 200] });
      expect(await sweep(11.1)).toBe(1);

      const long = await heldBackup();
      expect([await sweep(20), await sweep(21.1)]).toEqual([0, 1]);
      long.goOn();
      const partial = await restored('long', (await long.backup).bytes, long.keys);
      expect(partial).toEqual({
        lacking: [
          { blob: expect.any(String), files: [expect.objectContaining({ key: long.keys[0] })], fonts: [] },
        ],
        statuses: [500, 200],
      });
    });

    test('that are stored again while the sweep deletes them lie in another object, which it leaves', async () => {
      const { blobs, database } = server.context;
      const store = () => blobs.put(Buffer.from('deleted and stored at once'));
      const { id } = await store();
      const sweep = (days: number) => deleteUnreferencedBlobs(server.context, Date.now() + days * dayMs);
      await sweep(10);
      const [before] = blobKeys();
      let again: Promise<unknown> | undefined;
      double.misfortune = ({ method }) => {
        if (method !== 'DELETE') return undefined;
        again ??= store();
        return { until: again };
      };
      expect(await sweep(11.1)).toBe(1);
      const row = await database.selectFrom('blobs').select('object').where('id', '=', id).executeTakeFirst();
      expect(blobKeys()).toEqual([expect.stringContaining(row?.object ?? 'no row')]);
      expect(blobKeys()).not.toContain(before);
    });

    test('and their objects are compared: strays go, what is lost is told', async () => {
      const key = await push('Lost');
      const [object = ''] = blobKeys();
      const { bytes } = double.objects.get(object) as { bytes: Buffer };
      const beginning = object.split('/')[2];
      const old = Date.now() - 2 * dayMs;
      const stray = object.replace(/\.[0-9a-f]+$/, `.${'0'.repeat(40)}`);
      const foreign = `design-server/blobs/${beginning}/notes.txt`;
      double.objects.set(stray, { bytes, storedAt: old });
      double.objects.set(foreign, { bytes, storedAt: old });
      double.uploads.set('never', { key: stray, startedAt: old, parts: new Map() });
      const now = Date.now();
      await server.context.blobs.compare?.(now);
      expect(double.uploads.size).toBe(0);
      for (let hour = 0; hour < 127 && double.objects.has(stray); hour += 1)
        await server.context.blobs.compare?.(now + hour * 3_600_000);
      expect(blobKeys().sort()).toEqual([object, foreign].sort());
      expect(await nameOf(key)).toBe('Lost');
      double.objects.delete(object);
      for (let hour = 200; hour < 327; hour += 1)
        await server.context.blobs.compare?.(now + hour * 3_600_000);
      const { text } = await server.call('/metrics');
      expect(text).toContain('vitrine_blobs_damaged_total{where="missing"} 1');
    });

    test('go into a backup and come out of it, between bucket and folder', async () => {
      const key = await push('Backed up');
      await startCold();
      const backup = await server.call('/workspace/v1/backup');
      expect([backup.status, (await server.call('/metrics')).text]).toEqual([
        200,
        expect.stringContaining('vitrine_blob_copies_bytes 0'),
      ]);
      const inFolder = await startTestServer({ folder: join(folder, 'files') });
      started.push(inFolder);
      const restore = (to: TestServer, body: Buffer) =>
        to.call('/workspace/v1/backup', { method: 'PUT', body });
      expect((await restore(inFolder, backup.bytes)).status).toBe(200);
      expect((await inFolder.call(`/v1/files/${key}`)).json.document.name).toBe('Backed up');
      double.objects.clear();
      const back = (await inFolder.call('/workspace/v1/backup')).bytes;
      await stop();
      await database.drop();
      database = await prepare();
      server = await start({}, 'new');
      expect((await restore(server, back)).status).toBe(200);
      expect(await nameOf(key)).toBe('Backed up');
      // The backup brought the id of the installation, as that of which too the bucket is marked.
      await stop();
      server = await start({}, 'new');
      expect(await nameOf(key)).toBe('Backed up');
    });

    test('leave no backup while it is away, and the command says what is wrong with it', async () => {
      await push('Out of reach');
      await startCold();
      double.misfortune = ({ key }) => (key.includes('blobs/') ? { breaks: 'at once' } : undefined);
      const file = join(folder, 'backup.tar');
      const env = { VITRINE_URL: server.url, VITRINE_DATA: server.context.config.dataFolder };
      const token = ['--token', server.adminToken];
      const { code, stderr } = await runVitrine(['backup', file, ...token], { cwd: folder, env });
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(
          /^The backup was not written: The object store \S+ cannot be reached \(ECONNRESET\)\.\n/,
        ),
      ]);
      expect(readdirSync(folder).filter((name) => name.startsWith('backup.tar'))).toEqual([]);
    });

    test('are not confused with those of others at the start', async () => {
      const refusal = async (blobs: string) => {
        await stop();
        return start({ blobs }).then(
          () => 'started',
          (error) => error.message,
        );
      };
      await push('Here');
      const elsewhere = double.setting.replace('/design-server', '/elsewhere');
      expect(await refusal(elsewhere)).toMatch(/^VITRINE_BLOBS names a place that has none of the objects/);
      expect(await refusal('')).toMatch(/lie in an object store; VITRINE_BLOBS has to name it\.$/);
      expect(await refusal(double.setting)).toBe('started');
      await stop();
      await database.drop();
      database = await prepare();
      await expect(start({}, 'fresh')).rejects.toThrow('marked as that of another installation');
      server = await start({ blobs: '' }, 'files');
      await push('In the folder');
      await stop();
      double.objects.clear();
      await expect(start({}, 'files')).rejects.toThrow('lie in its data folder');
    });
  });
});
