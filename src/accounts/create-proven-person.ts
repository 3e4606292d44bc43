import { type Counted, nothingComes, refuseBeyond } from '../access/caps.ts';
import { nameOr } from '../access/name-rules.ts';
import type { AnonymousChange } from '../change.ts';
import type { Context } from '../context.ts';
import type { UserId } from '../contract/branded-ids.ts';
import { type Admission, admitPerson } from '../people/admit-person.ts';
import { isEmailTaken } from '../people/emails-store.ts';
import { findOrganization } from '../places/organizations-store.ts';
import { acceptProvenInvitation, findProvenInvitation } from './accept-proven-invitation.ts';
import type { AdmittedPerson } from './admitted-person.ts';
import { findIdentity } from './identities-store.ts';

/** Whence somebody comes back from the provider, and where they go on to. */
export interface Arrival extends Pick<Admission, 'counted'> {
  readonly ipAddress: string;
  readonly next: string | undefined;
}

/** Why somebody is not let in, for them to read. */
export interface Refusal {
  readonly refusal: string;
}

const unknownSentence =
  'No account here is linked to you. If you have one, sign in to it with your password and link it in your settings; otherwise ask for an invitation.';

/**
 * Counts the people that there are, ahead of the change that may add who comes for the first time.
 * @throws ApiError 400
 */
export async function prepareProvenPerson(
  { database, clock, singleSignOn }: Context,
  person: AdmittedPerson,
  { next }: Pick<Arrival, 'next'>,
): Promise<Counted<'peopleOfOrganization'>> {
  if ((await findIdentity(database, person)) !== undefined) return nothingComes('peopleOfOrganization');
  const invitation = await findProvenInvitation(database, {
    path: next,
    email: person.email,
    now: clock.now(),
  });
  const organizationId = invitation?.organizationId ?? singleSignOn?.settings.createIn?.organizationId;
  return organizationId === undefined
    ? nothingComes('peopleOfOrganization')
    : refuseBeyond(database, 'peopleOfOrganization', organizationId);
}

/**
 * Makes an account for somebody who comes for the first time, where they were invited or the settings have it so;
 * or says why not.
 */
export async function createProvenPerson(
  change: AnonymousChange,
  { email, name }: AdmittedPerson,
  { ipAddress, next, counted }: Arrival,
): Promise<{ readonly userId: UserId } | Refusal> {
  const { transaction, context, at } = change;
  const { createIn } = context.singleSignOn?.settings ?? {};
  const invited = await acceptProvenInvitation(transaction, { path: next, email, now: at });
  const place = invited ?? (createIn === undefined ? undefined : { ...createIn, role: 'member' as const });
  if (place === undefined) return { refusal: unknownSentence };
  if (email === undefined)
    return { refusal: 'To get an account here you need an e-mail address that the provider has verified.' };
  const { organizationId } = place;
  if ((await findOrganization(transaction, organizationId)) === undefined) {
    context.log.error({ organizationId }, 'VITRINE_OIDC_CREATE_IN names no organization');
    return { refusal: 'No account could be made: the settings of this installation are wrong.' };
  }
  if (await isEmailTaken(transaction, organizationId, email)) return { refusal: unknownSentence };
  const { id } = await admitPerson(
    change,
    { handle: handleOf(email, name), email, ...place },
    { by: { ipAddress }, details: { single_sign_on: true }, counted },
  );
  return { userId: id };
}

const handleOf = (email: string, name: string | undefined): string =>
  nameOr(email.split('@')[0] ?? email, name ?? '');
