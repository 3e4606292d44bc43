import type { Expression, Kysely } from 'kysely';
import type { FileKey, OrganizationId, TeamId, UserId } from '../contract/branded-ids.ts';
import { firstRow } from '../database/compiled-query.ts';
import { remembered } from '../database/remembered-reads.ts';
import type { OrganizationsTable, Tables } from '../database/tables.ts';
import type { FileStanding } from './file-role.ts';
import { type FileRow, fileColumns } from './file-row.ts';

/** A file with its project, and where somebody stands to it. */
export interface FileAccessRow extends FileRow {
  readonly projectName: string;
  readonly projectAccess: FileStanding['projectAccess'];
  readonly teamId: TeamId;
  readonly organizationId: OrganizationId;
  readonly organizationPlan: OrganizationsTable['plan'];
  readonly teamRole: FileStanding['teamRole'];
  readonly projectRole: FileStanding['projectRole'];
  /** Of a branch: the owner and the link access of its main file. */
  readonly mainOwnerId: UserId | null;
  readonly mainLinkAccess: FileStanding['linkAccess'] | null;
}

/** Files as they stand to the person of that id; nobody has the empty one. */
export function filesWithStanding(database: Kysely<Tables>, userId: UserId | Expression<UserId>) {
  return database
    .selectFrom('files')
    .leftJoin('files as main', 'main.key', 'files.main_file_key')
    .innerJoin('projects', 'projects.id', 'files.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .innerJoin('organizations', 'organizations.id', 'teams.organization_id')
    .leftJoin('team_members', (join) =>
      join.onRef('team_members.team_id', '=', 'teams.id').on('team_members.user_id', '=', userId),
    )
    .leftJoin('project_members', (join) =>
      join.onRef('project_members.project_id', '=', 'projects.id').on('project_members.user_id', '=', userId),
    )
    .select([
      ...fileColumns.selected,
      'projects.name as projectName',
      'projects.access as projectAccess',
      'teams.id as teamId',
      'organizations.id as organizationId',
      'organizations.plan as organizationPlan',
      'team_members.role as teamRole',
      'project_members.role as projectRole',
      'main.owner_id as mainOwnerId',
      'main.link_access as mainLinkAccess',
    ]);
}

export const fileForUser = remembered(
  firstRow<[userId: UserId, key: FileKey], FileAccessRow>((database, userId, key) =>
    filesWithStanding(database, userId).where('files.key', '=', key),
  ),
);

/** A branch stands where its main file stands: the access of the main file is its access. */
export function standingOf(row: FileAccessRow): FileStanding {
  return {
    ownerId: row.mainOwnerId ?? row.ownerId,
    linkAccess: row.mainLinkAccess ?? row.linkAccess,
    organizationId: row.organizationId,
    projectAccess: row.projectAccess,
    teamRole: row.teamRole,
    projectRole: row.projectRole,
  };
}
