import type { Kysely } from 'kysely';
import type { FileKey } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';
import type { ApplyReport } from './tally.ts';

type Row = Record<string, string | number | null>;

/**
 * Brings one row to the wanted values: inserts it, changes only what differs, or leaves it. Columns of
 * `onlyAtFirst` are written with a new row and not compared later.
 */
export async function upsert(
  transaction: Kysely<Tables>,
  table: keyof Tables,
  row: { kind: string; id: string; key: Row; values: Row; onlyAtFirst?: Row },
  report: ApplyReport,
): Promise<void> {
  const tables = transaction as unknown as Kysely<Record<string, Row>>;
  const present = await tables.selectFrom(table).selectAll().where(matching(row.key)).executeTakeFirst();
  if (present === undefined) {
    await tables
      .insertInto(table)
      .values({ ...row.key, ...row.values, ...row.onlyAtFirst })
      .execute();
    report.created.push({ kind: row.kind, id: row.id });
    return;
  }
  const changes = Object.entries(row.values).filter(([column, value]) => present[column] !== value);
  if (changes.length === 0) {
    report.unchanged += 1;
    return;
  }
  await tables.updateTable(table).set(Object.fromEntries(changes)).where(matching(row.key)).execute();
  report.updated.push({ kind: row.kind, id: row.id });
}

/** A condition that every column of `key` holds its value. */
function matching(key: Row) {
  // biome-ignore lint/suspicious/noExplicitAny: the tables are open here, so is their expression builder
  return (expression: any) => expression.and(key);
}

const nounOf = {
  organizations: 'organization',
  users: 'user',
  teams: 'team',
  projects: 'project',
} as const;

/**
 * Makes sure that what an entry names is there.
 * @throws ApiError 400 that names the entry and what it names
 */
export async function requireRow(
  transaction: Kysely<Tables>,
  table: keyof typeof nounOf,
  id: string | null | undefined,
  entry: string,
): Promise<void> {
  if (id === undefined || id === null) return;
  const row = await transaction.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  if (row === undefined)
    throw badRequest(`${entry} names the ${nounOf[table]} "${id}", which does not exist.`);
}

export async function requireFile(transaction: Kysely<Tables>, key: FileKey, entry: string): Promise<void> {
  const row = await transaction.selectFrom('files').select('key').where('key', '=', key).executeTakeFirst();
  if (row === undefined) throw badRequest(`${entry} names the file "${key}", which does not exist.`);
}
