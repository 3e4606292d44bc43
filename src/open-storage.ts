import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { migrate, requireSchema } from './database/migrate.ts';
import { openDatabase, sqliteFileName } from './database/open-database.ts';
import { type LockEvents, lockPostgres, type PostgresLock } from './database/postgres-lock.ts';
import type { Tables } from './database/tables.ts';

/**
 * Opens the database of the settings for this process alone, and brings its schema up to date.
 * @throws InUse, SchemaTooNew, DatabaseUnusable
 */
export async function openStorage(
  config: Config,
  closing: ClosingList,
  log: Logger,
): Promise<Kysely<Tables>> {
  let lock: PostgresLock | undefined;
  const { database, close } = await openDatabase({
    url: config.databaseUrl,
    folder: config.dataFolder,
    pool: {
      isOurs: () => lock?.isHeld() ?? true,
      onConnectionLost: (error) => log.warn({ error: error.message }, 'a database connection was lost'),
    },
  });
  closing.add(close);
  if (config.databaseUrl !== undefined) {
    lock = await lockPostgres(config.databaseUrl, lockEvents(log));
    closing.add(lock.release);
  }
  await migrate(database);
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
export async function openBeside(
  { databaseUrl: url, dataFolder: folder }: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  closing: ClosingList,
): Promise<Kysely<Tables>> {
  if (url === undefined && !existsSync(join(folder, sqliteFileName)))
    throw new NoInstallation(`The folder ${folder} holds no installation; name another with --data.`);
  const { database, close } = await openDatabase({ url, folder });
  closing.add(close);
  await requireSchema(database);
  return database;
}

const lockEvents = (log: Logger): LockEvents => ({
  onLost: (error) => log.error({ error: error.message }, 'the lock on the database was lost'),
  onTakenAgain: () => log.warn('the lock on the database was taken again'),
  onGivenUp: (error) => {
    log.error(
      { error: error.message },
      'the lock on the database could not be taken again; the server stops',
    );
    process.kill(process.pid, 'SIGTERM');
  },
});

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
