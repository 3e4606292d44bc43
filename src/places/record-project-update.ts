import type { Change } from '../change.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';
import { recordActivity } from '../events/activity.ts';
import { projectEntity } from '../events/activity-entities.ts';
import { recordArchive } from '../events/record-archive.ts';
import type { Project } from './projects-store.ts';

type Recorded = Pick<Project, 'id' | 'name' | 'teamId' | 'access' | 'parentId' | 'archivedAt'>;

interface ProjectUpdate {
  readonly before: Recorded;
  readonly after: Recorded;
  /** That of the team that it is in now. */
  readonly organizationId: OrganizationId;
}

/** Records what of a project is another now, each thing by itself. */
export async function recordProjectUpdate(change: Change, update: ProjectUpdate): Promise<void> {
  const { before, after, organizationId } = update;
  const about = { entity: projectEntity(after), organizationId, teamId: after.teamId };
  if (after.name !== before.name) {
    const details = { old_name: before.name, new_name: after.name };
    await recordActivity(change, { type: 'folder_rename', details, ...about });
  }
  if (after.teamId !== before.teamId || after.parentId !== before.parentId) {
    const details = {
      old_team_id: before.teamId,
      new_team_id: after.teamId,
      old_parent_id: before.parentId,
      new_parent_id: after.parentId,
    };
    await recordActivity(change, { type: 'folder_move', details, ...about });
  }
  if (after.access !== before.access) {
    const details = { old_access: before.access, new_access: after.access };
    await recordActivity(change, { type: 'folder_access_change', details, ...about });
  }
  await recordArchive(change, { noun: 'folder', before, after, ...about });
}
