import type { Kysely } from 'kysely';
import { findCallerUser } from '../access/caller-store.ts';
import type { ProvenPerson } from '../access/single-sign-on/proven-person.ts';
import type { Context } from '../context.ts';
import type { Tables } from '../database/tables.ts';
import { recordActivity } from '../events/activity.ts';
import { userEntity } from '../events/activity-entities.ts';
import { insertUser, isEmailTaken } from '../people/people-store.ts';
import { findOrganization } from '../places/organizations-store.ts';
import { takeUpProven } from './proven-invitation-store.ts';

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
    email === undefined ? undefined : await takeUpProven(transaction, { path: next, email, now });
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
  const userId = context.ids.digits();
  await insertUser(transaction, {
    ...{ id: userId, handle: name ?? email.split('@')[0] ?? email, email, img_url: '', password_hash: null },
    ...{ organization_id: organizationId, role, seat, created_at: now },
  });
  const user = await findCallerUser(transaction, userId);
  if (user === undefined) throw new Error('The account is not there.');
  const by = { user, kind: 'personal', tokenName: '', ipAddress } as const;
  await recordActivity(
    { transaction, by, at: now, context, isTold: true },
    {
      type: 'org_user_create',
      entity: userEntity(user),
      organizationId,
      details: { permission: role, seat, single_sign_on: true },
    },
  );
  return { userId };
}
