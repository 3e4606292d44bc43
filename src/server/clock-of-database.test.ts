import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openS3Double } from '../../conformance/harness/s3-double.ts';
import { createPostgresDatabase, postgresMissing } from '../testing/postgres-database.ts';
import { settingsOfSeveral } from '../testing/settings-of-several.ts';
import { startTestServer } from '../testing/test-server.ts';

const missing = postgresMissing();
/** Less than what a bucket would refuse. */
const behindMs = 10 * 60_000;

test.skipIf(missing)(
  'A server whose machine is ten minutes behind has the time of the database, for its files, limits and objects, also outside of test mode',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-clock-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const double = await openS3Double();
    onTestFinished(double.close);
    for (const [name, value] of Object.entries(double.env)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { url, drop } = await createPostgresDatabase();
    onTestFinished(drop);
    const here = performance.timeOrigin + performance.now() - Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - behindMs, shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const server = await startTestServer({
      folder: join(folder, 'data'),
      settings: {
        testMode: 'off',
        databaseUrl: url,
        blobs: double.setting,
        rateLimits: 'original',
        ...settingsOfSeveral(folder),
      },
    });
    onTestFinished(server.close);
    const now = () => performance.timeOrigin + performance.now() - here;
    expect(Math.abs(now() - Date.now())).toBeGreaterThan(behindMs / 2);
    const lateBy: Record<string, number> = {};
    const note = (what: string, at: number | undefined) => {
      lateBy[what] = Math.round((now() - (at ?? 0)) / behindMs) || 0;
    };
    const { blobs, clock, database } = server.context;
    note('clock', clock.now());
    const { id } = await blobs.put(Buffer.from('stored now'));
    const stored = await database
      .selectFrom('blobs')
      .select('stored_at')
      .where('id', '=', id)
      .executeTakeFirst();
    note('objects', stored?.stored_at);
    const { key } = (await server.call('/workspace/v1/files', { body: { name: 'New', project: '1' } })).json;
    const { created_at } = await database.selectFrom('files').select('created_at').executeTakeFirstOrThrow();
    note('files', created_at);
    await server.call(`/v1/files/${key}`);
    const bucket = await database.selectFrom('rate_buckets').select('empty_at').executeTakeFirst();
    note('limits', bucket && bucket.empty_at / 1000);
    expect(lateBy).toEqual({ clock: 0, objects: 0, files: 0, limits: 0 });
  },
);
