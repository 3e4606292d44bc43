import type { WorkspaceProject } from '../../contract/contract.ts';
import { isoTime } from '../../iso-time.ts';
import type { Project } from '../../places/projects-store.ts';

/** A project as our own operations answer it. */
export const projectRecord = ({
  id,
  name,
  teamId,
  access,
  parentId,
  archivedAt,
}: Pick<Project, 'id' | 'name' | 'teamId' | 'access' | 'parentId' | 'archivedAt'>): WorkspaceProject => ({
  id,
  name,
  access,
  team: teamId,
  parent: parentId,
  archived_at: archivedAt === null ? null : isoTime(archivedAt),
});
