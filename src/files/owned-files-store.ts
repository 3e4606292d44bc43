import type { Kysely } from 'kysely';
import type { OrganizationId, TeamId, UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** How many files somebody owns among those of an organization. */
export async function countOwnedFiles(
  database: Kysely<Tables>,
  userId: UserId,
  organizationId: OrganizationId,
): Promise<number> {
  const { count } = await database
    .selectFrom('files')
    .select((term) => term.fn.countAll<number>().as('count'))
    .where('owner_id', '=', userId)
    .where('project_id', 'in', projectsOf(database, organizationId))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Gives the files that somebody owns among those of an organization to another of its people. */
export async function handFilesOver(
  transaction: Kysely<Tables>,
  organizationId: OrganizationId,
  { from, to }: { from: UserId; to: UserId },
): Promise<void> {
  await transaction
    .updateTable('files')
    .set({ owner_id: to })
    .where('owner_id', '=', from)
    .where('project_id', 'in', projectsOf(transaction, organizationId))
    .execute();
}

/**
 * Leaves the files that somebody owns in other organizations there: to an admin of the team, else of the
 * organization, else of the installation. Whoever removes the person gets no file that was not theirs to see.
 */
export async function leaveFilesElsewhere(
  transaction: Kysely<Tables>,
  userId: UserId,
  organizationId: OrganizationId,
): Promise<void> {
  const places = await transaction
    .selectFrom('files')
    .innerJoin('projects', 'projects.id', 'files.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .select(['teams.id as teamId', 'teams.organization_id as organizationId'])
    .distinct()
    .where('files.owner_id', '=', userId)
    .where('teams.organization_id', '!=', organizationId)
    .execute();
  for (const place of places) {
    await transaction
      .updateTable('files')
      .set({ owner_id: await keeperOf(transaction, place, userId) })
      .where('owner_id', '=', userId)
      .where('project_id', 'in', projectsOf(transaction, place.organizationId, place.teamId))
      .execute();
  }
}

/** Who becomes the owner of the files of a team when theirs is gone. */
async function keeperOf(
  database: Kysely<Tables>,
  { teamId, organizationId }: { teamId: TeamId; organizationId: OrganizationId },
  exceptId: UserId,
): Promise<UserId> {
  const { id } = await database
    .selectFrom('users')
    .leftJoin('team_members', (join) =>
      join.onRef('team_members.user_id', '=', 'users.id').on('team_members.team_id', '=', teamId),
    )
    .select('users.id')
    .where('users.id', '!=', exceptId)
    .where((term) =>
      term.or([
        term('team_members.role', '=', 'admin'),
        term.and([term('users.role', '=', 'admin'), term('users.organization_id', '=', organizationId)]),
        term('users.installation_admin', '=', 1),
      ]),
    )
    .orderBy((term) =>
      term
        .case()
        .when('team_members.role', '=', 'admin')
        .then(0)
        .when('users.organization_id', '=', organizationId)
        .then(1)
        .else(2)
        .end(),
    )
    .orderBy('users.created_at')
    .orderBy('users.id')
    .executeTakeFirstOrThrow();
  return id;
}

function projectsOf(database: Kysely<Tables>, organizationId: OrganizationId, teamId?: TeamId) {
  const all = database
    .selectFrom('projects')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .select('projects.id')
    .where('teams.organization_id', '=', organizationId);
  return teamId === undefined ? all : all.where('teams.id', '=', teamId);
}
