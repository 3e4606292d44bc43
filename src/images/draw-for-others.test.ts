import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileKeyOf, type OrganizationId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { postgresMissing } from '../testing/postgres-database.ts';
import { openRestingDatabase, type RestingDatabase } from '../testing/resting-database.ts';
import { type DrawForOthers, type DrawForOthersParts, drawForOthers } from './draw-for-others.ts';
import { addBatches } from './render-batches-store.ts';

const missing = postgresMissing();
describe.skipIf(missing)(`A server that draws for others${missing ? ` (left out: ${missing})` : ''}`, () => {
  let resting: RestingDatabase;
  let database: Kysely<Tables>;
  let drawing: DrawForOthers;
  /** Rings that something is to be drawn. */
  let ring: () => void;
  beforeEach(async () => {
    resting = await openRestingDatabase();
    database = resting.database;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    await letLive('this one', 'another', 'the asker');
    let counter = 0;
    drawing = drawForOthers({
      database,
      together: {
        life: { id: () => 'this one', isAlive: () => true },
        bell: {
          ring: () => undefined,
          onRing: (_kind: string, act: () => void) => {
            ring = act;
          },
        },
      },
      // The file is gone, so there is nothing to be drawn, which is an outcome too.
      sourceOf: async () => undefined,
      now: () => 1000,
      log: pino({ level: 'silent' }),
      freshId: () => `${++counter}`,
      most: 4,
      drawn: () => undefined,
    } as unknown as DrawForOthersParts);
  });
  afterEach(async () => {
    const stopped = drawing.stop();
    vi.runAllTimers();
    await stopped;
    vi.useRealTimers();
    await resting.close();
  });

  const letPass = async (ms: number): Promise<void> => {
    vi.advanceTimersByTime(ms);
    await resting.untilAtRest();
  };

  async function letLive(...processes: readonly string[]): Promise<void> {
    const row = { name: '', version: '', schema: '', roles: 'render', renderer: '', started_at: 1 };
    const rows = processes.map((id) => ({ ...row, id, seen_at: Number.MAX_SAFE_INTEGER }));
    await database.insertInto('processes').values(rows).execute();
  }
  const silence = (id: string, seconds: number) =>
    sql`update processes set seen_at = floor(extract(epoch from clock_timestamp()) * 1000) - ${seconds * 1000}
      where id = ${id}`.execute(database);

  const ask = (id: string, lease: string | null, asker = 'the asker') =>
    addBatches(database, [
      {
        id,
        asker,
        organizationId: '9' as OrganizationId,
        caller: 'somebody',
        fileKey: fileKeyOf('file'),
        snapshot: 'a'.repeat(64) as never,
        options: '{}',
        wanted: JSON.stringify([{ name: 'an image', nodeId: '1:2' }]),
        turn: 0,
        askedAt: 1000,
        lease,
        outcomes: null,
      },
    ]);
  const drawn = async (id: string): Promise<boolean | undefined> => {
    const query = database.selectFrom('render_batches').select('outcomes').where('id', '=', id);
    const row = await query.executeTakeFirst();
    return row && row.outcomes !== null;
  };

  it('takes over what another one had that has been silent for half a minute, within a second and however often it is rung', async () => {
    await ask('batch', 'another.7');
    drawing.start();
    await resting.untilAtRest();
    await silence('another', 29);
    for (let passedMs = 0; passedMs < 2_000; passedMs += 125) {
      ring();
      await letPass(125);
    }
    expect(await drawn('batch')).toBe(false);
    await silence('another', 30);
    for (let passedMs = 0; passedMs < 1_000; passedMs += 125) {
      ring();
      await letPass(125);
    }
    expect(await drawn('batch')).toBe(true);
  });

  it('hears within a quarter of a second of what is to be drawn where nothing rings', async () => {
    drawing.start();
    await resting.untilAtRest();
    await ask('batch', null);
    await letPass(250);
    expect(await drawn('batch')).toBe(true);
  });

  it('forgets what was asked for by one that has been silent for half a minute', async () => {
    await ask('batch', 'another.7');
    await silence('the asker', 30);
    drawing.start();
    await resting.untilAtRest();
    expect(await drawn('batch')).toBeUndefined();
  });

  it('leaves at a stop what it has not finished to others', async () => {
    drawing.start();
    await resting.untilAtRest();
    await ask('batch', 'this one.7');
    await drawing.stop();
    const query = database.selectFrom('render_batches').select('lease');
    expect(await query.execute()).toEqual([{ lease: null }]);
  });
});
