import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { blobIdOf } from '../blobs/blob-id.ts';
import { referencedBlobs } from '../blobs/referenced-blobs-store.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { insertExampleRows } from '../testing/postgres-example-rows.ts';
import { deleteUnusedOverlays, keepOverlay } from './overlays-store.ts';

const blobNamed = (name: string) => blobIdOf(createHash('sha256').update(name));

onBothEngines('An overlay', (openEmpty) => {
  it('that no version is kept as is deleted, and keeps no snapshot then', async () => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    expect([...(await referencedBlobs(database))].sort()).toEqual(['ab'.repeat(32), 'dd', 'ee', 'ff']);
    await deleteUnusedOverlays(database);
    expect([...(await referencedBlobs(database))].sort()).toEqual(['ab'.repeat(32), 'ee', 'ff']);
  });

  it('that a version is kept as stays, beside others that go', async () => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    const used = { snapshot: blobNamed('changed'), base: blobNamed('whole') };
    await keepOverlay(database, used.snapshot, used.base);
    await database.updateTable('versions').set({ snapshot: used.snapshot }).execute();
    await deleteUnusedOverlays(database);
    expect(await database.selectFrom('overlays').selectAll().execute()).toEqual([used]);
  });
});
