import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreAway } from '../blobs/object-store.ts';
import { fileKeyOf, type NodeId, type OrganizationId } from '../contract/branded-ids.ts';
import type { Bell } from '../database/postgres-bell.ts';
import type { Tables } from '../database/tables.ts';
import type { ProcessLife } from '../installation/process-life.ts';
import { postgresMissing } from '../testing/postgres-database.ts';
import { openRestingDatabase, type RestingDatabase } from '../testing/resting-database.ts';
import { handingOver, NobodyDraws } from './hand-over.ts';
import { waitingBatches } from './render-batches-store.ts';
import type { Outcomes, Rendering } from './rendering-once.ts';

const lookMs = 250;
const name = 'an image';
const wanted = [{ name, nodeId: '1:2' as NodeId }];
const outcome = { reason: 'missing' } as const;
const drawn = JSON.stringify({ blob: null, images: [{ name, outcome, start: 0 }] });

const missing = postgresMissing();
describe.skipIf(missing)(`A server that has images drawn${missing ? ` (left out: ${missing})` : ''}`, () => {
  let resting: RestingDatabase;
  let database: Kysely<Tables>;
  /** Rings that something was drawn. */
  let ring: () => void;
  let rung: string[];
  const bell: Bell = {
    ring: (kind) => void rung.push(kind),
    onRing: (_kind, act) => {
      ring = act;
    },
    isConnected: () => false,
    close: async () => undefined,
  };
  beforeEach(async () => {
    resting = await openRestingDatabase();
    database = resting.database;
    rung = [];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await resting.close();
  });

  const letPass = async (ms: number): Promise<void> => {
    vi.advanceTimersByTime(ms);
    await resting.untilAtRest();
  };

  const life: ProcessLife = {
    id: () => 'this one',
    isAlive: () => true,
    silentMs: () => 0,
    beat: async () => undefined,
    leave: async () => undefined,
  };
  const together = { life, bell };
  const unused = {} as unknown;
  const batches = () =>
    database
      .selectFrom('render_batches')
      .select(['lease', 'outcomes', 'turn', 'wanted'])
      .orderBy('turn')
      .execute();

  let fresh = 0;
  /** Asks for images, which are drawn elsewhere. */
  function ask(images: readonly { name: string; nodeId: NodeId }[] = wanted, more: object = {}) {
    const parts = {
      database,
      together,
      now: () => 1000,
      freshId: () => `batch ${++fresh}`,
      blobs: unused,
      files: unused,
    };
    const source = { fileKey: fileKeyOf('file'), snapshot: 'a'.repeat(64) };
    const rendering = { source, options: {}, party: { organization: '9', caller: 'somebody' }, ...more };
    const ended: { outcomes?: Outcomes; failure?: Error } = {};
    handingOver(parts as Parameters<typeof handingOver>[0])(rendering as unknown as Rendering, images).then(
      (outcomes) => Object.assign(ended, { outcomes }),
      (failure) => Object.assign(ended, { failure }),
    );
    return ended;
  }

  const addProcess = async (roles: string): Promise<void> => {
    const unnamed = { name: '', version: '', schema: '', renderer: '' };
    const row = { ...unnamed, id: 'another', roles, started_at: 1, seen_at: Number.MAX_SAFE_INTEGER };
    await database.insertInto('processes').values(row).execute();
  };

  const finish = async (): Promise<void> =>
    void (await database.updateTable('render_batches').set({ lease: 'another', outcomes: drawn }).execute());

  it('finds at once what was drawn while it looked', async () => {
    const ended = ask();
    await resting.untilAtRest();
    resting.meanwhile = async () => {
      await finish();
      ring();
    };
    await letPass(lookMs);
    expect(ended).toEqual({ outcomes: new Map([[name, outcome]]) });
  });

  it('finds within a quarter of a second what was drawn where it hears of nothing', async () => {
    const ended = ask();
    await resting.untilAtRest();
    await finish();
    await resting.untilAtRest();
    expect(ended).toEqual({});
    await letPass(lookMs);
    expect(ended).toEqual({ outcomes: new Map([[name, outcome]]) });
  });

  it('looks once where something rings that was not for it, and then rests', async () => {
    const ended = ask();
    await resting.untilAtRest();
    let looks = 0;
    resting.meanwhile = async () => {
      looks += 1;
    };
    const timers = vi.getTimerCount();
    ring();
    await resting.untilAtRest();
    expect([looks, ended, vi.getTimerCount()]).toEqual([1, {}, timers]);
    await finish();
    await letPass(lookMs);
    expect(ended).toEqual({ outcomes: new Map([[name, outcome]]) });
  });

  it('has what was drawn where the database is lost before it deletes what it has asked for', async () => {
    const ended = ask();
    await resting.untilAtRest();
    await finish();
    resting.meanwhile = async () => {
      resting.isGone = true;
    };
    await letPass(lookMs);
    expect(ended).toEqual({ outcomes: new Map([[name, outcome]]) });
  });

  it('says after five seconds that nobody draws, and leaves nothing to be drawn', async () => {
    const ended = ask();
    await resting.untilAtRest();
    for (let passedMs = 0; passedMs < 5_000; passedMs += lookMs) {
      expect([passedMs, ended]).toEqual([passedMs, {}]);
      await letPass(lookMs);
    }
    await letPass(lookMs);
    expect(ended).toEqual({ failure: expect.any(NobodyDraws) });
    expect(await batches()).toEqual([]);
  });

  it.each([
    ['draws', 'web,render', {}],
    ['draws nothing', 'web,jobs', { failure: expect.any(NobodyDraws) }],
  ])('has patience for longer only where a process lives that %s', async (_what, roles, expected) => {
    await addProcess(roles);
    const ended = ask();
    await resting.untilAtRest();
    for (let passedMs = 0; passedMs < 10_000; passedMs += lookMs) await letPass(lookMs);
    expect(ended).toEqual(expected);
    await finish();
    await letPass(lookMs);
  });

  it('asks every second at the most whether somebody draws', async () => {
    let questions = 0;
    await addProcess('web,render');
    database = database.withPlugin({
      transformQuery: ({ node }) => {
        if (JSON.stringify(node).includes('"processes"')) questions += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    ask();
    await resting.untilAtRest();
    for (let passedMs = 0; passedMs < 10_000; passedMs += lookMs) await letPass(lookMs);
    expect(questions).toBe(8);
    await finish();
    await letPass(lookMs);
  });

  it('says at once that the store is away where who was to draw did not reach it, and leaves nothing', async () => {
    const ended = ask();
    await resting.untilAtRest();
    const outcomes = JSON.stringify({ ...JSON.parse(drawn), isStoreAway: true });
    await database.updateTable('render_batches').set({ lease: 'another', outcomes }).execute();
    await letPass(lookMs);
    expect([ended, await batches()]).toEqual([{ failure: expect.any(StoreAway) }, []]);
  });

  it('says at once that nobody draws where what it has asked for is gone', async () => {
    const ended = ask();
    await resting.untilAtRest();
    await database.deleteFrom('render_batches').execute();
    await letPass(lookMs);
    expect(ended).toEqual({ failure: expect.any(NobodyDraws) });
  });

  it('asks for nothing where no image is wanted', async () => {
    const ended = ask([]);
    await resting.untilAtRest();
    expect([ended, rung]).toEqual([{ outcomes: new Map() }, []]);
  });

  it('leaves nothing to be drawn where nobody waits for it any more', async () => {
    const hungUp = new AbortController();
    const ended = ask(wanted, { signal: hungUp.signal });
    await resting.untilAtRest();
    hungUp.abort();
    await letPass(lookMs);
    expect([ended, await batches()]).toEqual([{ outcomes: new Map() }, []]);
  });

  it('waits behind nothing that somebody draws already, and behind nobody else', async () => {
    ask();
    ask(wanted, { party: { organization: '9', caller: 'somebody else' } });
    ask(wanted, { party: { organization: '10', caller: 'somebody' } });
    await resting.untilAtRest();
    await database
      .updateTable('render_batches')
      .set({ lease: 'another.7' })
      .where('caller', '=', 'somebody')
      .where('organization_id', '=', '9' as OrganizationId)
      .execute();
    ask();
    await resting.untilAtRest();
    expect((await batches()).map(({ turn }) => turn)).toEqual([0, 0, 0, 0]);
    expect(await waitingBatches(database)).toEqual({ count: 3, oldestAt: 1000 });
    await database.deleteFrom('render_batches').execute();
    await letPass(lookMs);
  });

  it('rings for who draws, and asks for at most 32 images at once, behind what its caller waits for', async () => {
    const source = { fileKey: fileKeyOf('file'), snapshot: 'b'.repeat(64) };
    ask();
    await resting.untilAtRest();
    const many = Array.from({ length: 33 }, (_, at) => ({ name: `${at}`, nodeId: '1:2' as NodeId }));
    ask(many, { earlier: { source } });
    await resting.untilAtRest();
    expect(rung).toEqual(['renderings', 'renderings']);
    const asked = (await batches()).map((batch) => [batch.turn, JSON.parse(batch.wanted)]);
    expect(asked.map(([turn, images]) => [turn, images.length])).toEqual([
      [0, 1],
      [1, 32],
      [2, 1],
    ]);
    expect(asked[0]?.[1]).toEqual(wanted);
    expect(asked[2]?.[1]).toEqual([{ ...many[32], earlier: source }]);
    await database.deleteFrom('render_batches').execute();
    await letPass(lookMs);
  });
});
