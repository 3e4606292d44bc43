import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { forbidden } from '../errors.ts';
import type { Caller } from './caller.ts';

/**
 * Refuses callers to whom the lists of teams' projects and folders are closed: public apps, and where approval is
 * needed those who have none. The approval of the app or that of the person suffices.
 *
 * @throws ApiError 403
 * @see PROJ-05, PROJ-06
 */
export async function requireProjectsAccess(
  database: Kysely<Tables>,
  caller: Caller,
  approval: 'off' | 'required',
): Promise<void> {
  const { app, user } = await standingOf(database, caller);
  if (app?.state === 'public') throw forbidden('Public apps may not list projects and folders.');
  if (approval === 'off' || app?.access === 'approved' || user.projects_access === 'approved') return;
  throw forbidden('Listing projects and folders needs an approval, which neither you nor your app has.');
}

async function standingOf(database: Kysely<Tables>, caller: Caller) {
  const user = await database
    .selectFrom('users')
    .select('projects_access')
    .where('id', '=', caller.user.id)
    .executeTakeFirstOrThrow();
  const app = await database
    .selectFrom('tokens')
    .innerJoin('apps', 'apps.client_id', 'tokens.app_id')
    .select(['apps.state', 'apps.projects_access as access'])
    .where('tokens.id', '=', caller.tokenId)
    .executeTakeFirst();
  return { app, user };
}
