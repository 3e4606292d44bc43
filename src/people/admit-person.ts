import type { AcceptedPassword } from '../access/accepted-password.ts';
import { type Counted, spend } from '../access/caps.ts';
import { requireEmailAddress } from '../access/email-address.ts';
import { requireName } from '../access/name-rules.ts';
import type { AnonymousChange } from '../change.ts';
import { type OrganizationId, type UserId, userIdOf } from '../contract/branded-ids.ts';
import { type Actor, recordActivity } from '../events/activity.ts';
import { userEntity } from '../events/activity-entities.ts';
import { removeInvitationsOf } from '../tokens/invitations-store.ts';
import { refuseTakenEmail } from './emails-store.ts';
import { insertPerson, type Person, updatePerson } from './people-store.ts';

/** Somebody who comes in. What is left out is that of a member with a full seat and without a password. */
export interface NewPerson extends Pick<Person, 'handle' | 'email' | 'organizationId'> {
  readonly role?: Person['role'] | undefined;
  readonly seat?: Person['seat'] | undefined;
  readonly password?: AcceptedPassword | undefined;
  readonly imgUrl?: string | undefined;
  readonly id?: UserId | undefined;
  /** Only a workspace file says it of somebody new. */
  readonly projectsAccess?: Person['projectsAccess'] | undefined;
}

/** How somebody comes in. */
export interface Admission {
  /** Who lets them in; for who comes by themselves, from where. */
  readonly by: Actor | { readonly ipAddress: string };
  readonly counted: Counted<'peopleOfOrganization'>;
  /** What the log says beside role and seat. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Makes somebody one of an organization's people, who may be that: `createPerson` asks who adds them, an invitation
 * or the provider of single sign-on lets them in. Invitations of their address are used up by it.
 *
 * @throws ApiError 400, 409
 */
export async function admitPerson(
  change: AnonymousChange,
  wanted: NewPerson,
  admission: Admission,
): Promise<Person> {
  const { transaction } = change;
  requireName(wanted.handle);
  requireEmailAddress(wanted.email);
  const person = personOf(change, wanted);
  const { organizationId, email } = person;
  if (organizationId !== null) {
    spend(admission.counted, 'peopleOfOrganization', organizationId);
    await refuseTakenEmail(transaction, organizationId, email);
    await removeInvitationsOf(transaction, organizationId, email);
  }
  await insertPerson(transaction, person);
  await recordAdmission(change, person, admission);
  return person;
}

/**
 * The same of somebody who has an account and is of no organization.
 * @throws ApiError 409
 */
export async function admitAccount(
  change: AnonymousChange,
  account: Person,
  place: Pick<Person, 'role' | 'seat'> & { readonly organizationId: OrganizationId },
  admission: Admission,
): Promise<Person> {
  const { transaction } = change;
  spend(admission.counted, 'peopleOfOrganization', place.organizationId);
  await refuseTakenEmail(transaction, place.organizationId, account.email, account.id);
  await removeInvitationsOf(transaction, place.organizationId, account.email);
  const person = { ...account, ...place };
  await updatePerson(transaction, person);
  await recordAdmission(change, person, admission);
  return person;
}

async function recordAdmission(
  change: AnonymousChange,
  person: Person,
  { by, details }: Pick<Admission, 'by' | 'details'>,
): Promise<void> {
  const { role, seat, organizationId } = person;
  const actor = 'user' in by ? by : { ...by, user: person, kind: 'personal' as const, tokenName: '' };
  await recordActivity(
    { ...change, by: actor },
    {
      type: 'org_user_create',
      entity: userEntity(person),
      organizationId,
      details: { permission: role, seat, ...details },
    },
  );
}

const personOf = ({ at, context }: AnonymousChange, wanted: NewPerson): Person => ({
  id: wanted.id ?? userIdOf(context.ids.digits()),
  handle: wanted.handle,
  email: wanted.email,
  imgUrl: wanted.imgUrl ?? '',
  passwordHash: wanted.password?.hash ?? null,
  organizationId: wanted.organizationId,
  role: wanted.role ?? 'member',
  seat: wanted.seat ?? 'full',
  installationAdmin: 0,
  projectsAccess: wanted.projectsAccess ?? 'none',
  createdAt: at,
});
