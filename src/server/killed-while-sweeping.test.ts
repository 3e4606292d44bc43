import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openS3Double, type S3Double } from '../../conformance/harness/s3-double.ts';
import { startServer } from '../../conformance/harness/server.ts';
import { deleteUnreferencedBlobs } from '../jobs/blob-sweep.ts';
import { withEachEngine } from '../testing/postgres-and-sqlite.ts';
import { createPostgresDatabase } from '../testing/postgres-database.ts';
import { settingsOfSeveral } from '../testing/settings-of-several.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const hourMs = 3_600_000;
const bytes = Buffer.from('what nothing refers to');

const engines = {
  sqlite: async () => ({
    databaseUrl: '',
    forgetProcesses: async () => undefined,
    drop: async () => undefined,
  }),
  postgres: async () => {
    const { url, drop } = await createPostgresDatabase();
    const forgetProcesses = async (): Promise<void> => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query('delete from processes');
      await client.end();
    };
    return { databaseUrl: url, forgetProcesses, drop };
  },
};

withEachEngine('A server that is killed while its sweep deletes', engines, (prepare) => {
  it('leaves an object that no row names, which goes later, and what is stored again stays', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-swept-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const double = await openS3Double();
    onTestFinished(() => double.close());
    for (const [name, value] of Object.entries(double.env)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { databaseUrl, forgetProcesses, drop } = await prepare();
    onTestFinished(drop);
    const shared = settingsOfSeveral(folder);
    const start = async (): Promise<TestServer> => {
      const server = await startTestServer({
        folder: join(folder, 'installation'),
        settings: { databaseUrl, blobs: double.setting, ...shared },
      });
      onTestFinished(server.close);
      return server;
    };

    const before = await start();
    const { id } = await before.context.blobs.put(bytes);
    await deleteUnreferencedBlobs(before.context, Date.now() - 30 * hourMs);
    await before.context.database
      .updateTable('chores')
      .set({ next_at: 0 })
      .where('name', '=', 'blobs')
      .execute();
    await before.stop();
    const objects = () => [...double.objects.keys()].filter((key) => key.includes(id));
    const [object] = objects();
    expect(objects()).toHaveLength(1);

    const reached = heldAtDelete(double, id);
    const killed = await startServer({
      installation: { folder, env: { DATABASE_URL: databaseUrl }, remove: async () => undefined },
      env: {
        ...double.env,
        VITRINE_BLOBS: double.setting,
        VITRINE_SECRET: shared.secret,
        VITRINE_BASE_URL: shared.baseUrl,
        VITRINE_ADMIN_TOKEN_FILE: shared.adminTokenFile,
      },
      withoutTestMode: true,
    });
    onTestFinished(() => killed.kill());
    await reached;
    await killed.kill();
    double.misfortune = undefined;
    await forgetProcesses();

    const again = await start();
    const { blobs, database } = again.context;
    expect(await database.selectFrom('blobs').select('id').where('id', '=', id).execute()).toEqual([]);
    expect(objects()).toEqual([object]);
    await blobs.put(bytes);
    const [stored] = objects().filter((key) => key !== object);
    // In so many hours all that there is was compared; both are of one part.
    for (let hour = 0; hour < 127 && objects().length > 1; hour += 1)
      await blobs.compare?.(Date.now() + (25 + hour) * hourMs);
    expect(objects()).toEqual([stored]);
    expect((await blobs.read(id)) !== undefined).toBe(true);
  });
});

/** Resolves once the object is to be deleted; the store does not do it. */
function heldAtDelete(double: S3Double, id: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  double.misfortune = ({ method, key }) => {
    if (method !== 'DELETE' || !key.includes(id)) return undefined;
    resolve();
    return { until: new Promise(() => undefined) };
  };
  return promise;
}
