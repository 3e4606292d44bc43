import type { Kysely } from 'kysely';
import { type FileRow, fileColumns } from '../access/file-row.ts';
import type { Change, WritingChange } from '../change.ts';
import type { FileKey, MirrorId, ProjectId } from '../contract/branded-ids.ts';
import { inStatements } from '../database/statement-batches.ts';
import type { Tables } from '../database/tables.ts';
import { conflict } from '../errors.ts';
import type { VersionRow } from './versions-store.ts';

/** A file by its key, or by its name in a project or among the branches of a file: whoever asks may see it. */
export async function findFile(
  database: Kysely<Tables>,
  asked:
    | FileKey
    | { readonly name: string; readonly projectId: ProjectId; readonly mainFileKey: FileKey | null },
): Promise<FileRow | undefined> {
  const files = database.selectFrom('files').select(fileColumns.selected);
  if (typeof asked === 'string') return files.where('key', '=', asked).executeTakeFirst();
  const { name, projectId, mainFileKey } = asked;
  return files
    .where('name', '=', name)
    .where('project_id', '=', projectId)
    .where('main_file_key', mainFileKey === null ? 'is' : '=', mainFileKey)
    .executeTakeFirst();
}

/**
 * Refuses a key that somebody has or had, in the same words whoever that is. Tools read what a key leads to, so one
 * that was deleted leads to nobody else's content; only a file that never had any is made again, by who owned it.
 *
 * @throws ApiError 409
 */
export async function refuseTakenKey(
  { transaction, by }: Change,
  key: FileKey,
  { mayComeBack = false }: { readonly mayComeBack?: boolean },
): Promise<void> {
  const file = await transaction.selectFrom('files').select('key').where('key', '=', key).executeTakeFirst();
  const deleted = await transaction
    .selectFrom('deleted_files')
    .select(['owner_id', 'had_content'])
    .where('key', '=', key)
    .executeTakeFirst();
  const isOwn = deleted?.had_content === 0 && deleted.owner_id === by.user.id;
  const isFree = deleted === undefined || isOwn || mayComeBack;
  if (file !== undefined || !isFree) throw conflict(`The key "${key}" is taken.`);
}

export async function insertFile(transaction: Kysely<Tables>, file: FileRow): Promise<void> {
  const row = fileColumns.columnsOf({ ...file, mergeBaseKey: null, mergeBaseVersion: null });
  await transaction.insertInto('files').values(row).execute();
}

export async function updateFile(
  transaction: Kysely<Tables>,
  key: FileKey,
  changes: Partial<FileRow>,
): Promise<void> {
  await transaction.updateTable('files').set(fileColumns.columnsOf(changes)).where('key', '=', key).execute();
}

/** Files that no mirror keeps current any more are ours to change. */
export async function releaseMirrored(transaction: Kysely<Tables>, mirrorId: MirrorId): Promise<void> {
  await transaction.updateTable('files').set({ mirror_id: null }).where('mirror_id', '=', mirrorId).execute();
}

/** Makes a plain file without content one of a kind. */
export async function takeEditorType(
  transaction: Kysely<Tables>,
  key: FileKey,
  editorType: FileRow['editorType'],
): Promise<void> {
  await transaction
    .updateTable('files')
    .set({ editor_type: editorType })
    .where('key', '=', key)
    .where('current_version', 'is', null)
    .where('editor_type', '=', 'figma')
    .execute();
}

/** Branches stand in the project of their main file. */
export async function moveBranches(
  transaction: Kysely<Tables>,
  mainFileKey: FileKey,
  projectId: ProjectId,
): Promise<void> {
  await transaction
    .updateTable('files')
    .set({ project_id: projectId })
    .where('main_file_key', '=', mainFileKey)
    .execute();
}

/** Versions, branches, image fills and sites of the file go with it; its key and those of its branches stay taken. */
export async function deleteFileRow({ transaction, at }: WritingChange, key: FileKey): Promise<void> {
  const files = await transaction
    .selectFrom('files')
    .select(['key', 'owner_id', 'current_version'])
    .where((term) => term.or([term('key', '=', key), term('main_file_key', '=', key)]))
    .execute();
  const deleted = files.map((file) => ({
    key: file.key,
    owner_id: file.owner_id,
    deleted_at: at,
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
  { fileKey, id }: Pick<VersionRow, 'fileKey' | 'id'>,
  name: { label: string; description: string | null },
): Promise<void> {
  await transaction
    .updateTable('versions')
    .set(name)
    .where('file_key', '=', fileKey)
    .where('id', '=', id)
    .execute();
}
