import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { Tables } from '../database/tables.ts';
import { forbidden } from '../errors.ts';
import { hasProjectsApproval } from './projects-approval-store.ts';

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
  if (approval === 'off' || (await hasProjectsApproval(database, caller))) return;
  throw forbidden('Listing projects and folders needs an approval, which neither you nor your app has.');
}
