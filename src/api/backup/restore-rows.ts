import type { DumpedRow, DumpedRows } from '../../database/dump.ts';
import { copiedTables, type TableName } from '../../database/table-list.ts';
import { badRequest, messageOf } from '../../errors.ts';
import type { ReceivedBackup } from './read-archive.ts';
import { readRows } from './rows-file.ts';

/**
 * The rows to be restored. Tokens that do not expire are the administrator's of the installation that made the
 * backup; those of this one (`lasting`) stand in their place, so its commands go on working.
 */
export async function* rowsToRestore(
  backup: ReceivedBackup,
  lasting: readonly DumpedRow[],
  count: (rows: number) => void,
): AsyncGenerator<DumpedRows> {
  for (const table of copiedTables) {
    for await (const rows of rowsOf(backup, table, lasting)) {
      count(rows.length);
      if (rows.length > 0) yield { table, rows };
    }
  }
}

async function* rowsOf(
  { paths, administratorId }: ReceivedBackup,
  table: TableName,
  lasting: readonly DumpedRow[],
): AsyncGenerator<DumpedRow[]> {
  const path = paths.get(table);
  if (table !== 'tokens') {
    if (path !== undefined) yield* readRows(path);
    return;
  }
  if (path !== undefined) {
    for await (const rows of readRows(path)) yield rows.filter(({ expires_at }) => expires_at !== null);
  }
  yield lasting.map((token) => ({ ...token, user_id: administratorId }));
}

/** SQLite: the row breaks a rule of the schema, or has a column it lacks. */
const sqliteRefusals = new Set([1, 19, 20]);

/** A refusal of the database to take the rows, as what the sender of the backup can do about it. */
export function asRefusal(error: unknown): unknown {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  const isSqlite = typeof errcode === 'number' && sqliteRefusals.has(errcode & 0xff);
  const isPostgres = typeof code === 'string' && /^(22|23|42)...$/.test(code);
  if (!isSqlite && !isPostgres) return error;
  return badRequest(`The rows of the backup do not fit together: ${messageOf(error)}. Nothing was changed.`);
}
