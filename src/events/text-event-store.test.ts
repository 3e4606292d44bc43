import { expect, it } from 'vitest';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { exampleRows, insertExampleRows } from '../testing/postgres-example-rows.ts';
import { withResultSizes } from '../testing/result-sizes.ts';
import { textEventsBetween } from './text-event-store.ts';

onBothEngines('Texts kept for discovery', (openEmpty) => {
  it('are read oldest first and once each, few megabytes at a time', async () => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    await database.deleteFrom('text_events').execute();
    const [example] = exampleRows.text_events;
    const rows = Array.from({ length: 7 }, (_, at) => ({ id: `t${at}`, at, text: 'x'.repeat(1_500_000) }));
    for (const row of rows)
      await database
        .insertInto('text_events')
        .values({ ...example, ...row } as never)
        .execute();
    const measured = withResultSizes(database);
    const organizationId = example?.organization_id as never;
    const events = await Array.fromAsync(textEventsBetween(measured.database, organizationId, 1, 6));
    expect(events.map(({ id }) => id)).toEqual(['t1', 't2', 't3', 't4', 't5']);
    expect(measured.largest()).toBeLessThan(4_200_000);
  });
});
