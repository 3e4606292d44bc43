import { refuseBeyond } from '../../access/caps-store.ts';
import { inChange } from '../../change.ts';
import { recordActivity } from '../../events/activity.ts';
import { mainFileEntity } from '../../events/activity-entities.ts';
import { chosenKey } from '../../files/chosen-key.ts';
import { insertFile, refuseTakenKey } from '../../files/file-rows-store.ts';
import type { FileRow } from '../../files/visible-file-store.ts';
import type { Handler } from '../../operation.ts';
import { findEditableProject } from '../../places/projects-store.ts';
import { fileRecord } from './file-record.ts';

/** Makes a file without content, which the caller owns. */
export const createFile: Handler<'createFile'> = async ({ caller, body }, context) => {
  const now = context.clock.now();
  const file: FileRow = {
    key: chosenKey(caller, body.key) ?? context.ids.fileKey(),
    name: body.name,
    project_id: body.project,
    owner_id: caller.user.id,
    editor_type: body.editor_type ?? 'figma',
    link_access: body.link_access ?? 'inherit',
    main_file_key: null,
    current_version: null,
    created_at: now,
    last_modified: now,
    last_touched_at: now,
    last_touched_by: caller.user.id,
  };
  await findEditableProject(context.database, caller, body.project);
  await refuseBeyond(context.database, 'filesOfProject', body.project);
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const project = await findEditableProject(transaction, caller, body.project);
    await refuseTakenKey(transaction, file.key, caller.user.id);
    await insertFile(transaction, file);
    await recordActivity(change, {
      type: 'fig_file_create',
      entity: mainFileEntity(file),
      organizationId: project.organizationId,
      teamId: project.teamId,
    });
  });
  return { json: fileRecord(file) };
};
