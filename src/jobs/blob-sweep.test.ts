import { afterEach, beforeEach, expect, test } from 'vitest';
import { chores } from '../chores.ts';
import { blobColumns } from '../database/blob-columns.ts';
import { dumpTables } from '../database/dump.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { deleteUnreferencedBlobs } from './blob-sweep.ts';

/** The smallest GIF. */
const image = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const dayMs = 24 * 3_600_000;
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const content = (name: string) =>
  `{"document":{"id":"0:0","name":"${name}","type":"DOCUMENT","children":[]},"name":"${name}"}`;

test('blobs that nothing refers to are deleted once they are a day old, and no others', async () => {
  const { database, blobs } = server.context;
  const { key } = (await server.call('/workspace/v1/files', { body: { name: 'Design', project: '1' } })).json;
  await server.call(`/workspace/v1/files/${key}/content`, { method: 'PUT', body: content('kept') });
  await server.call(`/workspace/v1/files/${key}/image-fills/pixel`, { method: 'PUT', body: image });
  const { id: lost } = await blobs.put(Buffer.from('left by a crash'));

  expect(await deleteUnreferencedBlobs({ database, blobs }, Date.now())).toBe(0);
  expect(await blobs.has(lost)).toBe(true);
  expect(await deleteUnreferencedBlobs({ database, blobs }, Date.now() + 2 * dayMs)).toBe(1);
  expect(await blobs.has(lost)).toBe(false);
  expect((await server.call(`/v1/files/${key}`)).json.document.name).toBe('kept');
  expect(await Array.fromAsync(blobs.list())).toHaveLength(2);
});

const marked = { document: { id: '0:0', type: 'DOCUMENT', children: [page()] }, name: 'Marked' };

function page(): object {
  const frame = { id: '1:1', name: 'Frame', type: 'FRAME', children: [] };
  return { id: '0:1', name: 'Page', type: 'CANVAS', children: [frame] };
}

/** A file whose newest version is kept as the difference from the one before. */
async function markedFile(): Promise<string> {
  const { key } = (await server.call('/workspace/v1/files', { body: { name: 'Marked', project: '1' } })).json;
  await server.call(`/workspace/v1/files/${key}/content`, { method: 'PUT', body: JSON.stringify(marked) });
  const path = `/workspace/v1/files/${key}/nodes/1:1/dev-status`;
  const { status } = await server.call(path, { method: 'PUT', body: { status: 'READY_FOR_DEV' } });
  expect(status).toBe(200);
  return key;
}

/** The chore, two days later. */
async function sweepOfAnHour({ testMode }: { readonly testMode: boolean }): Promise<void> {
  const { context } = server;
  const parts = { ...context, config: { ...context.config, testMode } };
  await chores.find(({ name }) => name === 'blobs')?.work(parts, Date.now() + 2 * dayMs);
}

test('a backup is whole after a file is swept whose versions were kept as differences', async () => {
  const { database, blobs } = server.context;
  const key = await markedFile();
  expect(await deleteUnreferencedBlobs({ database, blobs }, Date.now() + 2 * dayMs)).toBe(0);
  await server.call(`/workspace/v1/files/${key}`, { method: 'DELETE' });
  const left = async () => ({
    blobs: (await Array.fromAsync(blobs.list())).length,
    overlays: (await database.selectFrom('overlays').selectAll().execute()).length,
  });
  await sweepOfAnHour({ testMode: true });
  expect(await left()).toEqual({ blobs: 2, overlays: 1 });
  await sweepOfAnHour({ testMode: false });
  expect(await left()).toEqual({ blobs: 0, overlays: 0 });
  expect((await server.call('/workspace/v1/backup')).status).toBe(200);
});

test('every column that holds the id of a stored blob is among those that say what they do for it', async () => {
  const { database, blobs } = server.context;
  const key = await markedFile();
  await server.call(`/workspace/v1/files/${key}/image-fills/pixel`, { method: 'PUT', body: image });
  expect((await server.call(`/v1/images/${key}?ids=1:1`)).status).toBe(200);
  const stored = new Set((await Array.fromAsync(blobs.list())).map(({ id }) => id as string));
  const holding = new Set<string>();
  for await (const { table, rows } of dumpTables(database))
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (stored.has(String(value))) holding.add(`${table}.${column}`);
  expect([...holding].sort()).toEqual([
    'image_fills.blob',
    'overlays.base',
    'overlays.snapshot',
    'renders.snapshot',
    'versions.snapshot',
  ]);
  const said = Object.entries(blobColumns).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  );
  expect(said).toEqual(expect.arrayContaining([...holding]));
});
