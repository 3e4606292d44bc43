import type { FileKey, OrganizationId, ProjectId, TeamId, UserId } from '../contract/branded-ids.ts';
import type { ActivityLog } from '../contract/contract.ts';
import type { EntityKind } from './activity-types.ts';

/** A thing as the logs show it: as it was when the event happened. */
export type Entity<Kind extends EntityKind = EntityKind> = Extract<ActivityLog['entity'], { type: Kind }>;

export function userEntity(user: { id: UserId; handle: string; email: string }): Entity<'user'> {
  return { type: 'user', id: user.id, name: user.handle, email: user.email };
}

interface LoggedFile {
  readonly key: FileKey;
  readonly name: string;
  readonly editorType: string;
  readonly linkAccess: Entity<'file'>['link_access'];
  readonly mainFileKey: FileKey | null;
}

/** A file, or a branch where it is one. */
export function fileEntity(file: LoggedFile): Entity<'file' | 'file_repo'> {
  return file.mainFileKey === null ? mainFileEntity(file) : branchEntity(file, file.mainFileKey);
}

/** Links to prototypes open what links to the file open: they have no access of their own. */
export function mainFileEntity(file: Omit<LoggedFile, 'mainFileKey'>): Entity<'file'> {
  return {
    type: 'file',
    key: file.key,
    name: file.name,
    editor_type: file.editorType as Entity<'file'>['editor_type'],
    link_access: file.linkAccess,
    proto_link_access: 'inherit',
  };
}

export function branchEntity(
  { key, name }: { key: FileKey; name: string },
  mainFileKey: FileKey,
): Entity<'file_repo'> {
  return { type: 'file_repo', id: key, name, main_file_key: mainFileKey };
}

export const projectEntity = ({ id, name }: { id: ProjectId; name: string }): Entity<'project'> => ({
  type: 'project',
  id,
  name,
});

export const teamEntity = ({ id, name }: { id: TeamId; name: string }): Entity<'team'> => ({
  type: 'team',
  id,
  name,
});

export const organizationEntity = ({ id, name }: { id: OrganizationId; name: string }): Entity<'org'> => ({
  type: 'org',
  id,
  name,
});
