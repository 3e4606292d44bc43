import type { AnonymousChange, Change } from '../change.ts';
import { conflict } from '../errors.ts';
import { recordActivity } from '../events/activity.ts';
import { userEntity } from '../events/activity-entities.ts';
import { passwordHashOf, putPassword } from '../people/password-store.ts';
import { personToReset, type ResettablePerson } from '../tokens/password-resets-store.ts';

/** The stored forms of a password: the one that was proven to be known, and the one that comes in its place. */
export interface PasswordChange {
  readonly stored: string | null;
  readonly hash: string;
}

/**
 * Gives who says so another password; the session that they say it in goes on alone.
 * @throws ApiError 409 where it was changed since it was proven
 */
export async function changePassword(change: Change, { stored, hash }: PasswordChange): Promise<void> {
  const { transaction, by } = change;
  const { user } = by;
  if ((await passwordHashOf(transaction, user.id)) !== stored)
    throw conflict('The password was changed meanwhile.');
  const sessionHash = by.csrfToken === undefined ? undefined : by.tokenHash;
  await putPassword(transaction, user.id, { hash, sessionHash });
  await recordActivity(change, {
    type: 'org_user_profile_change',
    entity: userEntity(user),
    organizationId: user.organizationId,
    details: { changed: ['password'] },
  });
}

/**
 * Gives the person of a link another password, which ends this link, all others, and every session. Answers who it
 * was; undefined where the link is good no more.
 */
export async function resetPassword(
  { transaction, at, context, isTold }: AnonymousChange,
  { token, hash, ipAddress }: { readonly token: string; readonly hash: string; readonly ipAddress: string },
): Promise<ResettablePerson | undefined> {
  const person = await personToReset(transaction, token, at);
  if (person === undefined) return undefined;
  await putPassword(transaction, person.id, { hash });
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
