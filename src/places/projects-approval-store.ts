import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { Tables } from '../database/tables.ts';

/** Whether the caller, or the app that they use, was approved to list projects and folders. */
export async function hasProjectsApproval(database: Kysely<Tables>, { user, app }: Caller): Promise<boolean> {
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
