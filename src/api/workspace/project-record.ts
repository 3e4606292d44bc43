import type { WorkspaceProject } from '../../contract/contract.ts';
import type { Project } from '../../places/projects-store.ts';

/** A project as our own operations answer it. */
export const projectRecord = ({
  id,
  name,
  teamId,
  access,
  parentId,
}: Pick<Project, 'id' | 'name' | 'teamId' | 'access' | 'parentId'>): WorkspaceProject => ({
  ...{ id, name, access },
  team: teamId,
  parent: parentId,
});
