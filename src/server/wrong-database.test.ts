import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sqliteFileName } from '../database/open-database.ts';
import { deleteUnreferencedBlobs } from '../jobs/blob-sweep.ts';
import { createPostgresDatabase, postgresMissing } from '../testing/postgres-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const dayMs = 24 * 3_600_000;
const design = JSON.stringify({
  document: {
    id: '0:0',
    name: 'Document',
    type: 'DOCUMENT',
    children: [{ id: '0:1', name: 'Page', type: 'CANVAS', children: [] }],
  },
  name: 'Design',
});

let folder: string;
let key: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-wrong-database-'));
  await within({}, async ({ call }) => {
    key = (await call('/workspace/v1/files', { body: { name: 'Design', project: '1' } })).json.key;
    await call(`/workspace/v1/files/${key}/content`, { method: 'PUT', body: design });
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

type Starting = Omit<NonNullable<Parameters<typeof startTestServer>[0]>, 'folder'>;

/** Starts on the folder, and stops. */
async function within(starting: Starting, work: (server: TestServer) => Promise<void> = async () => {}) {
  const server = await startTestServer({ folder, ...starting });
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

const refusal = (starting: Starting = {}): Promise<string> =>
  within(starting).then(
    () => 'started',
    (error) => error.message,
  );
const blobs = () => readdirSync(join(folder, 'blobs'), { recursive: true, encoding: 'utf8' });
const markPath = () => join(folder, 'blobs', 'installation');
const databasePath = () => join(folder, sqliteFileName);
const readsDesign = (server: TestServer) =>
  server.call(`/v1/files/${key}`).then(({ status }) => expect(status).toBe(200));

describe('Designs of a data folder beside a database that does not know them', () => {
  it('keep the server from starting, again and again, and are there once theirs is back', async () => {
    const kept = join(folder, 'kept.sqlite');
    cpSync(databasePath(), kept);
    rmSync(databasePath());
    const before = blobs();
    const sentence = `${join(folder, 'blobs')} holds designs of another installation than vitrine.sqlite beside it, which would delete them: put the vitrine.sqlite of these designs back, name the PostgreSQL that knows them by DATABASE_URL, or name another data folder by VITRINE_DATA. To begin anew here, or to restore a backup, move ${join(folder, 'blobs')} away first.`;
    expect([await refusal(), await refusal()]).toEqual([sentence, sentence]);
    rmSync(markPath());
    expect([await refusal(), await refusal()]).toEqual([sentence, sentence]);
    writeFileSync(markPath(), 'another-installation-with-an-id\n');
    cpSync(kept, databasePath());
    expect(await refusal()).toBe(sentence);
    rmSync(markPath());
    await within({}, async (server) => {
      await deleteUnreferencedBlobs(server.context, Date.now() + 2 * dayMs);
      await readsDesign(server);
    });
    expect(blobs()).toEqual(before);
  });

  it.skipIf(postgresMissing())('keep one from starting whose DATABASE_URL names another', async () => {
    const { url, drop } = await createPostgresDatabase();
    try {
      const settings = { databaseUrl: url };
      const sentence = `${join(folder, 'blobs')} holds designs of another installation than the database of DATABASE_URL, which would delete them: correct DATABASE_URL, or name another data folder by VITRINE_DATA. To begin anew here, or to restore a backup, move ${join(folder, 'blobs')} away first.`;
      expect(await refusal({ settings })).toBe(sentence);
      rmSync(markPath());
      expect([await refusal({ settings }), await refusal({ settings })]).toEqual([sentence, sentence]);
    } finally {
      await drop();
    }
  });

  it('are nobody’s where the folder is moved away, so that the server begins anew', async () => {
    rmSync(databasePath());
    rmSync(join(folder, 'blobs'), { recursive: true });
    expect(await refusal()).toBe('started');
  });
});

describe('Designs of a data folder that no version has marked yet', () => {
  it('are marked by the next start with their database', async () => {
    const mark = readFileSync(markPath(), 'utf8');
    rmSync(markPath());
    await within({}, readsDesign);
    expect(readFileSync(markPath(), 'utf8')).toBe(mark);
  });

  it('are left over where the embedded database beside them has people and knows no design any more', async () => {
    await within({}, async ({ call }) => {
      expect((await call(`/workspace/v1/files/${key}`, { method: 'DELETE' })).status).toBe(200);
    });
    rmSync(markPath());
    expect(await refusal()).toBe('started');
  });
});

it('An installation goes on in a folder whose place it took by a backup', async () => {
  const other = await startTestServer();
  try {
    const backup = (await other.call('/workspace/v1/backup')).bytes;
    await within({}, async ({ call }) => {
      const restored = await call('/workspace/v1/backup', { method: 'PUT', body: backup });
      expect(restored.status).toBe(200);
    });
    expect(await refusal()).toBe('started');
  } finally {
    await other.close();
  }
});
