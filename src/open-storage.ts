import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import {
  migrate,
  refuseContracted,
  requireSchema,
  requireWorkable,
  schemaVersion,
} from './database/migrate.ts';
import { openDatabase, sqliteFileName } from './database/open-database.ts';
import { postgresBell } from './database/postgres-bell.ts';
import {
  type LockEvents,
  lockPostgres,
  type PostgresLock,
  refuseBesideLock,
  untilUnlocked,
} from './database/postgres-lock.ts';
import { isBehindPooler } from './database/postgres-session.ts';
import type { Tables } from './database/tables.ts';
import { untilDatabaseAnswers } from './database/until-database-answers.ts';
import { randomIds } from './ids.ts';
import { isOneOfSeveral } from './installation/one-of-several.ts';
import { enterLife, type ProcessLife } from './installation/process-life.ts';
import { livingProcesses } from './installation/processes-store.ts';
import { refuseBesideSeveral } from './installation/refuse-beside-several.ts';
import { refuseOtherMode } from './installation/refuse-other-mode.ts';
import { refuseOtherSecret } from './installation/secret-marks.ts';
import { sharedClock } from './installation/shared-clock.ts';
import type { Together } from './installation/together.ts';

export interface Storage {
  readonly database: Kysely<Tables>;
  /** Undefined where this process has the database alone. */
  readonly together: Together | undefined;
}

/** What the others are told of this process. */
export interface ProcessTraits {
  readonly version: string;
  readonly renderer: string;
  /** Of its secrets. */
  readonly marks: string;
  /** Of the settings that all should have alike. */
  readonly settings: string;
}

/**
 * Opens the database of the settings, for this process alone or beside others that serve the same installation, and
 * brings its schema up to date.
 * @throws InUse, SchemaTooNew, DatabaseUnusable, BadSetting where others have another secret
 */
export async function openStorage(
  config: Config,
  closing: ClosingList,
  log: Logger,
  traits: () => Promise<ProcessTraits>,
): Promise<Storage> {
  if (isOneOfSeveral(config)) return openTogether(config, closing, log, await traits());
  return { database: await openAlone(config, closing, log, poolerOnceThere(log)), together: undefined };
}

/**
 * The same without being one of those who serve: for a command beside them, or in place of a server that is alone.
 * @throws InUse, SchemaTooNew, DatabaseUnusable
 */
export async function openStorageForCommand(
  config: Config,
  closing: ClosingList,
  log: Logger,
): Promise<Kysely<Tables>> {
  if (!isOneOfSeveral(config)) return openAlone(config, closing, log);
  const { database } = await openPool(config, closing, log);
  await untilUnlocked(database);
  await migrate(database, { living: livingProcesses });
  return database;
}

/** There is nothing to be opened; the message is one plain sentence. */
export class NoInstallation extends Error {
  override readonly name = 'NoInstallation';
}

/**
 * Opens the database of the settings as it is, also beside a server that works with it.
 * @throws NoInstallation, OtherSchema, DatabaseUnusable
 */
export async function openBeside(config: Config, closing: ClosingList, log: Logger): Promise<Kysely<Tables>> {
  const database = await openAsItIs(config, closing, log);
  await requireWorkable(database);
  return database;
}

/**
 * The same whatever its schema is.
 * @throws NoInstallation, DatabaseUnusable
 */
export async function openAsItIs(config: Config, closing: ClosingList, log: Logger): Promise<Kysely<Tables>> {
  const { databaseUrl, dataFolder } = config;
  if (databaseUrl === undefined && !existsSync(join(dataFolder, sqliteFileName)))
    throw new NoInstallation(`The folder ${dataFolder} holds no installation; name another with --data.`);
  return (await openPool(config, closing, log)).database;
}

/**
 * As `openBeside`, with every server kept from it, and with the schema of this program exactly.
 * @throws InUse, NeedsSession, and what `openBeside` throws
 */
export async function openStopped(
  config: Config,
  closing: ClosingList,
  log: Logger,
): Promise<Kysely<Tables>> {
  const { databaseUrl: url } = config;
  if (url !== undefined) {
    const isPooled = await isBehindPooler(url).catch(() => false);
    closing.add((await lockPostgres(sessionUrl(config, isPooled), lockEvents(log))).release);
  }
  const database = await openBeside(config, closing, log);
  await requireSchema(database);
  return database;
}

/**
 * Opens the database of the settings with every server kept from it, and brings its schema up to date.
 * @throws InUse, SchemaTooNew, DatabaseUnusable, NeedsSession
 */
export async function openAlone(
  config: Config,
  closing: ClosingList,
  log: Logger,
  findPooler = isBehindPooler,
): Promise<Kysely<Tables>> {
  let lock: PostgresLock | undefined;
  const isOurs = () => lock?.isHeld() ?? true;
  const { database, isPooled } = await openPool(config, closing, log, isOurs, findPooler);
  if (config.databaseUrl === undefined) {
    await migrate(database);
    return database;
  }
  lock = await lockPostgres(sessionUrl(config, isPooled), lockEvents(log));
  closing.add(lock.release);
  await migrate(database);
  return database;
}

