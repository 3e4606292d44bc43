import { type AcceptedPassword, acceptPassword } from '../access/accepted-password.ts';
import type { Caller, CallerUser } from '../access/caller.ts';
import { confirmPassword } from '../access/confirm-password.ts';
import { administratorScopes } from '../access/scopes.ts';
import type { AnonymousChange, Change } from '../change.ts';
import type { Context } from '../context.ts';
import { badRequest, conflict, forbidden } from '../errors.ts';
import { recordActivity } from '../events/activity.ts';
import { userEntity } from '../events/activity-entities.ts';
import { passwordHashOf, putPassword } from '../people/password-store.ts';
import { findOrganization } from '../places/organizations-store.ts';
import { personToReset, type ResettablePerson } from '../tokens/password-resets-store.ts';

/** Whose password became another, by the name of their organization. */
export interface ChangedPassword extends Pick<CallerUser, 'handle' | 'email'> {
  readonly organization: string | null;
}

/** The stored forms of a password: the one that was proven to be known, and the one that comes in its place. */
export interface PasswordChange {
  readonly stored: string | null;
  readonly next: AcceptedPassword;
}

/**
 * Makes sure that who says so knows the password that they have, and makes the stored form of the next one. Guesses
 * count as at the sign-in. Who may choose the first needs to know none.
 * @throws ApiError 400, 403, 429
 */
export async function preparePasswordChange(
  context: Context,
  caller: Caller,
  { current, next }: { readonly current: string | undefined; readonly next: string },
): Promise<PasswordChange> {
  const stored = await provenHash(context, caller, current);
  const { user: person, ipAddress } = caller;
  return { stored, next: await acceptPassword(context, { password: next, person, ipAddress }) };
}

/** The stored form of the password that somebody has proven to know; null where there is none yet. */
async function provenHash(
  context: Context,
  caller: Caller,
  current: string | undefined,
): Promise<string | null> {
  const stored = await passwordHashOf(context.database, caller.user.id);
  if (stored === null && holdsInstallation(caller)) return null;
  if (current === undefined) throw badRequest('Missing field "current_password".');
  if (stored === null)
    throw forbidden('This account has no password yet. A link to choose one is mailed to you.');
  const given = { password: current, stored, ipAddress: caller.ipAddress };
  await confirmPassword(context, caller.user, given, 'The current password is wrong.');
  return stored;
}

/**
 * Whether the token of the data folder calls, or one that is as good: who has it may do everything already, and
 * begins without a password.
 */
const holdsInstallation = ({ user, csrfToken, scopes }: Caller): boolean =>
  user.installationAdmin &&
  csrfToken === undefined &&
  administratorScopes.every((scope) => scopes.has(scope));

/**
 * Gives who says so another password; the session that they say it in goes on alone.
 * @throws ApiError 409 where it was changed since it was proven
 */
export async function changePassword(
  change: Change,
  { stored, next }: PasswordChange,
): Promise<ChangedPassword> {
  const { transaction, by } = change;
  const { user } = by;
  if ((await passwordHashOf(transaction, user.id)) !== stored)
    throw conflict('The password was changed meanwhile.');
  const sessionHash = by.csrfToken === undefined ? undefined : by.tokenHash;
  await putPassword(transaction, user.id, { hash: next.hash, sessionHash });
  await recordActivity(change, {
    type: 'org_user_profile_change',
    entity: userEntity(user),
    organizationId: user.organizationId,
    details: { changed: ['password'] },
  });
  const { organizationId } = user;
  const organization =
    organizationId === null ? undefined : await findOrganization(transaction, organizationId);
  return { ...user, organization: organization?.name ?? null };
}

/** Who follows the link of a reset, from where, and which password they chose. */
interface ResetPassword {
  readonly token: string;
  readonly password: AcceptedPassword;
  readonly ipAddress: string;
}

/**
 * Gives the person of a link another password, which ends this link, all others, and every session. Answers who it
 * was; undefined where the link is good no more.
 */
export async function resetPassword(
  { transaction, at, context, isTold }: AnonymousChange,
  { token, password, ipAddress }: ResetPassword,
): Promise<ResettablePerson | undefined> {
  const person = await personToReset(transaction, token, at);
  if (person === undefined) return undefined;
  await putPassword(transaction, person.id, { hash: password.hash });
  const by = { user: person, kind: 'personal' as const, tokenName: '', ipAddress };
  await recordActivity(
    { transaction, by, at, context, isTold },
    {
      type: 'org_user_profile_change',
      entity: userEntity(person),
      organizationId: person.organizationId,
      details: { changed: ['password'] },
    },
  );
  return person;
}
