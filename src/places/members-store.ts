import type { Kysely, Selectable } from 'kysely';
import type { ProjectId, TeamId, UserId } from '../contract/branded-ids.ts';
import { among } from '../database/in-list.ts';
import type { Tables, TeamMembersTable } from '../database/tables.ts';

export type MemberRole = Selectable<TeamMembersTable>['role'];

/** Somebody's role in a team or a project. */
export interface Membership<PlaceId> {
  readonly placeId: PlaceId;
  readonly userId: UserId;
  readonly role: MemberRole;
}

/** The members of some teams with their names. */
export async function membersOfTeams(
  database: Kysely<Tables>,
  teamIds: readonly TeamId[],
): Promise<{ teamId: TeamId; userId: UserId; role: MemberRole; handle: string }[]> {
  if (teamIds.length === 0) return [];
  return database
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select([
      'team_members.team_id as teamId',
      'team_members.user_id as userId',
      'team_members.role',
      'users.handle',
    ])
    .where(among(database, 'team_id', teamIds))
    .orderBy('user_id')
    .execute();
}

/** The people who were invited to some projects, with their names. */
export async function membersOfProjects(
  database: Kysely<Tables>,
  projectIds: readonly ProjectId[],
): Promise<{ projectId: ProjectId; userId: UserId; role: MemberRole; handle: string }[]> {
  if (projectIds.length === 0) return [];
  return database
    .selectFrom('project_members')
    .innerJoin('users', 'users.id', 'project_members.user_id')
    .select([
      'project_members.project_id as projectId',
      'project_members.user_id as userId',
      'project_members.role',
      'users.handle',
    ])
    .where(among(database, 'project_id', projectIds))
    .orderBy('user_id')
    .execute();
}

export async function teamRoleOf(
  database: Kysely<Tables>,
  { teamId, userId }: { readonly teamId: TeamId; readonly userId: UserId },
): Promise<MemberRole | undefined> {
  const row = await database
    .selectFrom('team_members')
    .select('role')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role;
}

export async function projectRoleOf(
  database: Kysely<Tables>,
  { projectId, userId }: { readonly projectId: ProjectId; readonly userId: UserId },
): Promise<MemberRole | undefined> {
  const row = await database
    .selectFrom('project_members')
    .select('role')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role;
}

/** Gives a person a role; answers the one before. What they may no longer open ends in `putTeamMember`. */
export async function putTeamRole(
  transaction: Kysely<Tables>,
  { placeId: teamId, userId, role }: Membership<TeamId>,
): Promise<MemberRole | undefined> {
  const before = await teamRoleOf(transaction, { teamId, userId });
  await transaction
    .insertInto('team_members')
    .values({ team_id: teamId, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doUpdateSet({ role }))
    .execute();
  return before;
}

/** Gives a person a role; answers the one before. */
export async function putProjectRole(
  transaction: Kysely<Tables>,
  { placeId: projectId, userId, role }: Membership<ProjectId>,
): Promise<MemberRole | undefined> {
  const before = await projectRoleOf(transaction, { projectId, userId });
  await transaction
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet({ role }))
    .execute();
  return before;
}

/** Takes a person out; answers the role they had. */
export async function deleteTeamRole(
  transaction: Kysely<Tables>,
  teamId: TeamId,
  userId: UserId,
): Promise<MemberRole | undefined> {
  const row = await transaction
    .deleteFrom('team_members')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .returning('role')
    .executeTakeFirst();
  return row?.role;
}

/** Takes a person out; answers the role they had. */
export async function deleteProjectRole(
  transaction: Kysely<Tables>,
  projectId: ProjectId,
  userId: UserId,
): Promise<MemberRole | undefined> {
  const row = await transaction
    .deleteFrom('project_members')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .returning('role')
    .executeTakeFirst();
  return row?.role;
}
