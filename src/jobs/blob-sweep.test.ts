import { afterEach, beforeEach, expect, test } from 'vitest';
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
