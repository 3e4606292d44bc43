import { tmpdir } from 'node:os';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { portionOf } from '../access/rate-limits/bucket.ts';
import { storedBuckets } from '../access/rate-limits/bucket-store.ts';
import { storedThrottle } from '../access/stored-throttle.ts';
import { hashToken } from '../access/token-hash.ts';
import { type BlobId, fileKeyOf, type NodeId, type TokenId, type UserId } from '../contract/branded-ids.ts';
import { BeingRestored } from '../database/being-restored.ts';
import { type DumpedRows, restoreTables } from '../database/dump.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Tables } from '../database/tables.ts';
import { keepRenders, type RenderRow } from '../images/render-store.ts';
import { createPostgresDatabase, postgresMissing } from '../testing/postgres-database.ts';
import { insertExampleRows } from '../testing/postgres-example-rows.ts';
import { findSession } from '../tokens/sessions-store.ts';
import { rememberTokenUse } from '../tokens/tokens-store.ts';

const connections = 5;
const many = Array.from({ length: 4 * connections }, (_, at) => `${at}`);
const day = 24 * 3_600_000;
const perMinute = { most: 1000, period: 'minute' } as const;

const rendered: Omit<RenderRow, 'id'> = {
  fileKey: fileKeyOf('main'),
  snapshot: 'ff' as BlobId,
  nodeId: '1:2' as NodeId,
  options: '{}',
  outcome: '{"reason":"invisible"}',
  renderedAt: 1,
  expiresAt: null,
};

/** What requests write that read, each time of another thing. */
const refusal = expect.any(BeingRestored);
const writes: [string, string, unknown, (database: Kysely<Tables>, name: string) => Promise<unknown>][] = [
  [
    'uses of tokens',
    'are left out',
    undefined,
    (database, name) => rememberTokenUse(database, name as TokenId, day),
  ],
  [
    'what became of images',
    'is refused',
    refusal,
    (database, id) => keepRenders(database, [{ ...rendered, id }]),
  ],
  ['guesses at passwords', 'are refused', refusal, (database, key) => guessesAt(database).take(key)],
];

const guessesAt = (database: Kysely<Tables>) =>
  storedThrottle<string>({ database, now: () => day }, (key) => [{ key, most: 5, pauseMs: 1000 }]);

const missing = postgresMissing();
describe.skipIf(missing)(
  `Beside a backup that is restored${missing ? ` (left out: ${missing})` : ''}`,
  () => {
    let database: Kysely<Tables>;
    let close: () => Promise<void>;
    beforeEach(async () => {
      const { url, drop } = await createPostgresDatabase();
      const open = () =>
        openDatabase({ url, folder: tmpdir(), pool: { connections, onConnectionLost: () => undefined } });
      const [restoring, serving] = [await open(), await open()];
      database = serving.database;
      await insertExampleRows(database);
      const user_id = '9007199254740993' as UserId;
      const session = { user_id, created_at: 1, last_seen_at: 1, expires_at: 2 * day };
      const sessions = many.map((name) => ({ ...session, hash: hashToken(name) }));
      await database.insertInto('sessions').values(sessions).execute();
      const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const next = async () => {
        begun.resolve();
        await held.promise;
        throw new Error('broken off');
      };
      const rows: AsyncIterable<DumpedRows> = { [Symbol.asyncIterator]: () => ({ next }) };
      const restored = restoreTables(restoring.database, rows).catch(String);
      await begun.promise;
      close = async () => {
        held.resolve();
        expect(await restored).toBe('Error: broken off');
        await Promise.all([restoring.close(), serving.close()]);
        await drop();
      };
    });
    afterEach(() => close());

    /** Without a connection that is left to it this waits until the others are refused. */
    const reads = async () => (await sql`select 1 as one`.execute(database)).rows;

    it('calls are counted', async () => {
      const buckets = storedBuckets(database);
      const poured = await Promise.all(many.map((name) => buckets.pour(name, portionOf(perMinute, day))));
      expect(poured.map(({ admitted }) => admitted)).toEqual(many.map(() => true));
    });

    it('who is signed in is known', async () => {
      const found = await Promise.all(many.map((name) => findSession(database, name, day)));
      expect(found.map((session) => session?.user.id)).toEqual(many.map(() => '9007199254740993'));
      expect(await reads()).toEqual([{ one: 1 }]);
    });

    it.each(writes)('%s %s, and connections are left to who reads', async (_title, _how, refusal, write) => {
      const written = Promise.all(many.map((name) => write(database, name).catch((error) => error)));
      expect(await reads()).toEqual([{ one: 1 }]);
      const refusals = (await written).filter((error) => error instanceof Error);
      expect(refusals).toEqual(many.map(() => refusal).filter(Boolean));
    });
  },
);
