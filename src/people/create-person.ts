import { administersInstallation, type Caller } from '../access/caller.ts';
import { refuseBeyond } from '../access/caps-store.ts';
import { passwordProblem } from '../access/password-policy.ts';
import { requireName } from '../access/shown-name.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';
import { badRequest, forbidden } from '../errors.ts';
import { requireAdministeredOrganization } from '../places/organizations-store.ts';
import { admitPerson, type NewPerson } from './admit-person.ts';
import type { Person } from './people-store.ts';

/** Somebody who is to be added, with the password they chose or were given. */
export interface AskedPerson extends Pick<Person, 'handle' | 'email'> {
  readonly organizationId: OrganizationId;
  readonly password?: string | undefined;
}

/**
 * Looks at what takes a while, ahead of the change that adds somebody; answers the stored form of the password.
 * A workspace file says its passwords itself, also short ones, and its people are not counted.
 *
 * @throws ApiError 400, 403, 404
 */
export async function preparePerson(
  { database, passwords }: Context,
  caller: Caller,
  { handle, email, organizationId, password }: AskedPerson,
): Promise<string | null> {
  await requireAdministeredOrganization(database, caller, organizationId);
  await refuseBeyond(database, 'peopleOfOrganization', organizationId);
  requireName(handle);
  if (password === undefined) return null;
  const problem = passwordProblem(password, { email, handle });
  if (problem !== undefined) throw badRequest(problem);
  return passwords.hash(password, caller.ipAddress);
}

/**
 * Adds somebody to an organization that the caller administers. One of no organization only a workspace file has.
 * @throws ApiError 400, 403, 404, 409
 */
export async function createPerson(change: Change, wanted: NewPerson): Promise<Person> {
  const { transaction, by } = change;
  if (wanted.organizationId !== null)
    await requireAdministeredOrganization(transaction, by, wanted.organizationId);
  else if (!administersInstallation(by))
    throw forbidden('Only an administrator of an organization may do this.');
  return admitPerson(change, wanted, { by });
}
