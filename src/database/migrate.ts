import { type Kysely, sql, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { isPostgres } from './column-kinds.ts';
import { firstTables } from './migrations/0001-first-tables.ts';
import { fontTables } from './migrations/0002-fonts.ts';
import { renderTables } from './migrations/0003-renders.ts';
import { eventTables } from './migrations/0004-events.ts';
import { logTables } from './migrations/0005-logs.ts';
import { variables } from './migrations/0006-variables.ts';
import { libraries } from './migrations/0007-libraries.ts';
import { overlays } from './migrations/0008-overlays.ts';
import { comments } from './migrations/0009-comments.ts';
import { oauth } from './migrations/0010-oauth.ts';
import { rateLimits } from './migrations/0011-rate-limits.ts';
import { resources } from './migrations/0012-resources.ts';
import { identities } from './migrations/0013-identities.ts';
import { people } from './migrations/0014-people.ts';
import { variableParts } from './migrations/0015-variable-parts.ts';
import { unreadVersions } from './migrations/0016-unread-versions.ts';
import { webhookMakers } from './migrations/0018-webhook-makers.ts';
import { chores } from './migrations/0019-chores.ts';
import { planTokens } from './migrations/0021-plan-tokens.ts';
import { appLogos } from './migrations/0022-app-logos.ts';
import { deletedFiles } from './migrations/0023-deleted-files.ts';
import { assetOrder } from './migrations/0024-asset-order.ts';
import { movedPlaces } from './migrations/0025-moved-places.ts';
import { blobs } from './migrations/0026-blobs.ts';
import { processes } from './migrations/0027-processes.ts';
import type { Tables } from './tables.ts';

/**
 * Every change of the schema in its order. A released entry is never edited; a new one is added below.
 * What only adds columns that may be null is written here: `{ up: (database) => addColumns(database, …) }`.
 */
const migrations = {
  '0001-first-tables': { up: firstTables },
  '0002-fonts': { up: fontTables },
  '0003-renders': { up: renderTables },
  '0004-events': { up: eventTables },
  '0005-logs': { up: logTables },
  '0006-variables': { up: variables },
  '0007-libraries': { up: libraries },
  '0008-overlays': { up: overlays },
  '0009-comments': { up: comments },
  '0010-oauth': { up: oauth },
  '0011-rate-limits': { up: rateLimits },
  '0012-resources': { up: resources },
  '0013-identities': { up: identities },
  '0014-people': { up: people },
  '0015-variable-parts': { up: variableParts },
  '0016-unread-versions': { up: unreadVersions },
  '0018-webhook-makers': { up: webhookMakers },
  '0019-chores': { up: chores },
  '0021-plan-tokens': { up: planTokens },
  '0022-app-logos': { up: appLogos },
  '0023-deleted-files': { up: deletedFiles },
  '0024-asset-order': { up: assetOrder },
  '0025-moved-places': { up: movedPlaces },
  '0026-blobs': { up: blobs },
  '0027-processes': { up: processes },
} as const satisfies Record<`${number}-${string}`, Migration>;

/** Name of the newest schema this program knows; a backup carries it. */
export const schemaVersion: string = Object.keys(migrations).at(-1) as string;

export class SchemaTooNew extends Error {
  constructor(name: string) {
    super(
      `The database was written by a newer version of this program (its schema holds "${name}"). ` +
        'Start that version or a later one; nothing was changed.',
    );
    this.name = 'SchemaTooNew';
  }
}

/**
 * Brings the schema to this program's, whole or not at all. Several may call it at the same time, in one process
 * or in many: one does the work, the others wait.
 * @throws SchemaTooNew
 */
export async function migrate(database: Kysely<Tables>): Promise<void> {
  await refuseNewer(database);
  if (!isPostgres(database)) return migrateAlone(database);
  await database.transaction().execute(async (transaction) => {
    await waitForOthers(transaction);
    await migrateAlone(transaction);
  });
}

async function migrateAlone(database: Kysely<Tables>): Promise<void> {
  const provider = { getMigrations: async () => ({ ...migrations }) };
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest();
  if (error !== undefined) throw error;
}

/** @throws OtherSchema where the schema is not the one of this program */
export async function requireSchema(database: Kysely<Tables>): Promise<void> {
  const [found = 'none'] = (await appliedMigrations(database)).slice(-1);
  if (found !== schemaVersion) throw new OtherSchema(found);
}

export class OtherSchema extends Error {
  override readonly name = 'OtherSchema';

  constructor(found: string) {
    super(
      `The database has the schema "${found}", this version of the program "${schemaVersion}". Start a server of this version on it once, or use the version of its server.`,
    );
  }
}

/** The number under which PostgreSQL keeps the lock of who changes the schema, until the end of their transaction. */
const migrationLock = 0x76697473;

/** However long the others take: a limit for statements is one for answers. */
async function waitForOthers(transaction: Transaction<Tables>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction);
}

/** Names of the changes that were made to this database, oldest first; none in an empty one. */
export async function appliedMigrations(database: Kysely<Tables>): Promise<string[]> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === migrationTable)) return [];
  const untyped = database as unknown as Kysely<{ [migrationTable]: { name: string } }>;
  const rows = await untyped.selectFrom(migrationTable).select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** The migrator's own name for it. */
const migrationTable = 'kysely_migration';

async function refuseNewer(database: Kysely<Tables>): Promise<void> {
  const unknown = (await appliedMigrations(database)).find((name) => !(name in migrations));
  if (unknown !== undefined) throw new SchemaTooNew(unknown);
}
