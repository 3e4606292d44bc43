import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError, forbidden } from '../errors.ts';
import { planOf } from './organizations-store.ts';

/** The organization that somebody administers, by their role there alone. */
function organizationAdministeredBy({ user: { organizationId, role } }: Caller): OrganizationId | undefined {
  return organizationId !== null && role === 'admin' ? organizationId : undefined;
}

/** The same where its plan, or the one that the caller's token is given for tests, is the enterprise plan. */
async function enterpriseAdministeredBy(
  database: Kysely<Tables>,
  caller: Caller,
): Promise<OrganizationId | undefined> {
  const organizationId = organizationAdministeredBy(caller);
  if (organizationId === undefined) return undefined;
  const plan = caller.plan ?? (await planOf(database, organizationId));
  return plan === 'enterprise' ? organizationId : undefined;
}

/**
 * The organization whose activity the caller may read: they administer it, its plan has logs, and no app acts for
 * them that is open to everybody.
 *
 * @throws ApiError 401
 * @see LOG-03, LOG-04, LOG-05
 */
export async function organizationOfActivity(
  database: Kysely<Tables>,
  caller: Caller,
): Promise<OrganizationId> {
  if (caller.app?.state === 'public') throw new ApiError(401, 'Public apps may not read activity logs.');
  const organizationId = await enterpriseAdministeredBy(database, caller);
  if (organizationId !== undefined) return organizationId;
  throw new ApiError(
    401,
    'Only an administrator of an organization on the enterprise plan may read its logs.',
  );
}

/** The organization whose texts the caller may read, by the same rule. @throws ApiError 403 */
export async function organizationOfTexts(database: Kysely<Tables>, caller: Caller): Promise<OrganizationId> {
  const isOpenApp = caller.app?.state === 'public';
  const organizationId = isOpenApp ? undefined : await enterpriseAdministeredBy(database, caller);
  if (organizationId !== undefined) return organizationId;
  throw forbidden(
    'Only an administrator of an organization on the enterprise plan may read its text events.',
  );
}

/** The organization whose calls the caller may read. @throws ApiError 403: who issued a token may administer it no longer */
export function organizationOfCalls(caller: Caller): OrganizationId {
  const organizationId = organizationAdministeredBy(caller);
  if (organizationId !== undefined) return organizationId;
  throw forbidden('Only an administrator of an organization may read its developer logs.');
}

/** The organization whose use of AI the caller may read. @throws ApiError 403, as with its calls */
export function organizationOfAiUsage(caller: Caller): OrganizationId {
  const organizationId = organizationAdministeredBy(caller);
  if (organizationId !== undefined) return organizationId;
  throw forbidden('Only an administrator of an organization may read its AI usage.');
}
