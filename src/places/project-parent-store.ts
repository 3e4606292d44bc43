import type { Kysely } from 'kysely';
import { projectsAbove } from '../access/projects-above-store.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';
import type { Project } from './projects-store.ts';

/**
 * Makes sure that a project lies in another one of its team, and not in itself.
 * @throws ApiError 400
 */
export async function refuseParent(
  transaction: Kysely<Tables>,
  { id, teamId, parentId }: Pick<Project, 'id' | 'teamId' | 'parentId'>,
): Promise<void> {
  if (parentId === null) return;
  let isOfTeam = false;
  for await (const above of projectsAbove(transaction, parentId)) {
    isOfTeam ||= above.id === parentId && above.teamId === teamId;
    if (!isOfTeam) break;
    if (above.id === id) throw badRequest('A project cannot lie in itself or in what lies in it.');
  }
  if (!isOfTeam) throw badRequest(`The team has no project "${parentId}" that could be the parent.`);
}
