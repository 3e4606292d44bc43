import type { Change } from '../change.ts';
import { recordActivity } from '../events/activity.ts';
import { fileEntity } from '../events/activity-entities.ts';
import { publish } from '../events/publish.ts';
import type { VisibleFile } from '../files/visible-file-store.ts';

/** Writes what a change of variables causes: a line in the activity log, and FILE_UPDATE. */
export async function recordVariablesChange(change: Change, file: VisibleFile): Promise<void> {
  await recordActivity(change, {
    type: 'fig_file_variables_change',
    entity: fileEntity(file),
    organizationId: file.organizationId,
    teamId: file.teamId,
  });
  await publish(change, { type: 'FILE_UPDATE', file });
}
