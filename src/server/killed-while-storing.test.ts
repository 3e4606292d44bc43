import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openS3Double, type S3Double, type S3Request } from '../../conformance/harness/s3-double.ts';
import { startServer } from '../../conformance/harness/server.ts';
import { withEachEngine } from '../testing/postgres-and-sqlite.ts';
import { createPostgresDatabase } from '../testing/postgres-database.ts';
import { settingsOfSeveral } from '../testing/settings-of-several.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const hourMs = 3_600_000;

/** A design so large that its snapshot is sent in parts. */
const largeText = 'x'.repeat(20 * 1024 * 1024);
const contentOf = (name: string, characters: string) => ({
  name,
  document: {
    id: '0:0',
    name: 'Document',
    type: 'DOCUMENT',
    children: [
      {
        id: '0:1',
        name,
        type: 'CANVAS',
        children: [{ id: '1:1', name: 'Text', type: 'TEXT', characters }],
      },
    ],
  },
});

interface Moment {
  readonly title: string;
  readonly characters: string;
  readonly is: (request: S3Request) => boolean;
  /** What is left in the bucket: an object that no row names, or an upload without an end. */
  readonly leaves: 'object' | 'upload';
}

const moments: Moment[] = [
  {
    title: 'an object',
    characters: 'short',
    is: ({ method, key }) => method === 'PUT' && key.includes('/blobs/'),
    leaves: 'object',
  },
  {
    title: 'the second part of a large one',
    characters: largeText,
    is: ({ method, query }) => method === 'PUT' && query.get('partNumber') === '2',
    leaves: 'upload',
  },
  {
    title: 'the end of a large one',
    characters: largeText,
    is: ({ method, query }) => method === 'POST' && query.has('uploadId'),
    leaves: 'object',
  },
];

/** So long the store takes for an answer that the server does not live to hear. */
const lateMs = 500;

const engines = {
  sqlite: async () => ({ databaseUrl: '', drop: async () => undefined }),
  postgres: async () => {
    const { url, drop } = await createPostgresDatabase();
    return { databaseUrl: url, drop };
  },
};

withEachEngine('A server that is killed while it stores', engines, (prepare) => {
  it.each(moments)('$title has answered nothing, and what is left in the bucket goes', async (moment) => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-killed-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const double = await openS3Double();
    onTestFinished(() => double.close());
    const { databaseUrl, drop } = await prepare();
    const shared = settingsOfSeveral(folder);
    const env = {
      DATABASE_URL: databaseUrl,
      VITRINE_SECRET: shared.secret,
      VITRINE_BASE_URL: shared.baseUrl,
      VITRINE_ADMIN_TOKEN_FILE: shared.adminTokenFile,
    };
    onTestFinished(drop);

    const killed = await startServer({
      installation: { folder, env, remove: async () => undefined },
      env: { ...double.env, VITRINE_BLOBS: double.setting },
    });
    onTestFinished(() => killed.kill());
    const call = (method: string, path: string, body: unknown) =>
      killed.call(method, path, { token: killed.adminToken, body });
    const { key } = (await call('POST', '/workspace/v1/files', { name: 'Design', project: '1' })).json;
    const path = `/workspace/v1/files/${key}/content`;
    expect((await call('PUT', path, contentOf('Before', 'short'))).status).toBe(200);
    const before = [...double.objects.keys()];
    const reached = misfortuneAt(double, moment);
    const answer = call('PUT', path, contentOf('Broken off', moment.characters)).catch(() => 'none');
    await reached;
    await killed.kill();
    expect(await answer).toBe('none');
    double.misfortune = undefined;
    const left = () => ({ objects: double.objects.size - before.length, uploads: double.uploads.size });
    const expected = moment.leaves === 'object' ? { objects: 1, uploads: 0 } : { objects: 0, uploads: 1 };
    await wait(2 * lateMs);
    expect(left()).toEqual(expected);

    for (const [name, value] of Object.entries(double.env)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const again = await startTestServer({
      folder: join(folder, 'installation'),
      settings: { databaseUrl, blobs: double.setting, ...shared },
    });
    onTestFinished(again.close);
    expect(await pagesOf(again, key)).toEqual(['Before']);
    const pushed = await again.call(path, { method: 'PUT', body: contentOf('After', 'short') });
    expect(pushed.status).toBe(200);
    // In so many hours all that there is was compared.
    const compareAll = async (from: number) => {
      for (let hour = 0; hour < 127; hour += 1) await again.context.blobs.compare?.(from + hour * hourMs);
    };
    const now = Date.now();
    await compareAll(now - 104 * hourMs);
    expect(left()).toEqual({ ...expected, objects: expected.objects + 1 });
    await compareAll(now + 25 * hourMs);
    expect(left()).toEqual({ objects: 1, uploads: 0 });
    expect(await pagesOf(again, key)).toEqual(['After', 'Before']);
  });
});

/** Resolves when that request comes, whose answer then waits. */
function misfortuneAt(double: S3Double, { is }: Moment): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  double.misfortune = (request) => {
    if (!is(request)) return undefined;
    resolve();
    return { waitsMs: lateMs };
  };
  return promise;
}

/** Names of the first page in each version, the newest first. */
async function pagesOf(server: TestServer, key: string): Promise<string[]> {
  const { versions } = (await server.call(`/v1/files/${key}/versions`)).json;
  const names: string[] = [];
  for (const { id } of versions)
    names.push((await server.call(`/v1/files/${key}?version=${id}`)).json.document.children[0].name);
  return names;
}
