import type { Kysely } from 'kysely';
import { among } from '../../database/among.ts';
import type { Tables } from '../../database/tables.ts';

/** The people with one of those handles or e-mail addresses who belong to where a file is. */
export async function peopleNamed(database: Kysely<Tables>, fileKey: string, names: readonly string[]) {
  if (names.length === 0) return [];
  const place = database
    .selectFrom('files')
    .innerJoin('projects', 'projects.id', 'files.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .where('files.key', '=', fileKey);
  const organization = place.select('teams.organization_id');
  const inTeam = database
    .selectFrom('team_members')
    .select('user_id')
    .where('team_id', 'in', place.select('teams.id'));
  const inProject = database
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', 'in', place.select('projects.id'));
  return database
    .selectFrom('users')
    .select(['id', 'handle', 'email', 'img_url as imgUrl'])
    .where(({ or }) => or([among(database, 'handle', names), among(database, 'email', names)]))
    .where(({ eb, or }) =>
      or([eb('organization_id', 'in', organization), eb('id', 'in', inTeam), eb('id', 'in', inProject)]),
    )
    .execute();
}
