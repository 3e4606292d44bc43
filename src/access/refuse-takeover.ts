import type { Kysely } from 'kysely';
import type { OrganizationId, UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { forbidden } from '../errors.ts';
import type { CallerUser } from './caller.ts';
import { requireInstallationAdministrator } from './installation-administrator.ts';
import { worksElsewhere } from './works-elsewhere-store.ts';

/** Somebody as whom another person could sign in, by a link, a password or an e-mail address that they get. */
interface Person {
  readonly id: UserId;
  readonly organizationId: OrganizationId | null;
  readonly installationAdmin: 0 | 1;
}

/** The installation's administrator is changed by nobody else. @throws ApiError 403 */
export function refuseHigherPerson(
  caller: { readonly user: Pick<CallerUser, 'installationAdmin'> },
  person: Pick<Person, 'installationAdmin'>,
): void {
  if (person.installationAdmin === 1) requireInstallationAdministrator(caller, 'change their own account');
}

/**
 * Makes sure that an administrator who could sign in as somebody gains nothing by it: the person is of the
 * administrator's own organization, works in no other, and does not administer the installation.
 *
 * @throws ApiError 403
 */
export async function refuseTakeover(
  database: Kysely<Tables>,
  administrator: Pick<CallerUser, 'installationAdmin'>,
  person: Person,
): Promise<void> {
  refuseHigherPerson({ user: administrator }, person);
  if (administrator.installationAdmin || !(await worksElsewhere(database, person))) return;
  throw forbidden(
    'This person also works in another organization, so they alone change their password and e-mail address.',
  );
}

/** Whether an administrator may hold a link by which the person's password is chosen. Never for another administrator of the installation. */
export async function mayHoldReset(
  database: Kysely<Tables>,
  administrator: Pick<CallerUser, 'installationAdmin' | 'organizationId' | 'role'>,
  person: Person,
): Promise<boolean> {
  if (person.installationAdmin === 1) return false;
  if (administrator.installationAdmin) return true;
  const isOwn = administrator.role === 'admin' && administrator.organizationId === person.organizationId;
  return isOwn && !(await worksElsewhere(database, person));
}
