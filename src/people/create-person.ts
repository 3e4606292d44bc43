import { type AcceptedPassword, acceptPassword } from '../access/accepted-password.ts';
import { administersInstallation, type Caller } from '../access/caller.ts';
import { type Counted, refuseBeyond } from '../access/caps.ts';
import { requireName } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';
import { forbidden } from '../errors.ts';
import { requireAdministeredOrganization } from '../places/organizations-store.ts';
import { type Admission, admitPerson, type NewPerson } from './admit-person.ts';
import type { Person } from './people-store.ts';

/** Somebody who is to be added, with the password they chose or were given. */
export interface AskedPerson extends Pick<Person, 'handle' | 'email'> {
  readonly organizationId: OrganizationId;
  readonly password?: string | undefined;
}

/** What was settled of somebody ahead of the change that adds them. */
interface PreparedPerson extends Pick<Admission, 'counted'> {
  readonly password: AcceptedPassword | undefined;
}

/**
 * Looks at what takes a while, ahead of the change that adds somebody: counts, and holds the password against the
 * policy.
 *
 * @throws ApiError 400, 403, 404
 */
export async function preparePerson(
  context: Context,
  caller: Caller,
  { handle, email, organizationId, password }: AskedPerson,
): Promise<PreparedPerson> {
  const { database } = context;
  await requireAdministeredOrganization(database, caller, organizationId);
  const counted = await refuseBeyond(database, 'peopleOfOrganization', organizationId);
  requireName(handle);
  if (password === undefined) return { counted, password };
  const { ipAddress } = caller;
  return {
    counted,
    password: await acceptPassword(context, { password, person: { email, handle }, ipAddress }),
  };
}

/**
 * Adds somebody to an organization that the caller administers. One of no organization only a workspace file has.
 * @throws ApiError 400, 403, 404, 409
 */
export async function createPerson(
  change: Change,
  wanted: NewPerson,
  counted: Counted<'peopleOfOrganization'>,
): Promise<Person> {
  const { transaction, by } = change;
  if (wanted.organizationId !== null)
    await requireAdministeredOrganization(transaction, by, wanted.organizationId);
  else if (!administersInstallation(by))
    throw forbidden('Only an administrator of an organization may do this.');
  return admitPerson(change, wanted, { by, counted });
}