async function openTogether(
  config: Config,
  closing: ClosingList,
  log: Logger,
  { version, renderer, marks, settings }: ProcessTraits,
): Promise<Storage> {
  let life: ProcessLife | undefined;
  const isAlive = () => life?.isAlive() ?? true;
  const { database, isPooled } = await openPool(config, closing, log, isAlive, poolerOnceThere(log));
  await untilUnlocked(database);
  await bringSchema(database, log);
  const pulse = await openPulse(config, isPooled, log);
  closing.add(pulse.close);
  const clock = sharedClock(systemClock.now);
  // Before it writes its row too, so that one that is started again and again stands in nobody's way.
  const refuseOthers = async (): Promise<void> => {
    await refuseOtherSecret(pulse.database, marks, config);
    await refuseOtherMode(pulse.database, settings, config);
  };
  await refuseOthers();
  life = await enterLife({
    database: pulse.database,
    clock,
    log,
    hasTestClock: config.testMode,
    row: {
      name: `${hostname()}:${process.pid}`,
      version,
      renderer,
      marks,
      settings,
      schema: schemaVersion,
      roles: config.roles.join(','),
    },
    freshId: randomIds.uuid,
    refuseToServe: async () => {
      await refuseBesideLock(pulse.database);
      await refuseContracted(pulse.database);
      await refuseOthers();
    },
    onRefused: stopWith(log, 'this server may not work with the database any more; it stops'),
  });
  closing.add(life.leave);
  const bell = postgresBell(database, bellUrl(config));
  closing.add(bell.close);
  return { database, together: { life, clock, bell } };
}

/** Servers may be started together with their database, which is there a little later; commands ask once. */
const poolerOnceThere =
  (log: Logger): typeof isBehindPooler =>
  (url) =>
    untilDatabaseAnswers(() => isBehindPooler(url), {
      onWait: (reason) =>
        log.warn({ error: reason }, 'the database does not answer yet; waiting up to a minute'),
    });

/** Beside others, whom it says where they keep a change of the schema waiting. @throws SchemaTooNew */
async function bringSchema(database: Kysely<Tables>, log: Logger): Promise<void> {
  const { waiting } = await migrate(database, { living: livingProcesses });
  for (const one of waiting)
    log.info(one, 'a change of the schema waits until processes are gone that need what it takes away');
}

async function openPool(
  config: Config,
  closing: ClosingList,
  log: Logger,
  isOurs?: () => boolean,
  findPooler = isBehindPooler,
): Promise<{ database: Kysely<Tables>; isPooled: boolean }> {
  const { databaseUrl: url, dataFolder: folder, databaseConnections: connections } = config;
  const isPooled = url !== undefined && (await findPooler(url).catch(() => false));
  const pool = { isOurs, connections, isBehindPooler: isPooled, onConnectionLost: tellLost(log) };
  const { database, close } = await openDatabase({ url, folder, pool });
  closing.add(close);
  return { database, isPooled };
}

/** Sooner than others take the process for dead, so that it may say so once more by another connection. */
const pulseAnswersWithinMs = 8_000;

/** One connection by which the process says that it lives, whatever the others are busy with. */
async function openPulse(
  { databaseUrl: url, dataFolder: folder }: Config,
  isPooled: boolean,
  log: Logger,
): Promise<{ database: Kysely<Tables>; close(): Promise<void> }> {
  const pool = {
    connections: 1,
    isBehindPooler: isPooled,
    onConnectionLost: tellLost(log),
    answersWithinMs: pulseAnswersWithinMs,
  };
  return openDatabase({ url, folder, pool });
}

const tellLost = (log: Logger) => (error: Error) =>
  log.warn({ error: error.message }, 'a database connection was lost');

/** The lock of a server that is alone lives as long as its connection. @throws InUse */
function sessionUrl({ databaseUrl = '', databaseDirectUrl }: Config, isPooled: boolean): string {
  if (databaseDirectUrl !== undefined && databaseDirectUrl !== 'none') return databaseDirectUrl;
  if (!isPooled) return databaseUrl;
  throw new NeedsSession();
}

/** The database is behind a pooler, and there is no way past it; the message is one plain sentence. */
export class NeedsSession extends Error {
  override readonly name = 'NeedsSession';
  constructor() {
    super(
      'DATABASE_URL leads to a pooler, which ends the lock that a server alone keeps on its database. Name the way past it in VITRINE_DATABASE_DIRECT_URL.',
    );
  }
}

function bellUrl({ databaseUrl, databaseDirectUrl = databaseUrl }: Config): string | undefined {
  return databaseDirectUrl === 'none' ? undefined : databaseDirectUrl;
}

const lockEvents = (log: Logger): LockEvents => ({
  onLost: (error) => log.error({ error: error.message }, 'the lock on the database was lost'),
  onTakenAgain: () => log.warn('the lock on the database was taken again'),
  onGivenUp: stopWith(log, 'the lock on the database could not be taken again; the server stops'),
  refuseBesideSeveral,
});

const stopWith =
  (log: Logger, sentence: string) =>
  (error: Error): void => {
    log.error({ error: error.message }, sentence);
    process.kill(process.pid, 'SIGTERM');
  };

/** What was opened, closed in the other order. */
export class ClosingList {
  #steps: (() => unknown)[] = [];

  readonly add = (step: () => unknown): void => {
    this.#steps.push(step);
  };

  readonly closeAll = async (): Promise<void> => {
    for (const step of this.#steps.splice(0).reverse()) await step();
  };
}
