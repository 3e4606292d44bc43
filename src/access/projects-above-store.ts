import type { Kysely } from 'kysely';
import type { ProjectId, TeamId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** A project on the way up from one that lies in it. */
export interface ProjectAbove {
  readonly id: ProjectId;
  readonly teamId: TeamId;
  readonly parentId: ProjectId | null;
  readonly archivedAt: number | null;
}

/**
 * A project, and those that it lies in, from the inside. A data folder may hold projects that lie in a circle, from
 * before restores refused them: then the way up ends where it began.
 */
export async function* projectsAbove(
  database: Kysely<Tables>,
  id: ProjectId,
): AsyncGenerator<ProjectAbove, void> {
  const seen = new Set<ProjectId>();
  for (let next: ProjectId | null = id; next !== null && !seen.has(next); ) {
    seen.add(next);
    const project: ProjectAbove | undefined = await database
      .selectFrom('projects')
      .select(['id', 'team_id as teamId', 'parent_id as parentId', 'archived_at as archivedAt'])
      .where('id', '=', next)
      .executeTakeFirst();
    if (project === undefined) return;
    yield project;
    next = project.parentId;
  }
}
