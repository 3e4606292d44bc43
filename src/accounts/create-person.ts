import type { Kysely } from 'kysely';
import { nameProblem } from '../access/shown-name.ts';
import type { ProvenPerson } from '../access/single-sign-on/proven-person.ts';
import type { Context } from '../context.ts';
import type { Tables } from '../database/tables.ts';
import { admitPerson } from '../people/admit-person.ts';
import { isEmailTaken } from '../people/emails-store.ts';
import { findOrganization } from '../places/organizations-store.ts';
import { acceptProvenInvitation } from './proven-invitation-store.ts';

const unknownSentence =
  'No account here is linked to you. If you have one, sign in to it with your password and link it in your settings; otherwise ask for an invitation.';

/** Makes an account for somebody who comes for the first time, or says why not. */
export async function createPerson(
  transaction: Kysely<Tables>,
  context: Context,
  { email, name }: ProvenPerson,
  { ipAddress, next }: { ipAddress: string; next: string | undefined },
): Promise<{ userId: string } | { refusal: string }> {
  const { createIn } = context.singleSignOn?.settings ?? {};
  const now = context.clock.now();
  const invited =
    email === undefined ? undefined : await acceptProvenInvitation(transaction, { path: next, email, now });
  const place = invited ?? (createIn === undefined ? undefined : { ...createIn, role: 'member' as const });
  if (place === undefined) return { refusal: unknownSentence };
  if (email === undefined)
    return { refusal: 'To get an account here you need an e-mail address that the provider has verified.' };
  const { organizationId, role, seat } = place;
  if ((await findOrganization(transaction, organizationId)) === undefined) {
    context.log.error({ organizationId }, 'VITRINE_OIDC_CREATE_IN names no organization');
    return { refusal: 'No account could be made: the settings of this installation are wrong.' };
  }
  if (await isEmailTaken(transaction, organizationId, email)) return { refusal: unknownSentence };
  const named = name !== undefined && nameProblem(name) === undefined ? name : email.split('@')[0];
  const { id } = await admitPerson(
    { transaction, at: now, context, isTold: true },
    { handle: named ?? email, email, organizationId, role, seat },
    { by: { ipAddress }, details: { single_sign_on: true } },
  );
  return { userId: id };
}
