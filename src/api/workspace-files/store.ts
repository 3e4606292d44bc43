import type { Insertable, Kysely, Updateable } from 'kysely';
import type { FilesTable, Tables } from '../../database/tables.ts';
import { conflict } from '../../errors.ts';

/** @throws ApiError 409 */
export async function refuseTakenKey(transaction: Kysely<Tables>, key: string): Promise<void> {
  const row = await transaction.selectFrom('files').select('key').where('key', '=', key).executeTakeFirst();
  if (row !== undefined) throw conflict(`The key "${key}" is taken.`);
}

export async function insertFile(transaction: Kysely<Tables>, file: Insertable<FilesTable>): Promise<void> {
  await transaction.insertInto('files').values(file).execute();
}

export async function changeFile(
  transaction: Kysely<Tables>,
  key: string,
  changes: Updateable<FilesTable>,
): Promise<void> {
  await transaction.updateTable('files').set(changes).where('key', '=', key).execute();
}

/** Branches stand in the project of their main file. */
export async function moveBranches(
  transaction: Kysely<Tables>,
  mainFileKey: string,
  projectId: string,
): Promise<void> {
  await transaction
    .updateTable('files')
    .set({ project_id: projectId })
    .where('main_file_key', '=', mainFileKey)
    .execute();
}

/** Versions, branches, image fills and sites of the file go with it. */
export async function deleteFileRow(transaction: Kysely<Tables>, key: string): Promise<void> {
  await transaction.deleteFrom('files').where('key', '=', key).execute();
}

export async function nameVersionRow(
  transaction: Kysely<Tables>,
  version: { file_key: string; id: string },
  name: { label: string; description: string | null },
): Promise<void> {
  await transaction
    .updateTable('versions')
    .set(name)
    .where('file_key', '=', version.file_key)
    .where('id', '=', version.id)
    .execute();
}
