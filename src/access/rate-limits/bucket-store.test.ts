import { expect, it } from 'vitest';
import { onBothEngines, openMigrated } from '../../testing/postgres-and-sqlite.ts';
import { deleteEmptyBuckets, storedBuckets } from './bucket-store.ts';
import { bucketsSuite } from './buckets.suite.ts';

onBothEngines('Stored buckets', (openEmpty) => {
  bucketsSuite(async () => storedBuckets((await openMigrated(openEmpty)).database));

  it('are deleted once the longest month is over', async () => {
    const { database } = await openMigrated(openEmpty);
    const buckets = storedBuckets(database);
    const november = Date.UTC(2026, 10);
    await buckets.pour('november', { at: november * 1000, size: 1, holds: 6 });
    const keys = async () => (await database.selectFrom('rate_buckets').select('key').execute()).length;
    await deleteEmptyBuckets(database, Date.UTC(2026, 11));
    expect(await keys()).toBe(1);
    await deleteEmptyBuckets(database, Date.UTC(2026, 11, 4));
    expect(await keys()).toBe(0);
  });
});
