import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import type { BlobId } from '../contract/branded-ids.ts';
import { openDatabase } from '../database/open-database.ts';
import { inReadCommitted } from '../database/transaction.ts';
import { createPostgresDatabase, postgresMissing } from '../testing/postgres-database.ts';
import { insertBlob, placeOfBlob, renewBlob } from './blob-rows-store.ts';
import { deleteMarked } from './unreferenced-blobs-store.ts';

const missing = postgresMissing();
it.skipIf(missing)(
  'A blob that is stored again while a sweep is about to delete it keeps its row',
  async () => {
    const { url, drop } = await createPostgresDatabase();
    const { database, close } = await openDatabase({ url, folder: tmpdir() });
    try {
      const id = 'a'.repeat(64) as BlobId;
      await insertBlob(database, { id, object: 'object', sizeBytes: 1, storedAt: 1, partHashes: null });
      await database.updateTable('blobs').set({ unreferenced_since: 1 }).execute();
      const deleting = await inReadCommitted(database, async (transaction) => {
        await renewBlob(transaction, id, 2);
        const deleted = deleteMarked(database, 10);
        await vi.waitFor(async () => {
          const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(database);
          expect(rows).toHaveLength(1);
        });
        return { deleted };
      });
      expect(await deleting.deleted).toEqual([]);
      expect(await placeOfBlob(database, id)).toBeDefined();
    } finally {
      await close().then(drop);
    }
  },
);
