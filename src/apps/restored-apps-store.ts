import type { Kysely } from 'kysely';
import type { DumpedRow } from '../database/dump.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError, badRequest } from '../errors.ts';
import {
  changedConfiguration,
  newConfiguration,
  refuseIncomplete,
  refuseNoImage,
  storedConfiguration,
} from './app-configuration.ts';

/**
 * Holds an app that a backup brings to what one may be called, ask for and lead to: people judge it by that. What was
 * approved is held to the same, and what was published to being complete.
 * @throws ApiError 400
 */
export async function refuseUnfitApp(row: DumpedRow): Promise<void> {
  try {
    for (const stored of [row.configuration, row.approved].filter((json) => json !== null)) {
      const configuration = storedConfiguration(String(stored));
      const { logo, description, testing_instructions, ...changes } = configuration;
      await changedConfiguration(
        { ...newConfiguration(''), logo, description, testing_instructions },
        changes,
      );
      if (row.state !== 'draft') refuseIncomplete({ ...configuration, visibility: 'private' });
    }
  } catch (error) {
    const isUnfit = error instanceof ApiError || error instanceof SyntaxError;
    throw isUnfit ? badRequest(`The app "${row.client_id}": ${error.message}`) : error;
  }
}

/** @throws ApiError 400 for a logo that is no image */
export const refuseUnfitLogo = ({ image }: DumpedRow): Promise<void> => refuseNoImage(String(image));

/**
 * Holds apps that a backup brought together with their places.
 * @throws ApiError 400
 */
export async function refuseUnfitApps(transaction: Kysely<Tables>): Promise<void> {
  const foreign = await transaction
    .selectFrom('apps')
    .innerJoin('teams', 'teams.id', 'apps.team_id')
    .select('apps.client_id')
    .whereRef('teams.organization_id', '!=', 'apps.organization_id')
    .limit(1)
    .executeTakeFirst();
  if (foreign !== undefined)
    throw badRequest(`The app "${foreign.client_id}" is for a team of another organization.`);
}
