import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openReceiver } from '../../conformance/harness/receiver.ts';
import { openS3Double, type S3Double } from '../../conformance/harness/s3-double.ts';
import { countRepeat } from '../database/database-counts.ts';
import { smallDesign } from '../testing/cast.ts';
import { createPostgresDatabase, postgresMissing } from '../testing/postgres-database.ts';
import { settingsOfSeveral } from '../testing/settings-of-several.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const page = fileURLToPath(new URL('../../docs/several-machines.md', import.meta.url));
const hourMs = 3_600_000;

const content = smallDesign('Watched');

const missing = postgresMissing();
describe.skipIf(missing !== undefined)(`What there is to watch of several servers${missing ?? ''}`, () => {
  let folder: string;
  let double: S3Double;
  let database: { url: string; drop(): Promise<void> };
  let server: TestServer;
  let file: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-watched-'));
    double = await openS3Double();
    for (const [name, value] of Object.entries(double.env)) vi.stubEnv(name, value);
    database = await createPostgresDatabase();
    server = await start();
    file = (await server.call('/workspace/v1/files', { body: { name: 'Watched', project: '1' } })).json.key;
    const path = `/workspace/v1/files/${file}/content`;
    expect((await server.call(path, { method: 'PUT', body: content })).status).toBe(200);
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
    await double.close();
    rmSync(folder, { recursive: true });
    vi.unstubAllEnvs();
  });

  /** One that draws nothing, has room for few copies and few connections. */
  function start(): Promise<TestServer> {
    return startTestServer({
      folder: join(folder, 'data'),
      settings: {
        databaseUrl: database.url,
        blobs: double.setting,
        ...settingsOfSeveral(folder),
        roles: 'web,jobs',
        cacheBytes: '1000',
        databaseConnections: '2',
      },
    });
  }

  const measured = async (name: string): Promise<number> => {
    const { text } = await server.call('/metrics');
    const line = text.split('\n').find((one) => one.startsWith(`${name} `));
    return line === undefined ? Number.NaN : Number(line.slice(name.length + 1));
  };
  /** By how much something has grown meanwhile. */
  const grown = async (name: string, work: () => Promise<unknown>): Promise<number> => {
    const before = await measured(name);
    await work();
    return (await measured(name)) - before;
  };
  const read = () => server.call(`/v1/files/${file}`);

  test('is shown by the names that the page says', async () => {
    const { text } = await server.call('/metrics');
    const part = /\n## What to watch\n(.*?)\n## /s.exec(readFileSync(page, 'utf8'))?.[1] ?? '';
    const names = [...new Set(part.match(/vitrine_\w+/g))];
    expect(names.length).toBeGreaterThan(20);
    const shown = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    expect(names.filter((name) => !shown.has(name))).toEqual([]);
  });

  test('copies that were brought, used, and are more than there is room for', async () => {
    expect((await read()).status).toBe(200);
    await server.stop();
    rmSync(join(folder, 'data', 'cache'), { recursive: true });
    server = await start();
    expect(await grown('vitrine_blob_fetch_seconds_count', read)).toBeGreaterThanOrEqual(1);
    expect(await measured('vitrine_blob_fetch_seconds_sum')).toBeGreaterThan(0);
    const copies = await measured('vitrine_blob_copies_bytes');
    expect(copies).toBeGreaterThan(1000);
    expect(await measured('vitrine_blob_copies_beyond_bytes')).toBe(copies - 1000);
    const fetched = await measured('vitrine_blob_fetch_seconds_count');
    const opened = async () => void (await server.context.blobs.localPath(await snapshotOf()));
    expect(await grown('vitrine_blob_copies_used_total', opened)).toBe(1);
    expect(await measured('vitrine_blob_fetch_seconds_count')).toBe(fetched);
  });

  const snapshotOf = async () =>
    (
      await server.context.database
        .selectFrom('versions')
        .select('snapshot')
        .where('snapshot', 'is not', null)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    ).snapshot;

  test('how long the oldest batch waits that nobody draws', async () => {
    expect(await measured('vitrine_render_oldest_batch_seconds')).toBe(0);
    const answer = server.call(`/v1/images/${file}?ids=1:2`);
    await expect.poll(() => measured('vitrine_render_batches_waiting')).toBe(1);
    const { database: rows } = server.context;
    const early = Date.now() - 90_000;
    await rows.updateTable('render_batches').set({ asked_at: early }).execute();
    const seconds = await measured('vitrine_render_oldest_batch_seconds');
    expect(seconds).toBeGreaterThan(89);
    expect(seconds).toBeLessThan(150);
    await rows.updateTable('render_batches').set({ lease: 'another.1' }).execute();
    expect(await measured('vitrine_render_batches_waiting')).toBe(0);
    expect(await measured('vitrine_render_oldest_batch_seconds')).toBe(0);
    const refused = await answer;
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
  });

  test('what the database made others wait for', async () => {
    const comment = () => server.call(`/v1/files/${file}/comments`, { body: { message: 'At once' } });
    const many = () => Promise.all(Array.from({ length: 12 }, comment));
    expect(await grown('vitrine_database_connection_waits_total', many)).toBeGreaterThan(0);
    expect(await measured('vitrine_database_connection_wait_seconds_total')).toBeGreaterThan(0);
    expect(await grown('vitrine_transactions_repeated_total', async () => countRepeat())).toBe(1);
  });

  test('deliveries that it has taken on, and when its work of the hour was done', async () => {
    const receiver = await openReceiver();
    try {
      const hook = {
        event_type: 'FILE_VERSION_UPDATE',
        context: 'file',
        context_id: file,
        endpoint: receiver.url,
      };
      const made = () => server.call('/v2/webhooks', { body: { ...hook, passcode: 'secret' } });
      // It is told that it was made.
      const told = async () => {
        expect((await made()).status).toBe(200);
        await receiver.until(1);
      };
      expect(await grown('vitrine_deliveries_claimed_total', told)).toBe(1);
    } finally {
      await receiver.close();
    }
    // It is due an hour after the start, and again an hour later.
    const before = Date.now();
    await server.call('/test/v1/clock', { body: { advance: '2h' } });
    const endedMs = 1000 * (await measured('vitrine_chore_last_end_timestamp_seconds{chore="logs"}'));
    expect(endedMs).toBeGreaterThan(before + 0.9 * hourMs);
    expect(endedMs).toBeLessThan(Date.now() + 2.1 * hourMs);
  });
});
