import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { organizationIdOf } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { findActivity } from './activity-pages-store.ts';
import {
  activityColumns,
  deleteActivityBefore,
  insertActivity,
  placeActivity,
  unplacedOrganizations,
} from './activity-store.ts';

const endOfTime = Number.MAX_SAFE_INTEGER;

function event(id: string, at: number, organizationId = organizationIdOf('900')) {
  return {
    id,
    organizationId,
    sequence: null,
    at,
    type: 'team_create',
    actor: '{}',
    entity: '{}',
    details: null,
    clientName: null,
    ipAddress: '',
    teamId: null,
  };
}

async function read(
  database: Kysely<Tables>,
  after: number,
  limit = 1000,
  organizationId = organizationIdOf('900'),
) {
  await placeActivity(database, organizationId);
  const range = { from: 0, until: endOfTime, types: undefined, order: 'asc' } as const;
  return findActivity(database, { organizationId, ...range, after, limit });
}

onBothEngines('activity', (openEmpty) => {
  async function openWithOrganizations() {
    const { database } = await openMigrated(openEmpty);
    const row = { name: 'Acme', plan: 'enterprise', region: 'standard', created_at: 1 } as const;
    await database
      .insertInto('organizations')
      .values(['900', '901'].map((id) => ({ id: organizationIdOf(id), ...row })))
      .execute();
    return database;
  }

  it('[LOG-12, LOG-16] every reader sees every event once, whatever writers and readers do meanwhile', async () => {
    const database = await openWithOrganizations();
    let made = 0;
    const plan = fc.record({
      writers: fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 6 }), {
        minLength: 1,
        maxLength: 6,
      }),
      readers: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ writers, readers }) => {
        await database.deleteFrom('activity_events').execute();
        const start = (await newest(database))?.newest_sequence ?? 0;
        const written: string[] = [];
        let writing = writers.length;
        // A writer holds its transaction open over some turns of the loop, so that ids and times commit out of order.
        const write = async (pauses: number[]) => {
          for (const pause of pauses) {
            made += 1;
            const row = event(String(made).padStart(9, '0'), 1000 + (made % 7));
            await inTransaction(database, async (transaction) => {
              await insertActivity(transaction, row);
              for (let turn = 0; turn < pause; turn += 1) await new Promise(setImmediate);
            });
            written.push(row.id);
          }
          writing -= 1;
        };
        const follow = async (limit: number) => {
          const seen: string[] = [];
          let after = start;
          for (let isLast = false; ; isLast = writing === 0) {
            const events = await read(database, after, limit);
            seen.push(...events.map(({ id }) => id));
            after = events.at(-1)?.sequence ?? after;
            if (isLast && events.length === 0) return seen;
            await new Promise(setImmediate);
          }
        };
        const [seen] = await Promise.all([Promise.all(readers.map(follow)), ...writers.map(write)]);
        for (const ids of seen as string[][]) {
          expect(ids).toHaveLength(written.length);
          expect(new Set(ids)).toEqual(new Set(written));
        }
      }),
      { numRuns: 25 },
    );
  });

  it('an event that is committed late comes after those that were read, and not with an earlier time', async () => {
    const database = await openWithOrganizations();
    await insertActivity(database, event('b', 5000));
    const [first] = await read(database, 0);
    await insertActivity(database, event('a', 4000));
    await insertActivity(database, event('c', 6000));
    const later = await read(database, first?.sequence ?? 0);
    expect(later.map(({ id, at }) => [id, at])).toEqual([
      ['a', 5000],
      ['c', 6000],
    ]);
  });

  it('organizations have logs of their own, and places are given in each from 1', async () => {
    const database = await openWithOrganizations();
    await insertActivity(database, event('a', 1));
    await insertActivity(database, event('b', 2, organizationIdOf('901')));
    expect((await unplacedOrganizations(database)).sort()).toEqual(['900', '901']);
    expect(await read(database, 0)).toMatchObject([{ id: 'a', sequence: 1 }]);
    expect(await read(database, 0, 10, organizationIdOf('901'))).toMatchObject([{ id: 'b', sequence: 1 }]);
    expect(await unplacedOrganizations(database)).toEqual([]);
  });

  it('a place is not given again after its event was deleted', async () => {
    const database = await openWithOrganizations();
    await insertActivity(database, event('a', 1));
    await read(database, 0);
    await deleteActivityBefore(database, 2);
    await insertActivity(database, event('b', 2));
    expect(await read(database, 1)).toMatchObject([{ id: 'b', sequence: 2 }]);
  });

  it('more events than one transaction places are all placed, in the order of their times', async () => {
    const database = await openWithOrganizations();
    const rows = Array.from({ length: 2_500 }, (_, index) => event(`e${index}`, 10_000 - index));
    for (let at = 0; at < rows.length; at += 500) {
      await database
        .insertInto('activity_events')
        .values(rows.slice(at, at + 500).map((row) => activityColumns.columnsOf(row)))
        .execute();
    }
    const events = await read(database, 0, 3_000);
    expect(events.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).reverse());
    expect(events.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
  });
});

function newest(database: Kysely<Tables>) {
  return database
    .selectFrom('activity_counters')
    .selectAll()
    .where('organization_id', '=', organizationIdOf('900'))
    .executeTakeFirst();
}
