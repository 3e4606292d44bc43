import { tmpdir } from 'node:os';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileKeyOf, type NodeId } from '../contract/branded-ids.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Bell } from '../database/postgres-bell.ts';
import type { Tables } from '../database/tables.ts';
import type { ProcessLife } from '../installation/process-life.ts';
import { createPostgresDatabase, postgresMissing } from '../testing/postgres-database.ts';
import { type RestingDatabase, restingDatabase } from '../testing/resting-database.ts';
import { handingOver, NobodyDraws } from './hand-over.ts';
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
  let close: () => Promise<void>;
  /** Rings that something was drawn. */
  let ring: () => void;
  const bell: Bell = {
    ring: () => undefined,
    onRing: (_kind, act) => {
      ring = act;
    },
    isConnected: () => false,
    close: async () => undefined,
  };
  beforeEach(async () => {
    const { url, drop } = await createPostgresDatabase();
    const opened = await openDatabase({ url, folder: tmpdir() });
    close = () => opened.close().then(drop);
    resting = restingDatabase(opened.database);
    database = resting.database;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await close();
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
  const batches = () => database.selectFrom('render_batches').select(['lease', 'outcomes']).execute();

  /** Asks for an image, which is drawn elsewhere. */
  function ask() {
    const parts = {
      database,
      together,
      now: () => 1000,
      freshId: () => 'a batch',
      blobs: unused,
      files: unused,
    };
    const source = { fileKey: fileKeyOf('file'), snapshot: 'a'.repeat(64) };
    const rendering = { source, options: {}, party: { organization: '9', caller: 'somebody' } };
    const ended: { outcomes?: Outcomes; failure?: Error } = {};
    handingOver(parts as Parameters<typeof handingOver>[0])(rendering as unknown as Rendering, wanted).then(
      (outcomes) => Object.assign(ended, { outcomes }),
      (failure) => Object.assign(ended, { failure }),
    );
    return ended;
  }

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
});
