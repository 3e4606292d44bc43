import { type Kysely, sql } from 'kysely';
import type { ProjectId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';

/**
 * Holds places that a backup brought to what the writers of places ask.
 * @throws ApiError 400
 */
export async function refuseUnfitPlaces(transaction: Kysely<Tables>): Promise<void> {
  const foreign = await transaction
    .selectFrom('projects')
    .innerJoin('projects as parents', 'parents.id', 'projects.parent_id')
    .select('projects.id')
    .whereRef('projects.team_id', '!=', 'parents.team_id')
    .limit(1)
    .executeTakeFirst();
  if (foreign !== undefined) throw badRequest(`The project "${foreign.id}" lies in one of another team.`);
  const { rows } = await inCircle.execute(transaction);
  if (rows[0] !== undefined)
    throw badRequest(`The project "${rows[0].id}" lies in itself or in what lies in it.`);
}

/** A project that no way leads to from the projects at the top. */
const inCircle = sql<{ id: ProjectId }>`
  with recursive placed (id) as (
    select id from projects where parent_id is null
    union
    select projects.id from projects join placed on projects.parent_id = placed.id
  )
  select id from projects except select id from placed limit 1
`;
