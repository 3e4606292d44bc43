import type { Kysely } from 'kysely';
import type { ProjectId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';
import type { Project } from './projects-store.ts';

/**
 * Makes sure that a project lies in another one of its team, and not in itself. A data folder may hold projects that
 * lie in a circle, from before restores refused them: then the way up ends where it began.
 * @throws ApiError 400
 */
export async function refuseParent(
  transaction: Kysely<Tables>,
  { id, teamId, parentId }: Pick<Project, 'id' | 'teamId' | 'parentId'>,
): Promise<void> {
  if (parentId === null) return;
  let above = await placeOf(transaction, parentId);
  if (above?.teamId !== teamId)
    throw badRequest(`The team has no project "${parentId}" that could be the parent.`);
  const seen = new Set<string>();
  while (above !== undefined && !seen.has(above.id)) {
    seen.add(above.id);
    if (above.id === id) throw badRequest('A project cannot lie in itself or in what lies in it.');
    above = above.parentId === null ? undefined : await placeOf(transaction, above.parentId);
  }
}

function placeOf(database: Kysely<Tables>, id: ProjectId) {
  return database
    .selectFrom('projects')
    .select(['id', 'team_id as teamId', 'parent_id as parentId'])
    .where('id', '=', id)
    .executeTakeFirst();
}
