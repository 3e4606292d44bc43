import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreAway } from '../blobs/object-store.ts';
import { fileKeyOf, type OrganizationId } from '../contract/branded-ids.ts';
import { BeingRestored } from '../database/being-restored.ts';
import type { Tables } from '../database/tables.ts';
import { postgresMissing } from '../testing/postgres-database.ts';
import { openRestingDatabase, type RestingDatabase } from '../testing/resting-database.ts';
import { type DrawForOthers, type DrawForOthersParts, drawForOthers } from './draw-for-others.ts';
import { addBatches, claimBatch, type RenderBatchRow } from './render-batches-store.ts';

const missing = postgresMissing();
describe.skipIf(missing)(`A server that draws for others${missing ? ` (left out: ${missing})` : ''}`, () => {
  let resting: RestingDatabase;
  let database: Kysely<Tables>;
  let drawing: DrawForOthers;
  /** Rings that something is to be drawn. */
  let ring: () => void;
  /** What this one has rung. */
  let rung: string[];
  let isAlive: boolean;
  /** The files that it has begun to draw, in that order, and what their drawing waits for. */
  let begun: string[];
  let held: Promise<void>;
  /** What happens as soon as it begins to draw. */
  let atBegin: () => void;
  /** What it has written into its log. */
  let told: string[];
  /** The file that is there. */
  let present: string | undefined;
  /** How many images it has drawn. */
  let images: number;
  beforeEach(async () => {
    resting = await openRestingDatabase();
    database = resting.database;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    await letLive('this one', 'another', 'the asker');
    [rung, begun, isAlive, held, present, images] = [[], [], true, Promise.resolve(), undefined, 0];
    [told, atBegin] = [[], () => undefined];
    drawing = opened({ most: 4 });
  });
  function opened({ most }: { most: number }): DrawForOthers {
    let counter = 0;
    return drawForOthers({
      database,
      together: {
        life: { id: () => 'this one', isAlive: () => isAlive },
        bell: {
          ring: (kind: string) => void rung.push(kind),
          onRing: (_kind: string, act: () => void) => {
            ring = act;
          },
        },
      },
      // Files are gone but for one, so there is nothing to be drawn, which is an outcome too.
      sourceOf: async (fileKey: string) => {
        begun.push(fileKey);
        atBegin();
        await held;
        return fileKey === present ? {} : undefined;
      },
      snapshots: { open: async () => ({}) },
      now: () => 1000,
      log: pino({}, { write: (line: string) => told.push(JSON.parse(line).msg) }),
      freshId: () => `${++counter}`,
      most,
      drawn: (count: number) => {
        images += count;
      },
    } as unknown as DrawForOthersParts);
  }
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

  const ask = (id: string, lease: string | null, more: Partial<RenderBatchRow> = {}) =>
    addBatches(database, [
      {
        id,
        asker: 'the asker',
        organizationId: '9' as OrganizationId,
        caller: 'somebody',
        fileKey: fileKeyOf(id),
        snapshot: 'a'.repeat(64) as never,
        options: '{}',
        wanted: JSON.stringify([{ name: 'an image', nodeId: '1:2' }]),
        turn: 0,
        askedAt: 1000,
        lease,
        outcomes: null,
        ...more,
      },
    ]);
  const drawn = async (id: string): Promise<boolean | undefined> => {
    const query = database.selectFrom('render_batches').select('outcomes').where('id', '=', id);
    const row = await query.executeTakeFirst();
    return row && row.outcomes !== null;
  };
  const handedOver = async () => {
    const row = await database.selectFrom('render_batches').select('outcomes').executeTakeFirst();
    return JSON.parse(row?.outcomes ?? '{}');
  };
  const batches = () =>
    database.selectFrom('render_batches').select(['lease', 'outcomes']).orderBy('id').execute();

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
    expect([await drawn('batch'), rung, images]).toEqual([true, ['drawn'], 1]);
  });

  it.each(['claims', 'hands over'])('draws again what it %s just as the database is lost', async (what) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    drawing.start();
    await resting.untilAtRest();
    await ask('batch', null);
    if (what === 'claims')
      resting.meanwhile = async () => {
        throw new Error('The connection broke before the answer.');
      };
    await letPass(250);
    expect(await batches()).toEqual([{ lease: expect.stringMatching(/^this one\./), outcomes: null }]);
    resting.isGone = what === 'hands over';
    resolve();
    await letPass(250);
    resting.isGone = false;
    expect(await drawn('batch')).toBe(false);
    for (let passedMs = 0; passedMs < 1_000; passedMs += 250) await letPass(250);
    expect(await drawn('batch')).toBe(true);
  });

  it('does not begin again what it is drawing', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    await ask('batch', null);
    drawing.start();
    for (let passedMs = 0; passedMs < 2_000; passedMs += 250) await letPass(250);
    expect(begun).toEqual(['batch']);
    resolve();
    await resting.untilAtRest();
    expect([begun, await drawn('batch')]).toEqual([['batch'], true]);
  });

  it.each([
    ['went wrong', new Error('It broke.'), false],
    ['needs a store that is away', new StoreAway('It broke.'), true],
  ])('tells who asked that something %s', async (_what, error, isStoreAway) => {
    const { promise, reject } = Promise.withResolvers<void>();
    held = promise;
    await ask('batch', null);
    drawing.start();
    await resting.untilAtRest();
    reject(error);
    await resting.untilAtRest();
    const images = [{ name: 'an image', outcome: { reason: 'failed', detail: 'It broke.' }, start: 0 }];
    expect(await handedOver()).toEqual({ blob: null, images, isStoreAway });
  });

  it('draws no comparison where one of the two versions is gone', async () => {
    const earlier = { fileKey: 'gone', snapshot: 'b'.repeat(64) };
    const wanted = JSON.stringify([{ name: 'an image', nodeId: '1:2', earlier }]);
    present = 'present';
    await ask('present', null, { wanted });
    drawing.start();
    await resting.untilAtRest();
    expect(begun).toEqual(['present', 'gone']);
    const images = [{ name: 'an image', outcome: { reason: 'missing' }, start: 0 }];
    expect(await handedOver()).toEqual({ blob: null, images });
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
    await ask('of another', 'another.7');
    await drawing.stop();
    expect(await batches()).toEqual([
      { lease: null, outcomes: null },
      { lease: 'another.7', outcomes: null },
    ]);
    expect(rung).toEqual(['renderings']);
  });

  it('takes for no image what it could not draw to the end before a stop', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    await ask('batch', null);
    drawing.start();
    await resting.untilAtRest();
    const stopped = drawing.stop();
    resolve();
    await stopped;
    await resting.untilAtRest();
    expect([images, await batches()]).toEqual([0, [{ lease: null, outcomes: null }]]);
  });

  it('begins nothing more once it stops, and leaves it to others', async () => {
    await ask('first', null, { turn: 0 });
    await ask('second', null, { turn: 1 });
    atBegin = () => void drawing.stop();
    drawing.start();
    await expect.poll(() => rung).toEqual(['renderings']);
    const left = { lease: null, outcomes: null };
    expect([begun, await batches()]).toEqual([['first'], [left, left]]);
  });

  it('waits at a stop for a look that is under way', async () => {
    const [looks, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const order: string[] = [];
    resting.meanwhile = async () => {
      looks.resolve();
      await goesOn.promise;
      order.push('looked');
    };
    drawing.start();
    await looks.promise;
    const stopped = drawing.stop().then(() => order.push('stopped'));
    for (let question = 0; question < 20; question += 1) await batches();
    goesOn.resolve();
    await stopped;
    expect(order).toEqual(['looked', 'stopped']);
  });

  it('has nothing to give back where it stops before it started, as where a start fails', async () => {
    await drawing.stop();
    expect(rung).toEqual([]);
  });

  it('stops while the database is gone', async () => {
    drawing.start();
    await resting.untilAtRest();
    resting.isGone = true;
    await drawing.stop();
    resting.isGone = false;
    expect(rung).toEqual(['renderings']);
  });

  it('waits for a restore with what it takes and with what it has drawn, of which its log tells once', async () => {
    const refuse = async () => {
      throw new BeingRestored();
    };
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    await ask('batch', null);
    resting.meanwhile = refuse;
    drawing.start();
    await resting.untilAtRest();
    expect(begun).toEqual([]);
    await letPass(250);
    resting.meanwhile = refuse;
    resolve();
    await expect.poll(() => rung).toEqual(['drawn']);
    expect([begun, await drawn('batch'), told]).toEqual([
      ['batch'],
      true,
      [expect.stringMatching(/^a backup is put in place/)],
    ]);
  });

  it('goes on where the database knows nobody who lives, as after it was lost', async () => {
    for (const id of ['this one', 'another', 'the asker']) await silence(id, 30);
    await ask('batch', null);
    drawing.start();
    await resting.untilAtRest();
    expect(await drawn('batch')).toBe(true);
  });

  it('writes nothing to what only waits', async () => {
    for (const id of ['another', 'the asker']) await silence(id, 30);
    drawing = opened({ most: 0 });
    await ask('batch', null, { asker: 'this one' });
    const written = async () =>
      (await sql<{ xmin: string }>`select xmin::text from render_batches`.execute(database)).rows;
    const before = await written();
    drawing.start();
    await resting.untilAtRest();
    expect(await written()).toEqual(before);
  });

  it('hands over nothing of what others have taken over meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    drawing.start();
    await resting.untilAtRest();
    await ask('batch', null);
    await letPass(250);
    expect(begun).toEqual(['batch']);
    await database.updateTable('render_batches').set({ lease: 'another.7' }).execute();
    resolve();
    await resting.untilAtRest();
    expect([await batches(), rung]).toEqual([[{ lease: 'another.7', outcomes: null }], []]);
  });

  it('takes nothing while others may take it for dead', async () => {
    drawing.start();
    await resting.untilAtRest();
    isAlive = false;
    await ask('batch', null);
    await letPass(250);
    expect([begun, await batches()]).toEqual([[], [{ lease: null, outcomes: null }]]);
    isAlive = true;
    await letPass(250);
    expect(await drawn('batch')).toBe(true);
  });

  it('takes the batch whose turn it is, and of one turn the one that was asked for first', async () => {
    drawing = opened({ most: 1 });
    await ask('third', null, { turn: 1, askedAt: 1000 });
    await ask('second', null, { turn: 0, askedAt: 3000 });
    await ask('first', null, { turn: 0, askedAt: 2000 });
    drawing.start();
    await resting.untilAtRest();
    expect(begun).toEqual(['first', 'second', 'third']);
  });

  it('draws no more batches at once than it may', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    for (const id of ['1', '2', '3', '4', '5']) await ask(id, null, { turn: Number(id) });
    drawing.start();
    await resting.untilAtRest();
    expect(begun).toEqual(['1', '2', '3', '4']);
    resolve();
    await resting.untilAtRest();
    expect(begun).toEqual(['1', '2', '3', '4', '5']);
  });

  it('gets another batch than one that claims in the same moment, without waiting for it', async () => {
    await ask('first', null, { turn: 0 });
    await ask('second', null, { turn: 1 });
    const claims = await database.transaction().execute(async (one) => {
      const first = await claimBatch(one, 'another.1');
      const second = await database.transaction().execute(async (other) => {
        await sql`set local lock_timeout = '1ms'`.execute(other);
        return claimBatch(other, 'this one.1');
      });
      return [first?.id, second?.id];
    });
    expect(claims).toEqual(['first', 'second']);
  });

  it('draws nothing again of which there are outcomes, whoever dies or stops before they are fetched', async () => {
    await ask('of another', 'another.7', { outcomes: 'its outcomes' });
    await ask('of this one', 'this one.7', { outcomes: 'its outcomes' });
    await silence('another', 30);
    drawing.start();
    await resting.untilAtRest();
    await drawing.stop();
    expect(begun).toEqual([]);
    expect(await batches()).toEqual([
      { lease: 'another.7', outcomes: 'its outcomes' },
      { lease: 'this one.7', outcomes: 'its outcomes' },
    ]);
  });
});
