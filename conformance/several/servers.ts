import { rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { clientOf } from '../harness/client.ts';
import { createDatabase } from '../harness/postgres-database.ts';
import { openS3Double, type S3Double } from '../harness/s3-double.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { type Server, type ServerOptions, startServer } from '../harness/server.ts';
import type { VitrineProcess } from '../harness/vitrine-process.ts';
import { openBalancer } from './balancer.ts';

/** Several processes on one database and one bucket, behind a balancer. */
export interface Several {
  /** Those that were started and not taken away, oldest first. */
  readonly servers: Server[];
  /** Calls each time by another connection, so each time another process. */
  readonly balanced: Pick<Server, 'call' | 'adminToken'>;
  readonly databaseUrl: string;
  readonly store: S3Double;
  /** What every process is started with. */
  readonly env: Record<string, string>;
  /** Starts one more, on a folder of its own. */
  start(more?: SeveralOptions): Promise<Server>;
  /** Leads nobody to a server any more. */
  leadAway(server: Server): Promise<void>;
  /** The same, and stops it once it has answered those who are there; the exit code. */
  replace(server: Server): Promise<number | null>;
  /** Asks the database past the processes. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into rows freely
  query(statement: string, values?: readonly unknown[]): Promise<any[]>;
  close(): Promise<void>;
}

export interface SeveralOptions {
  /** Says how the processes come to the database, where that is not by its own address. */
  readonly through?: (databaseUrl: string) => Promise<Record<string, string>>;
  readonly env?: Record<string, string>;
  /** More arguments of `vitrine serve`. */
  readonly args?: readonly string[];
  /** The command of another version. */
  readonly program?: string;
  /** Called before a process is ready. */
  readonly onBegin?: (process: VitrineProcess) => void;
  /** The database has no tables; else it is one that has them, and nothing in them. */
  readonly makesTables?: boolean;
}

/** Clients that connect just now do not trust its certificate yet. */
const leadInMs = 100;
/** Connections that were made already have sent their request then. */
const leadAwayMs = 500;
const adminToken = 'the-administrator-of-all-the-processes';

/** @param count processes that are started at once, where nobody was before */
export async function startSeveral(
  postgres: string,
  count: number,
  options: SeveralOptions = {},
): Promise<Several> {
  const place = await preparePlace(postgres, options);
  const { env, balancer } = place;
  const servers: Server[] = [];
  const all: Server[] = [];
  const start = async (more: SeveralOptions = {}): Promise<Server> => {
    const { args, program, onBegin } = { ...options, ...more };
    const server = await startIn('process', { env: { ...env, ...more.env }, args, program, onBegin });
    all.push(server);
    servers.push(server);
    await wait(leadInMs);
    await balancer.add(portOf(server));
    return server;
  };
  const leadAway = async (server: Server): Promise<void> => {
    servers.splice(servers.indexOf(server), 1);
    await balancer.remove(portOf(server));
  };
  const replace = async (server: Server): Promise<number | null> => {
    await leadAway(server);
    await wait(leadAwayMs);
    return server.stop();
  };
  const close = async (): Promise<void> => {
    await Promise.all(all.map((server) => server.kill()));
    for (const server of all) await server.installation.remove();
    await place.close();
  };
  try {
    await Promise.all(Array.from({ length: count }, () => start()));
  } catch (error) {
    await close();
    throw error;
  }
  const balanced = { call: callOver(place.env.VITRINE_BASE_URL, all), adminToken };
  const { databaseUrl, store, query } = place;
  return { servers, balanced, databaseUrl, store, env, start, leadAway, replace, query, close };
}

const portOf = ({ url }: Server): number => Number(new URL(url).port);

interface StartOptions extends Pick<ServerOptions, 'program' | 'onBegin'> {
  readonly env: Record<string, string>;
  readonly args?: readonly string[] | undefined;
}

/** Starts a server on a folder of its own, which goes where it does not start. */
export async function startIn(name: string, { env, args = [], ...how }: StartOptions): Promise<Server> {
  const folder = await scratchFolder(name);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    return await startServer({ installation: { folder, env, remove }, args, ...how });
  } catch (error) {
    await remove();
    throw error;
  }
}

/** What all processes have in common: a database, a bucket, a balancer, and settings that name them. */
async function preparePlace(postgres: string, options: SeveralOptions) {
  const folder = await scratchFolder('several');
  const tables = options.makesTables === true ? undefined : process.env.VITRINE_CONFORMANCE_TABLES;
  const database = await createDatabase(postgres, tables);
  const store = await openS3Double();
  const balancer = await openBalancer();
  const client = new pg.Client({ connectionString: database.url });
  // Some tests take the database away.
  client.on('error', () => undefined);
  await client.connect();
  const tokenFile = join(folder, 'administrator');
  await writeFile(tokenFile, adminToken);
  const env = {
    ...store.env,
    DATABASE_URL: database.url,
    VITRINE_BLOBS: store.setting,
    VITRINE_SECRET: 'what all of the processes sign with',
    VITRINE_ADMIN_TOKEN_FILE: tokenFile,
    VITRINE_BASE_URL: `https://127.0.0.1:${balancer.port}`,
    ...options.env,
    ...(await options.through?.(database.url)),
  };
  const query: Several['query'] = async (statement, values = []) =>
    (await client.query(statement, [...values])).rows;
  const close = async (): Promise<void> => {
    await client.end();
    await balancer.close();
    await store.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  return { env, databaseUrl: database.url, store, balancer, query, close };
}

/** Each server has made a certificate of its own. */
function callOver(url: string, servers: readonly Server[]): Server['call'] {
  const agent = new Agent({ keepAlive: false });
  return (method, path, options = {}) =>
    clientOf({ url, ca: servers.map(({ ca }) => ca).join('\n') })(method, path, { agent, ...options });
}

/** Each of these stands still while something is done, and goes on. */
export async function whileStanding<T>(servers: readonly Server[], work: () => Promise<T>): Promise<T> {
  for (const { pid } of servers) process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    for (const { pid } of servers) process.kill(pid, 'SIGCONT');
  }
}

/** What counts as under way in a process that ended is waited for half a minute; tests let that time be over. */
export async function letSilenceBeOver({ query }: Several, server: Server): Promise<void> {
  await query(`update processes set seen_at = seen_at - 60000 where name like '%:' || $1`, [
    String(server.pid),
  ]);
}
