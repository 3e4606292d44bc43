import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { Tables } from '../database/tables.ts';
import { forbidden } from '../errors.ts';

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
  if (caller.app?.state === 'public') throw forbidden('Public apps may not list projects and folders.');
  if (approval === 'off' || (await isApproved(database, caller))) return;
  throw forbidden('Listing projects and folders needs an approval, which neither you nor your app has.');
}

async function isApproved(database: Kysely<Tables>, { user, app }: Caller): Promise<boolean> {
  const person = await database
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('projects_access', '=', 'approved')
    .executeTakeFirst();
  if (person !== undefined || app === null) return person !== undefined;
  const row = await database
    .selectFrom('apps')
    .select('projects_access')
    .where('client_id', '=', app.id)
    .executeTakeFirst();
  return row?.projects_access === 'approved';
}
