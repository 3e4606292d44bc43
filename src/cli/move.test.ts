import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openS3Double, type S3Double } from '../../conformance/harness/s3-double.ts';
import { startVitrine } from '../../conformance/harness/vitrine-process.ts';
import { insertBlob, placeOfBlob } from '../blobs/blob-rows-store.ts';
import type { SettingName } from '../config.ts';
import type { BlobId } from '../contract/branded-ids.ts';
import { dumpTables } from '../database/dump.ts';
import { openDatabase } from '../database/open-database.ts';
import { runVitrine } from '../testing/command-io.ts';
import {
  createEmptyPostgresDatabase,
  createPostgresDatabase,
  postgresMissing,
} from '../testing/postgres-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** A frame that shows an image. */
const fills = [{ type: 'IMAGE', scaleMode: 'FILL', imageRef: 'pixel' }];
const filled = { id: '1:1', name: 'Frame', type: 'FRAME', fills, children: [] };
/** The smallest GIF. */
const image = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const missing = postgresMissing();
const note = missing === undefined ? '' : ` (left out: ${missing})`;

describe.skipIf(missing !== undefined)(`vitrine move${note}`, () => {
  let folder: string;
  let double: S3Double;
  let databaseUrl: string;
  const undo: (() => unknown)[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-move-'));
    double = await openS3Double();
    for (const [name, value] of Object.entries(double.env)) vi.stubEnv(name, value);
    databaseUrl = await newDatabase();
  });
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
    await double.close();
    rmSync(folder, { recursive: true });
    vi.unstubAllEnvs();
  });

  async function newDatabase(): Promise<string> {
    const { url, drop } = await createPostgresDatabase();
    undo.push(drop);
    return url;
  }

  const at = (name: string) => join(folder, name);

  async function start(
    name: string,
    settings: Partial<Record<SettingName, string>> = {},
  ): Promise<TestServer> {
    const server = await startTestServer({ folder: at(name), settings });
    undo.push(() => server.close());
    return server;
  }

  /** An installation on SQLite and a folder, stopped, with what hangs on its secret. */
  async function makeInstallation(name = 'old') {
    const server = await start(name);
    const { key } = (await server.call('/workspace/v1/files', { body: { name: 'Design', project: '1' } }))
      .json;
    await push(server, key, 'First');
    const fill = `/workspace/v1/files/${key}/image-fills/pixel`;
    expect((await server.call(fill, { method: 'PUT', body: image })).status).toBe(200);
    const address = new URL((await server.call(`/v1/files/${key}/images`)).json.meta.images.pixel);
    const signature = server.context.signingKeys.current(webhook);
    return { server, key, fillPath: address.pathname + address.search, signature };
  }

  const webhook = { id: 'w', keyRotations: 0, keyRotatedAt: 0 } as never;

  async function push(server: TestServer, key: string, name: string): Promise<void> {
    const body = {
      name,
      document: {
        id: '0:0',
        name,
        type: 'DOCUMENT',
        children: [{ id: '0:1', name, type: 'CANVAS', children: [filled] }],
      },
    };
    const path = `/workspace/v1/files/${key}/content`;
    expect((await server.call(path, { method: 'PUT', body })).status).toBe(200);
  }

  async function dumpOf(place: { url?: string; folder: string }) {
    const { database, close } = await openDatabase(place);
    const rows: Record<string, unknown[]> = {};
    for await (const part of dumpTables(database))
      rows[part.table] = [...(rows[part.table] ?? []), ...part.rows];
    await close();
    return rows;
  }

  const move = (args: string[], env: Record<string, string> = { VITRINE_DATA: at('old') }) =>
    runVitrine(['move', ...args], { env });
  const there = () => ['--to', databaseUrl, '--blobs', double.setting];
  const sent = () => double.requests.filter(({ method, key }) => method === 'PUT' && key.includes('/blobs/'));
  const secrets = () => ({
    secretFile: at('old/secret'),
    adminTokenFile: at('old/admin-token'),
    baseUrl: 'https://127.0.0.1',
  });

  it('is refused where the database holds tables of another program, which stay as they are', async () => {
    const { server } = await makeInstallation();
    await server.stop();
    const { url, drop } = await createEmptyPostgresDatabase();
    undo.push(drop);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("create table users (nick text); insert into users values ('theirs')");
    const refused = await move(['--to', url, '--blobs', double.setting]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('The database holds tables of another program (users).'),
    ]);
    expect((await client.query('select * from users')).rows).toEqual([{ nick: 'theirs' }]);
    await client.end();
    expect(sent()).toEqual([]);
  });

  it('leads to PostgreSQL and a bucket and back, and all rows, addresses and signatures stay', async () => {
    const { server, key, fillPath, signature } = await makeInstallation();
    await server.stop();
    const before = await dumpOf({ folder: at('old') });
    const moved = await move([...there(), '--json']);
    expect([moved.code, moved.stderr]).toEqual([0, '']);
    const rows = Object.values(before).flat().length;
    expect(moved.json).toEqual({
      rows,
      blobs: 2,
      take: [
        `VITRINE_SECRET_FILE=${at('old/secret')}`,
        `VITRINE_ADMIN_TOKEN_FILE=${at('old/admin-token')}`,
        `the certificates in ${at('old/tls')}`,
      ],
    });
    expect(readdirSync(at('old'))).not.toContain('moving');
    expect(await dumpOf({ url: databaseUrl, folder })).toEqual(before);

    const settings = {
      VITRINE_DATA: at('scratch'),
      DATABASE_URL: databaseUrl,
      VITRINE_BLOBS: double.setting,
    };
    const back = await move(['--to', at('new'), '--blobs', at('new')], settings);
    expect([back.code, back.stdout]).toEqual([0, expect.stringContaining('2 blobs')]);
    expect(await dumpOf({ folder: at('new') })).toEqual(before);

    const places = [
      await start('scratch', { databaseUrl, blobs: double.setting, ...secrets() }),
      await start('new', secrets()),
    ];
    for (const place of places) {
      expect(place.adminToken).toBe(server.adminToken);
      expect((await place.call(`/v1/files/${key}`)).json.document.name).toBe('First');
      expect((await place.call(fillPath, { token: null })).bytes).toEqual(image);
      expect(place.context.signingKeys.current(webhook)).toBe(signature);
    }
  });

  it('brings blobs ahead beside the working server, and then only what is new', async () => {
    const { server, key } = await makeInstallation();
    const ahead = await move([...there(), '--blobs-only']);
    expect([ahead.code, ahead.stdout]).toEqual([0, expect.stringContaining('Stop the server')]);
    expect(sent()).toHaveLength(2);
    const early = await move(there());
    expect([early.code, early.stderr]).toEqual([
      1,
      expect.stringContaining('is in use by another Vitrine server'),
    ]);
    await push(server, key, 'Second');
    await server.stop();
    expect((await move(there())).code).toBe(0);
    expect(sent()).toHaveLength(3);
  });

  it('is taken up where it was killed, at the blobs and at the rows', async () => {
    const { server } = await makeInstallation();
    await server.stop();
    const before = await dumpOf({ folder: at('old') });
    const begin = () => startVitrine(['move', ...there()], { ...double.env, VITRINE_DATA: at('old') });
    const kill = async ({ child, ended }: ReturnType<typeof begin>) => {
      child.kill('SIGKILL');
      expect(await ended).toBe(null);
    };

    const other = new pg.Client(databaseUrl);
    await other.connect();
    undo.push(() => other.end());
    const count = async (what: string) =>
      (await other.query(`select count(*)::int as count from ${what}`)).rows[0].count;

    const goesOn = Promise.withResolvers<void>();
    double.misfortune = ({ method, key }) =>
      method === 'PUT' && key.includes('/blobs/') && sent().length > 1
        ? { until: goesOn.promise }
        : undefined;
    const atBlobs = begin();
    await expect.poll(async () => [sent().length, await count('blobs')]).toEqual([2, 1]);
    await kill(atBlobs);
    goesOn.resolve();
    double.misfortune = undefined;

    // Versions wait for somebody else, with the rows of other tables before them.
    await other.query(`create function hold() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(1); return new; end $$;
      create trigger hold before insert on versions for each row execute function hold();
      select pg_advisory_lock(1)`);
    const atRows = begin();
    const waits = `pg_locks where not granted and locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(() => count(waits)).toBe(1);
    await kill(atRows);
    await other.query('select pg_advisory_unlock(1); drop trigger hold on versions; drop function hold');
    const sessions = 'pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    await expect.poll(() => count(sessions)).toBe(0);
    expect([sent().length, await count('users'), await count('settings')]).toEqual([3, 0, 0]);

    const whole = await move(there());
    expect([whole.code, whole.stderr]).toEqual([0, '']);
    expect(sent()).toHaveLength(3);
    expect(await dumpOf({ url: databaseUrl, folder })).toEqual(before);
  });

  it('brings designs to a bucket and back where the database stays', async () => {
    const { server, key } = await makeInstallation();
    await server.stop();
    expect((await move(['--to', databaseUrl])).code).toBe(0);
    const onServer = { VITRINE_DATA: at('old'), DATABASE_URL: databaseUrl };
    const out = await move(['--blobs', double.setting], onServer);
    expect([out.code, out.stdout]).toEqual([0, 'Both sides have the same: 2 blobs.\n']);
    expect(existsSync(at('old/cache/arriving'))).toBe(false);
    const inBucket = await start('old', { databaseUrl, blobs: double.setting, ...secrets() });
    await push(inBucket, key, 'In the bucket');
    const fromBucket = { ...onServer, VITRINE_BLOBS: double.setting };
    const objects = () => inBucket.context.database.selectFrom('blobs').select('id').execute();
    const before = await objects();
    const ahead = await move(['--blobs', at('old'), '--blobs-only'], fromBucket);
    expect([ahead.code, ahead.stderr]).toEqual([0, '']);
    expect(await objects()).toEqual(before);
    await inBucket.stop();
    const back = await move(['--blobs', at('old')], fromBucket);
    expect([back.code, back.stderr]).toEqual([0, '']);
    const inFolder = await start('old', { databaseUrl });
    expect((await inFolder.call(`/v1/files/${key}`)).json.document.name).toBe('In the bucket');
    await inFolder.stop();
    // The bucket is behind the folder from now on.
    await expect(start('old', { databaseUrl, blobs: double.setting, ...secrets() })).rejects.toThrow(
      'vitrine move --blobs',
    );
  });

  it('brings the database alone, which then names the objects of the bucket', async () => {
    const { server, key } = await makeInstallation();
    await server.stop();
    expect((await move(['--blobs', double.setting])).code).toBe(0);
    const env = { VITRINE_DATA: at('old'), VITRINE_BLOBS: double.setting };
    expect((await move(['--to', databaseUrl], env)).code).toBe(0);
    expect(sent()).toHaveLength(2);
    // An object that the source has given up since an attempt before.
    const target = await openDatabase({ url: databaseUrl, folder });
    const gone = 'f'.repeat(64) as BlobId;
    await insertBlob(target.database, { id: gone, object: 'o', sizeBytes: 1, storedAt: 0, partHashes: null });
    expect((await move(['--to', databaseUrl, '--replace'], env)).code).toBe(0);
    expect(await placeOfBlob(target.database, gone)).toBe(undefined);
    await target.close();
    const moved = await start('scratch', { databaseUrl, blobs: double.setting, ...secrets() });
    expect((await moved.call(`/v1/files/${key}`)).json.document.name).toBe('First');
  });

  it('is refused beside servers that work together, as source or target, and brings blobs ahead beside them', async () => {
    const { server } = await makeInstallation();
    await server.stop();
    expect((await move(there())).code).toBe(0);
    const several = await start('scratch', { databaseUrl, blobs: double.setting, ...secrets() });
    const env = { VITRINE_DATA: at('none'), DATABASE_URL: databaseUrl, VITRINE_BLOBS: double.setting };
    const refused = [await move(['--to', at('new')], env), await move([...there(), '--replace'])];
    for (const { code, stderr } of refused)
      expect([code, stderr]).toEqual([1, expect.stringContaining('Vitrine servers that work together')]);
    const ahead = await move(['--to', at('new'), '--blobs', at('new'), '--blobs-only'], env);
    // Beside the two designs what pages of their version load.
    expect([ahead.code, ahead.stdout]).toEqual([0, expect.stringContaining('3 blobs')]);
    await several.stop();
    const brought = () =>
      double.requests.filter(({ method, key }) => method === 'GET' && key.includes('/blobs/'));
    const before = brought().length;
    expect((await move(['--to', at('new'), '--blobs', at('new')], env)).code).toBe(0);
    expect(brought()).toHaveLength(before);
    expect(await dumpOf({ folder: at('new') })).toEqual(await dumpOf({ url: databaseUrl, folder }));
  });

  it('takes the place of nothing that it was not told to', async () => {
    const { server } = await makeInstallation();
    await server.stop();
    await (await start('other', { databaseUrl })).stop();
    const foreign = await move(there());
    expect([foreign.code, foreign.stderr]).toEqual([
      1,
      expect.stringContaining('holds another installation'),
    ]);
    expect((await move([...there(), '--replace'])).stderr).toContain('holds another installation');
    databaseUrl = await newDatabase();
    expect((await move(there())).code).toBe(0);
    const again = await move(there());
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('--replace')]);
    expect((await move([...there(), '--blobs-only'])).code).toBe(0);
    expect((await move([...there(), '--replace'])).code).toBe(0);
  });

  it('says so, and ends with 1, where not as many rows arrive as there are', async () => {
    const { server } = await makeInstallation();
    await server.stop();
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`create function lose() returns trigger language plpgsql as 'begin return null; end';
      create trigger lose before insert on image_fills for each row execute function lose();
      alter table image_fills enable always trigger lose`);
    await client.end();
    const { code, stderr } = await move(there());
    expect([code, stderr.trim().split('\n').at(-1)]).toEqual([
      1,
      'The two sides have other numbers of rows: image_fills (1 and 0).',
    ]);
  });

  it('brings no designs to a folder that holds those of another installation, and names it', async () => {
    const { server } = await makeInstallation();
    await server.stop();
    mkdirSync(at('new/blobs'), { recursive: true });
    const mark = at('new/blobs/installation');
    writeFileSync(mark, 'another-installation-with-an-id\n');
    const { code, stderr } = await move(['--to', at('new')]);
    expect([code, stderr]).toEqual([
      1,
      `${at('new/blobs')} holds designs of another installation; name an empty folder.\n`,
    ]);
    rmSync(mark);
    expect((await move(['--to', at('new')])).code).toBe(0);
    expect(readFileSync(mark, 'utf8')).toBe(readFileSync(at('old/blobs/installation'), 'utf8'));
  });

  it('ends with a sentence where a design is damaged, a place is not there or cannot be used', async () => {
    const { server } = await makeInstallation();
    const { snapshot } = await server.context.database
      .selectFrom('versions')
      .select('snapshot')
      .executeTakeFirstOrThrow();
    const path = await server.context.blobs.localPath(snapshot);
    await server.stop();
    const refusal = async (args: string[], env?: Record<string, string>) => {
      const { code, stdout, stderr } = await move(args, env);
      return [code, stdout, stderr.split('\n')[0]];
    };
    expect(await refusal(there(), { VITRINE_DATA: at('none') })).toEqual([
      1,
      '',
      expect.stringContaining('holds no installation'),
    ]);
    double.misfortune = () => ({ status: 403, code: 'AccessDenied' });
    expect(await refusal(there())).toEqual([1, '', expect.stringMatching(/^VITRINE_BLOBS: /)]);
    double.misfortune = undefined;
    writeFileSync(path, 'other bytes');
    expect(await refusal(there())).toEqual([
      1,
      '',
      `What is stored of the blob ${snapshot} is lost or damaged. "npx vitrine check" says which designs need it.`,
    ]);
    expect(await refusal([])).toEqual([2, '', expect.stringMatching(/^Say where to move/)]);
  });
});
