import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { blobStoreSuite } from './blob-store.suite.ts';
import { memoryBlobStore } from './memory-blob-store.ts';

blobStoreSuite('Blobs in memory', async () => memoryBlobStore(() => 1));

test('closing the store removes the files it had to make', async () => {
  const store = memoryBlobStore();
  const { id } = await store.put(Buffer.from('bytes'));
  const path = await store.localPath(id);
  await store.close();
  expect(existsSync(path)).toBe(false);
});
