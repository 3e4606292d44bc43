import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';
import { findTeam } from '../places/teams-store.ts';
import type { App } from './app.ts';

/**
 * Makes sure that the team of an app is one of its organization.
 * @throws ApiError 400
 */
export async function refuseForeignTeam(
  database: Kysely<Tables>,
  { organizationId, teamId }: Pick<App, 'organizationId' | 'teamId'>,
): Promise<void> {
  if (teamId === null) return;
  const team = await findTeam(database, teamId);
  if (team?.organizationId !== organizationId) throw badRequest('It names a team of another organization.');
}
