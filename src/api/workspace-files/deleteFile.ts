import type { Kysely } from 'kysely';
import type { Caller } from '../../access/caller.ts';
import { type Change, inChange } from '../../change.ts';
import type { Tables } from '../../database/tables.ts';
import { forbidden, sentences } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { branchEntity, mainFileEntity } from '../../events/activity-entities.ts';
import { publish } from '../../events/publish.ts';
import { deleteFileRow } from '../../files/file-rows-store.ts';
import { findEditableFile, type VisibleFile } from '../../files/visible-file-store.ts';
import type { Handler } from '../../operation.ts';
import { placeOfProject } from '../../places/projects-store.ts';

/** Deletes a file for its owner and for those who see to its project; a branch also for who made it. */
export const deleteFile: Handler<'deleteFile'> = async ({ caller, path }, context) => {
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const file = await findEditableFile(transaction, caller, path.file_key);
    if (!(await mayDelete(transaction, caller, file))) throw forbidden(sentences.insufficientFilePermissions);
    await publish(change, { type: 'FILE_DELETE', file, by: caller.user });
    await deleteFileRow(transaction, file.key, context.clock.now());
    await recordDeletion(change, file);
  });
  return { json: { status: 200, error: false } };
};

async function mayDelete(database: Kysely<Tables>, caller: Caller, file: VisibleFile): Promise<boolean> {
  if (file.role === 'owner' || file.owner_id === caller.user.id) return true;
  return (await placeOfProject(database, caller, file.project_id)).administers;
}

async function recordDeletion(change: Change, file: VisibleFile): Promise<void> {
  const { organizationId, teamId, main_file_key } = file;
  const place = { organizationId, teamId };
  if (main_file_key === null) {
    const entity = mainFileEntity(file);
    return recordActivity(change, {
      type: 'fig_file_permanent_delete',
      entity,
      ...place,
    });
  }
  const entity = branchEntity(file, main_file_key);
  const details = { main_file_key };
  return recordActivity(change, { type: 'branch_delete', entity, details, ...place });
}
