import type { Change } from '../change.ts';
import { recordActivity } from '../events/activity.ts';
import { fileEntity, mainFileEntity } from '../events/activity-entities.ts';
import { recordArchive } from '../events/record-archive.ts';
import type { Project } from '../places/projects-store.ts';
import type { VisibleFile } from './visible-file-store.ts';

interface FileUpdate {
  readonly before: VisibleFile;
  readonly after: VisibleFile;
  /** The project it was moved to, where one was named. */
  readonly target: Project | undefined;
}

/** Records each thing that became different; what was set to what it was is no event. */
export async function recordFileUpdate(change: Change, { before, after, target }: FileUpdate): Promise<void> {
  const { organizationId, teamId } = before;
  const place = { organizationId, teamId };
  if (after.name !== before.name) {
    await recordActivity(change, {
      type: 'fig_file_rename',
      entity: fileEntity(after),
      details: { old_name: before.name, new_name: after.name },
      ...place,
    });
  }
  if (after.linkAccess !== before.linkAccess) {
    await recordActivity(change, {
      type: 'fig_file_link_access_change',
      entity: mainFileEntity(after),
      details: { old_link_access: before.linkAccess, new_link_access: after.linkAccess },
      ...place,
    });
  }
  await recordArchive(change, { noun: 'fig_file', before, after, entity: mainFileEntity(after), ...place });
  if (target === undefined || target.id === before.projectId) return;
  const move = {
    type: 'fig_file_move',
    entity: mainFileEntity(after),
    details: { old_folder_id: before.projectId, new_folder_id: target.id },
  } as const;
  await recordActivity(change, { ...move, ...place });
  if (target.organizationId === organizationId) return;
  // The organization that gets the file has a log of its own.
  const other = { organizationId: target.organizationId, teamId: target.teamId };
  await recordActivity(change, { ...move, ...other });
}
