import { type Kysely, sql } from 'kysely';
import type { FileKey } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';

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
  const isOne = sql<boolean>`id = ${id}`;
  const row = await transaction.selectFrom(table).select('id').where(isOne).executeTakeFirst();
  if (row === undefined)
    throw badRequest(`${entry} names the ${nounOf[table]} "${id}", which does not exist.`);
}

export async function requireFile(transaction: Kysely<Tables>, key: FileKey, entry: string): Promise<void> {
  const row = await transaction.selectFrom('files').select('key').where('key', '=', key).executeTakeFirst();
  if (row === undefined) throw badRequest(`${entry} names the file "${key}", which does not exist.`);
}
