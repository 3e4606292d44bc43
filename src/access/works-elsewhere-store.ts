import type { Kysely } from 'kysely';
import { idOfNothing, type OrganizationId, type UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** Whether the person may do anything in another organization: as a member, as owner of a file, by an app. */
export async function worksElsewhere(
  database: Kysely<Tables>,
  person: { readonly id: UserId; readonly organizationId: OrganizationId | null },
): Promise<boolean> {
  const home = person.organizationId ?? idOfNothing;
  const teams = database
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select(({ lit }) => lit(1).as('there'))
    .where('team_members.user_id', '=', person.id)
    .where('teams.organization_id', '!=', home);
  const projects = database
    .selectFrom('project_members')
    .innerJoin('projects', 'projects.id', 'project_members.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .select(({ lit }) => lit(1).as('there'))
    .where('project_members.user_id', '=', person.id)
    .where('teams.organization_id', '!=', home);
  const files = database
    .selectFrom('files')
    .innerJoin('projects', 'projects.id', 'files.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .select(({ lit }) => lit(1).as('there'))
    .where('files.owner_id', '=', person.id)
    // Whoever may edit a file by its link makes branches of it: nobody put them there.
    .where('files.main_file_key', 'is', null)
    .where('teams.organization_id', '!=', home);
  const apps = database
    .selectFrom('apps')
    .select(({ lit }) => lit(1).as('there'))
    .where('creator_id', '=', person.id)
    .where('organization_id', '!=', home);
  const place = await teams.unionAll(projects).unionAll(files).unionAll(apps).limit(1).executeTakeFirst();
  return place !== undefined;
}
