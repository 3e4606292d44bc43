import type { DumpedRow, DumpedRows } from '../database/dump.ts';
import { copiedTables, type TableName, tables } from '../database/table-list.ts';
import { ApiError, badRequest, messageOf } from '../errors.ts';
import { holdRows } from './held-rows.ts';
import { isStillLive, type LiveCredentials } from './live-credentials-store.ts';
import type { ReceivedBackup } from './read-archive.ts';
import { readRows } from './rows-file.ts';

/** What the restored rows depend on beside the backup. */
export interface Restoring {
  /** The tokens that do not expire: the administrator's of this installation. */
  readonly lasting: readonly DumpedRow[];
  /** What counts now, where the backup is one of this installation. */
  readonly live: LiveCredentials | undefined;
  readonly count: (rows: number) => void;
}

/**
 * The rows to be restored. Tokens that do not expire are the administrator's of the installation that made the
 * backup; those of this one stand in their place, so its commands go on working. What was ended since the backup
 * stays ended.
 *
 * Rows come as they were and by no writer of their nouns: these made them, under the rules of their time, and a
 * writer would give them other times, other tokens and a second entry in every log. What has to fit together is held
 * by the schema, and by what the rooms ask of restored rows.
 */
export async function* rowsToRestore(
  backup: ReceivedBackup,
  restoring: Restoring,
): AsyncGenerator<DumpedRows> {
  for (const table of copiedTables) {
    if (tables[table].backup === 'not restored') continue;
    for await (const rows of rowsOf(backup, table, restoring)) {
      restoring.count(rows.length);
      await holdRows({ table, rows });
      if (rows.length > 0) yield { table, rows };
    }
  }
}

async function* rowsOf(
  { paths, administratorId }: ReceivedBackup,
  table: TableName,
  { lasting, live }: Restoring,
): AsyncGenerator<DumpedRow[]> {
  const path = paths.get(table);
  const counts = (row: DumpedRow): boolean =>
    isRestored(table, row) && (live === undefined || isStillLive(live, table, row));
  if (path !== undefined) for await (const rows of readRows(path)) yield rows.filter(counts);
  if (table === 'tokens') yield lasting.map((token) => ({ ...token, user_id: administratorId }));
}

/** Whether a row of a backup is put back: in the place of tokens that do not expire those of the installation stand. */
export const isRestored = (table: TableName, row: DumpedRow): boolean =>
  table !== 'tokens' || row.expires_at !== null;

/** SQLite: the row breaks a rule of the schema, or has a column it lacks. */
const sqliteRefusals = new Set([1, 19, 20]);

/** A refusal of the rooms or of the database to take the rows, as what the sender of the backup can do about it. */
export function asRefusal(error: unknown): unknown {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  const isSqlite = typeof errcode === 'number' && sqliteRefusals.has(errcode & 0xff);
  const isPostgres = typeof code === 'string' && /^(22|23|42)...$/.test(code);
  // Whoever restores may no longer.
  if (error instanceof ApiError && error.status === 403) return error;
  if (error instanceof ApiError) return unfit(error.message);
  return isSqlite || isPostgres ? unfit(`${messageOf(error)}.`) : error;
}

const unfit = (sentence: string): ApiError =>
  badRequest(`The rows of the backup do not fit together: ${sentence} Nothing was changed.`);
