import type { CallerUser } from '../access/caller.ts';
import type { ProvenPerson } from '../access/single-sign-on/proven-person.ts';
import type { AnonymousChange, Change } from '../change.ts';
import { type IdentityId, identityIdOf, type UserId } from '../contract/branded-ids.ts';
import { conflict, notFound } from '../errors.ts';
import { recordActivity } from '../events/activity.ts';
import { userEntity } from '../events/activity-entities.ts';
import { passwordHashOf } from '../people/password-store.ts';
import type { AdmittedPerson } from './admitted-person.ts';
import { deleteIdentity, findIdentity, identitiesOf, insertIdentity } from './identities-store.ts';

/** One person needs few. */
const mostIdentities = 10;

/**
 * Lets somebody at the provider open an account. Answers why not, where they cannot; nothing is done where they do
 * already.
 */
export async function linkIdentity(
  { transaction, at, context, isTold }: AnonymousChange,
  person: AdmittedPerson,
  { user, ipAddress }: { readonly user: CallerUser; readonly ipAddress: string },
): Promise<string | undefined> {
  const { issuer, email = null } = person;
  const present = await findIdentity(transaction, person);
  if (present?.userId === user.id) return undefined;
  if (present !== undefined) return 'You open another account here already, and can open only one.';
  if ((await identitiesOf(transaction, user.id)).length >= mostIdentities)
    return `Your account is linked to ${mostIdentities} others already. Unlink one first.`;
  await addIdentity({ transaction, at, context }, person, { userId: user.id, lastUsedAt: null });
  const by = { user, kind: 'personal' as const, tokenName: '', ipAddress };
  await recordActivity(
    { transaction, by, at, context, isTold },
    {
      type: 'user_identity_link',
      entity: userEntity(user),
      organizationId: user.organizationId,
      details: { issuer, email },
    },
  );
  return undefined;
}

/** Keeps whose account somebody at the provider opens, who was found to open none yet. */
export async function addIdentity(
  { transaction, at, context }: Pick<Change, 'transaction' | 'at' | 'context'>,
  { issuer, subject, email }: Omit<ProvenPerson, 'name'>,
  { userId, lastUsedAt }: { readonly userId: UserId; readonly lastUsedAt: number | null },
): Promise<void> {
  await insertIdentity(transaction, {
    id: identityIdOf(context.ids.digits()),
    issuer,
    subject,
    email: email ?? null,
    userId,
    createdAt: at,
    lastUsedAt,
  });
}

/**
 * Ends that somebody at the provider opens the account of who says so, unless nothing else does.
 * @throws ApiError 404, 409
 */
export async function unlinkIdentity(change: Change, id: IdentityId): Promise<void> {
  const { transaction, context } = change;
  const { user } = change.by;
  const identities = await identitiesOf(transaction, user.id);
  const identity = identities.find((one) => one.id === id);
  if (identity === undefined) throw notFound('Identity not found');
  const hasPassword = (await passwordHashOf(transaction, user.id)) !== null;
  const opensByPassword = hasPassword && (user.installationAdmin || context.config.oidcOnly !== true);
  if (identities.length === 1 && !opensByPassword)
    throw conflict('Nothing else opens your account. Choose a password or link another identity first.');
  await deleteIdentity(transaction, identity.id);
  await recordActivity(change, {
    type: 'user_identity_unlink',
    entity: userEntity(user),
    organizationId: user.organizationId,
    details: { issuer: identity.issuer, email: identity.email },
  });
}
