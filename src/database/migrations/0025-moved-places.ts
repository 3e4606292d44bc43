import { type Kysely, sql } from 'kysely';

/**
 * Gives apps, published assets and webhooks the organization or team that they are in: a workspace file could move
 * teams and projects without them, and an operation files. Webhooks of what is gone stay where they were.
 */
export async function movedPlaces(database: Kysely<never>): Promise<void> {
  const teamOf = (key: string) => sql`
    select projects.team_id from files join projects on projects.id = files.project_id
    where files.key = ${sql.ref(key)}`;
  const changes = [
    sql`update apps set organization_id = (select teams.organization_id from teams where teams.id = apps.team_id)
      where team_id is not null`,
    sql`update published_assets set team_id = (${teamOf('published_assets.file_key')})`,
    sql`update webhooks set team_id = (${teamOf('webhooks.context_id')})
      where context = 'file' and context_id in (select key from files)`,
    sql`update webhooks set team_id = (select projects.team_id from projects where projects.id = webhooks.context_id)
      where context = 'project' and context_id in (select id from projects)`,
  ];
  for (const change of changes) await change.execute(database);
}
