import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../database/column-kinds.ts';
import type { Tables } from '../database/tables.ts';

/** A process that was silent for so long is dead, and what it had under way is taken back. */
const silentMs = 30_000;
/** Less than that, so that none says it lives while others take from it. */
export const renewableMs = 25_000;

/** What stands of a process beside when it was seen. */
export interface ProcessRow {
  readonly id: string;
  /** Host and number, for people. */
  readonly name: string;
  readonly version: string;
  readonly schema: string;
  readonly roles: string;
  /** What its images depend on beside the design. */
  readonly renderer: string;
  /** Of the settings that all should have alike; null in versions from before. */
  readonly settings: string | null;
}

/** A process with the marks of its secrets. */
export interface MarkedProcess {
  readonly name: string;
  readonly marks: string;
}

/** What the database said of a process and of the time. */
export interface Seen {
  readonly databaseMs: number;
  /** By how much tests have moved the clock of all processes. */
  readonly aheadMs: number;
}

/** The setting in which tests keep by how much the clock of all processes is ahead. */
const aheadSetting = 'test clock ahead';

const databaseNow = sql<number>`cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)`;
const ahead = sql<string | null>`(select value from settings where name = ${aheadSetting})`;

/** Writes the row of a process that starts, or was silent for too long and has taken another id. */
export async function enterProcess(
  database: Kysely<Tables>,
  { marks, settings, ...row }: ProcessRow & Pick<MarkedProcess, 'marks'>,
): Promise<Seen> {
  const { seen_at, ahead_ms } = await database
    .insertInto('processes')
    .values({
      ...row,
      secret_marks: marks,
      settings_marks: settings,
      started_at: databaseNow,
      seen_at: databaseNow,
    })
    .returning(['seen_at', ahead.as('ahead_ms')])
    .executeTakeFirstOrThrow();
  return { databaseMs: seen_at, aheadMs: Number(ahead_ms ?? 0) };
}

/** Says that the process lives; undefined where it was silent for so long that others may take it for dead. */
export async function renewProcess(database: Kysely<Tables>, id: string): Promise<Seen | undefined> {
  const row = await database
    .updateTable('processes')
    .set({ seen_at: databaseNow })
    .where('id', '=', id)
    .where('seen_at', '>', sql<number>`${databaseNow} - ${renewableMs}`)
    .returning(['seen_at', ahead.as('ahead_ms')])
    .executeTakeFirst();
  return row && { databaseMs: row.seen_at, aheadMs: Number(row.ahead_ms ?? 0) };
}

export async function leaveProcess(database: Kysely<Tables>, id: string): Promise<void> {
  await database.deleteFrom('processes').where('id', '=', id).execute();
}

/** The processes that were seen lately; none on SQLite, which has one and no row of it. */
export async function livingProcesses(database: Kysely<Tables>): Promise<ProcessRow[]> {
  if (!isPostgres(database)) return [];
  return database
    .selectFrom('processes')
    .select(['id', 'name', 'version', 'schema', 'roles', 'renderer', 'settings_marks as settings'])
    .where('seen_at', '>', sql<number>`${databaseNow} - ${silentMs}`)
    .orderBy('started_at')
    .execute();
}

/** Of the processes that were seen lately those that say which secrets they have; versions from before do not. */
export async function markedProcesses(database: Kysely<Tables>): Promise<MarkedProcess[]> {
  return database
    .selectFrom('processes')
    .select(['name', 'secret_marks as marks'])
    .where('seen_at', '>', sql<number>`${databaseNow} - ${silentMs}`)
    .where('secret_marks', 'is not', null)
    .orderBy('started_at')
    .$narrowType<{ marks: string }>()
    .execute();
}

/** Deletes the rows of those that were silent for long. */
export async function forgetDeadProcesses(database: Kysely<Tables>): Promise<void> {
  await database
    .deleteFrom('processes')
    .where('seen_at', '<=', sql<number>`${databaseNow} - ${silentMs}`)
    .execute();
}

/**
 * Moves the clock of all processes, which read it with their next beat, and answers when by the database's. Only tests
 * do. It stays where it is that far already: no process goes back.
 */
export async function setClockAhead(database: Kysely<Tables>, aheadMs: number): Promise<number> {
  const value = String(aheadMs);
  await database
    .insertInto('settings')
    .values({ name: aheadSetting, value })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value })
        .where(sql<boolean>`cast(settings.value as float8) < ${aheadMs}`),
    )
    .execute();
  const { rows } = await sql<{ at: number }>`select ${databaseNow} as at`.execute(database);
  return rows[0]?.at ?? 0;
}

/** Whether a living process was not seen since. */
export async function isAnySeenBefore(database: Kysely<Tables>, at: number): Promise<boolean> {
  const row = await database
    .selectFrom('processes')
    .select('id')
    .where('seen_at', '>', sql<number>`${databaseNow} - ${silentMs}`)
    .where('seen_at', '<', at)
    .executeTakeFirst();
  return row !== undefined;
}
