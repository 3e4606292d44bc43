import { expect, it } from 'vitest';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { exampleRows } from '../testing/postgres-example-rows.ts';
import { keepLogs } from './log-retention.ts';

const dayMs = 24 * 3_600_000;
const now = 1000 * dayMs;

onBothEngines('Upkeep of logs', (openEmpty) => {
  it('gives places to events, and deletes events, texts and calls that are older than they are kept', async () => {
    const { database } = await openMigrated(openEmpty);
    await database.insertInto('organizations').values(exampleRows.organizations).execute();
    const [call] = exampleRows.request_log;
    const [event] = exampleRows.activity_events;
    const [text] = exampleRows.text_events;
    const ages = [9.9, 10.1, 29.9, 30.1];
    for (const age of ages) {
      const row = { id: `${age}`, at: now - age * dayMs };
      await database
        .insertInto('request_log')
        .values({ ...call!, ...row })
        .execute();
      await database
        .insertInto('activity_events')
        .values({ ...event!, ...row })
        .execute();
      await database
        .insertInto('text_events')
        .values({ ...text!, ...row })
        .execute();
    }
    await keepLogs({ database, config: { activityLogDays: 10, developerLogDays: 30 } }, now);
    const calls = await database.selectFrom('request_log').select('id').orderBy('id').execute();
    expect(calls.map(({ id }) => id)).toEqual(['10.1', '29.9', '9.9']);
    const events = await database.selectFrom('activity_events').select(['id', 'sequence']).execute();
    expect(events).toEqual([{ id: '9.9', sequence: 4 }]);
    const texts = await database.selectFrom('text_events').select('id').execute();
    expect(texts).toEqual([{ id: '9.9' }]);
  });
});
