import type { Insertable, Kysely, Updateable } from 'kysely';
import { inStatements } from '../database/in-statements.ts';
import type { FilesTable, Tables } from '../database/tables.ts';
import { conflict } from '../errors.ts';

/**
 * Refuses a key that somebody has or had, in the same words whoever that is. Tools read what a key leads to, so one
 * that was deleted leads to nobody else's content; only a file that never had any is made again, by who owned it.
 *
 * @throws ApiError 409
 */
export async function refuseTakenKey(
  transaction: Kysely<Tables>,
  key: string,
  callerId: string,
): Promise<void> {
  const file = await transaction.selectFrom('files').select('key').where('key', '=', key).executeTakeFirst();
  const deleted = await transaction
    .selectFrom('deleted_files')
    .select(['owner_id', 'had_content'])
    .where('key', '=', key)
    .executeTakeFirst();
  const isFree = deleted === undefined || (deleted.had_content === 0 && deleted.owner_id === callerId);
  if (file !== undefined || !isFree) throw conflict(`The key "${key}" is taken.`);
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

/** Versions, branches, image fills and sites of the file go with it; its key and those of its branches stay taken. */
export async function deleteFileRow(transaction: Kysely<Tables>, key: string, now: number): Promise<void> {
  const files = await transaction
    .selectFrom('files')
    .select(['key', 'owner_id', 'current_version'])
    .where((term) => term.or([term('key', '=', key), term('main_file_key', '=', key)]))
    .execute();
  const deleted = files.map((file) => ({
    ...{ key: file.key, owner_id: file.owner_id, deleted_at: now },
    had_content: file.current_version === null ? (0 as const) : (1 as const),
  }));
  for (const rows of inStatements(deleted))
    await transaction
      .insertInto('deleted_files')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((row) => ({ had_content: row.ref('excluded.had_content') })),
      )
      .execute();
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
