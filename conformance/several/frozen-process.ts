import type { ServerResponse } from 'node:http';
import pg from 'pg';
import { expect } from 'vitest';
import type { Answer } from '../harness/client.ts';
import { as, createFile } from '../harness/delivery-record.ts';
import { imagesFile, nodes } from '../harness/images-file.ts';
import { openReceiver, type Receiver } from '../harness/receiver.ts';
import type { Server } from '../harness/server.ts';
import { holdTwoDeliveries } from './held-deliveries.ts';
import { letSilenceBeOver, type Several, startSeveral } from './servers.ts';

/** One process answers requests alone; of the two others, which do everything, one is frozen in the middle of it. */
export interface Freezing {
  readonly several: Several;
  readonly web: Server;
  readonly frozen: Server;
  readonly next: Server;
  readonly receiver: Receiver;
  readonly file: string;
  close(): Promise<void>;
}

/** What the one that is frozen was doing, all of it at once. */
export interface UnderWay {
  readonly webhook: string;
  /** The answer that somebody waits for by the process that draws nothing. */
  readonly image: Promise<Answer>;
  /** The call by which it has begun its work of the hour. */
  readonly chore: Promise<Answer>;
  /** Lets the receiver answer, and the bucket. */
  goOn(): void;
}

export async function prepareFreezing(postgres: string): Promise<Freezing> {
  // A request that is held for as long as a process is frozen is not over for it when it wakes.
  const several = await startSeveral(postgres, 0, { env: { VITRINE_WEBHOOK_TIMEOUT: '120s' } });
  try {
    const web = several.start({ env: { VITRINE_ROLES: 'web' } });
    const [frozen, next] = await Promise.all([several.start(), several.start()]);
    const receiver = await openReceiver();
    const close = async () => {
      await several.close();
      await receiver.close();
    };
    return { several, web: await web, frozen, next, receiver, file: await createFile(frozen), close };
  } catch (error) {
    await several.close();
    throw error;
  }
}

const rowOf = `from processes where name like '%:' || $1`;

/** The id under which a process lives. */
export async function idOf({ query }: Several, server: Server): Promise<string | undefined> {
  return (await query(`select id ${rowOf}`, [String(server.pid)]))[0]?.id;
}

/**
 * Has a process begin its work of the hour, send, and draw, and holds each; then it is frozen. While it takes all this
 * the next one stands still, and wakes as that one falls asleep.
 */
export async function freezeInTheMiddle(freezing: Freezing): Promise<UnderWay> {
  const { several, web, frozen, next, receiver, file } = freezing;
  process.kill(next.pid, 'SIGSTOP');
  await letSilenceBeOver(several, next);
  const holder = new pg.Client({ connectionString: several.databaseUrl });
  await holder.connect();
  const { chore } = await holdChore(several, frozen, holder);
  const { webhook, answer } = await holdDeliveries(freezing);
  const { image, release } = await holdDrawing(several, { web, file });
  process.kill(frozen.pid, 'SIGSTOP');
  several.store.misfortune = undefined;
  await holder.end();
  const before = await idOf(several, next);
  process.kill(next.pid, 'SIGCONT');
  await expect.poll(() => idOf(several, next)).not.toBe(before);
  receiver.answer(200);
  return {
    webhook,
    image,
    chore,
    goOn: () => {
      answer();
      release();
    },
  };
}

/** Ended sessions are forgotten once an hour; here their table is held meanwhile. */
async function holdChore({ query }: Several, server: Server, holder: pg.Client) {
  await holder.query('begin');
  await holder.query('lock table sessions in share mode');
  await query(`update chores set next_at = 0 where name = 'sessions'`);
  const chore = as(server, 'POST', '/test/v1/clock', { advance: '1s' });
  const waits = `select 1 from pg_locks where not granted and relation = 'sessions'::regclass
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(() => query(waits)).toHaveLength(1);
  return { chore };
}

/** Two requests to the webhook are not answered, two more deliveries wait. */
async function holdDeliveries({ frozen, receiver, file }: Freezing) {
  const held: ServerResponse[] = [];
  receiver.answer((_one, response) => void held.push(response));
  const webhook = await holdTwoDeliveries(frozen, file, receiver);
  return { webhook, answer: () => held.map((response) => response.end()) };
}

/** Whoever draws has to have the design from the bucket, which keeps it waiting. */
async function holdDrawing({ store, query }: Several, { web, file }: { web: Server; file: string }) {
  const held = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  store.misfortune = ({ method, key }) => {
    if (method !== 'GET' || !key.includes('/blobs/')) return undefined;
    reached.resolve();
    return { until: held.promise };
  };
  const path = `/workspace/v1/files/${file}/content`;
  expect((await as(web, 'PUT', path, imagesFile('#336699'))).status).toBe(200);
  const image = as(web, 'GET', `/v1/images/${file}?ids=${nodes.square}`);
  await reached.promise;
  await expect.poll(() => query('select id from render_batches where lease is not null')).toHaveLength(1);
  return { image, release: held.resolve };
}
