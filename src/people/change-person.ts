import type { AcceptedPassword } from '../access/accepted-password.ts';
import type { Caller } from '../access/caller.ts';
import { requireEmailAddress } from '../access/email-address.ts';
import { requireName } from '../access/name-rules.ts';
import { passwordProblem } from '../access/password-policy.ts';
import { refuseHigherPerson, refuseTakeover } from '../access/refuse-takeover.ts';
import { endLostGrants } from '../apps/end-grants.ts';
import type { EarlyChange } from '../change.ts';
import type { Context } from '../context.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';
import { badRequest, forbidden } from '../errors.ts';
import { requireAdministeredOrganization } from '../places/organizations-store.ts';
import { endWhatAdministratorsGave } from '../tokens/ended-administration-store.ts';
import { removeInvitationsOf } from '../tokens/invitations-store.ts';
import { endPasswordResetsOf } from '../tokens/password-resets-store.ts';
import { endSessionsOf } from '../tokens/sessions-store.ts';
import { refuseLastAdministrator } from './administrators-store.ts';
import { refuseTakenEmail } from './emails-store.ts';
import { type Person, updatePerson } from './people-store.ts';
import { recordUserUpdate } from './record-user-update.ts';

type Changeable = 'handle' | 'email' | 'role' | 'seat' | 'imgUrl' | 'organizationId' | 'projectsAccess';

/** A password as it was chosen, for the policy to see with what else becomes different, and its stored form. */
interface ChosenPassword {
  readonly chosen: string;
  readonly hash: string;
}

/** What becomes different of somebody. Only a workspace file says the last three of these in this way. */
type Columns = { readonly [Name in Changeable]?: Person[Name] | undefined };
export type PersonChanges = Columns & { readonly password?: ChosenPassword | AcceptedPassword | undefined };
type AskedChanges = Columns & { readonly password?: string | undefined };

/**
 * Looks at what takes a while, ahead of the change of somebody.
 * @throws ApiError 400, 403, 404
 */
export async function preparePersonChanges(
  { database, passwords }: Context,
  caller: Caller,
  organizationId: OrganizationId,
  { password: chosen, ...changes }: AskedChanges,
): Promise<PersonChanges> {
  await requireAdministeredOrganization(database, caller, organizationId);
  requireName(changes.handle);
  if (Object.values({ chosen, ...changes }).every((value) => value === undefined))
    throw badRequest('Nothing to change: name email, handle, role, seat or password.');
  if (chosen === undefined) return changes;
  return { ...changes, password: { chosen, hash: await passwords.hash(chosen, caller.ipAddress) } };
}

/**
 * Changes what is named of somebody whom the caller was found to administer, and ends what they held by what they were
 * before: sessions and links by a password, links by an address, what apps were allowed by a role.
 *
 * @throws ApiError 400, 403, 409
 */
export async function changePerson(
  change: EarlyChange,
  present: Person,
  changes: PersonChanges,
): Promise<Person> {
  const changed = changedPerson(present, changes);
  await refuseChange(change, present, changes);
  await updatePerson(change.transaction, changed);
  await endWhatWasHeld(change, present, changes);
  await recordUserUpdate(change, present, changed);
  return changed;
}

function changedPerson(present: Person, { password, ...changes }: PersonChanges): Person {
  const members = Object.entries({ ...changes, passwordHash: password?.hash }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...present, ...Object.fromEntries(members) };
}

async function refuseChange(
  { transaction, by }: EarlyChange,
  present: Person,
  changes: PersonChanges,
): Promise<void> {
  requireName(changes.handle);
  requireEmailAddress(changes.email);
  refuseHigherPerson(by, present);
  if (changes.role !== undefined && changes.role !== 'admin')
    await refuseLastAdministrator(transaction, by, present);
  const changed = changedPerson(present, changes);
  const { email, organizationId } = changed;
  const isElsewhere = organizationId !== present.organizationId;
  if (organizationId !== null && (changes.email !== undefined || isElsewhere))
    await refuseTakenEmail(transaction, organizationId, email, present.id);
  if (givesSignIn(present, changes)) await refuseTakeover(transaction, by.user, present);
  const { password } = changes;
  if (password !== undefined && 'chosen' in password) refuseUnfitPassword(by, changed, password.chosen);
}

/** Whether who makes the change could sign in as the person afterwards, by a password or by a mail. */
const givesSignIn = (present: Person, { email, password }: PersonChanges): boolean =>
  password !== undefined || (email !== undefined && email !== present.email);

/** @throws ApiError 400; 403 for one's own from a browser, where the one before has to be known */
function refuseUnfitPassword(caller: Caller, person: Person, password: string): void {
  const isOwnInBrowser = caller.csrfToken !== undefined && caller.user.id === person.id;
  if (isOwnInBrowser)
    throw forbidden('Change your own password with the one before, at /workspace/v1/me/password.');
  const problem = passwordProblem(password, person);
  if (problem !== undefined) throw badRequest(problem);
}

async function endWhatWasHeld(
  change: EarlyChange,
  present: Person,
  { role, organizationId, email, password }: PersonChanges,
): Promise<void> {
  const { transaction } = change;
  const { id } = present;
  const isElsewhere = organizationId !== undefined && organizationId !== present.organizationId;
  if (isElsewhere || (role !== undefined && role !== present.role)) await endLostGrants(transaction, id);
  if (present.role === 'admin' && (isElsewhere || (role !== undefined && role !== 'admin')))
    await endWhatAdministratorsGave(change, id);
  if (isElsewhere && organizationId !== null)
    await removeInvitationsOf(transaction, organizationId, email ?? present.email);
  if (password !== undefined) await endSessionsOf(transaction, id);
  // A link that went to the address before is not for who has the new one.
  if (password !== undefined || email !== undefined) await endPasswordResetsOf(transaction, id);
}
