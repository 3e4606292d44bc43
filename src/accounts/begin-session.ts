import type { AnonymousChange } from '../change.ts';
import type { Context } from '../context.ts';
import type { UserId } from '../contract/branded-ids.ts';
import { passwordHashOf, putStoredForm } from '../people/password-store.ts';
import { deleteSession, insertSession, type Session } from '../tokens/sessions-store.ts';
import type { Account } from './proven-accounts-store.ts';

/** Who is signed in, and in which browser: the session that it had, if any. */
export interface BegunSession {
  readonly userId: UserId;
  readonly before: Pick<Session, 'hash'> | undefined;
}

/**
 * Signs somebody in, and answers the secret that stands for them from now on. The browser gets another one, so that
 * one it was given before stands for nobody; who was signed in before is so no more.
 */
export async function beginSession(
  change: AnonymousChange,
  { userId, before }: BegunSession,
): Promise<string> {
  const secret = change.context.ids.secret();
  if (before !== undefined) await deleteSession(change.transaction, before.hash);
  await insertSession(change, { secret, userId });
  return secret;
}

/**
 * The same of who has proven to know a password. Undefined where it was changed while it was compared: who changed
 * it has ended all sessions, and would not have ended this one.
 */
export async function beginSessionByPassword(
  change: AnonymousChange,
  { id: userId, passwordHash, dearerHash }: ProvenPassword,
  before: BegunSession['before'],
): Promise<string | undefined> {
  const { transaction } = change;
  const isStill = (await passwordHashOf(transaction, userId)) === passwordHash;
  if (!isStill) return undefined;
  if (dearerHash !== undefined) await putStoredForm(transaction, userId, dearerHash);
  return beginSession(change, { userId, before });
}

/** Who has proven to know a password, and its stored form. */
export interface ProvenPassword extends Pick<Account, 'id' | 'passwordHash'> {
  /** Another stored form, where guesses at the one that there is cost too little. */
  readonly dearerHash: string | undefined;
}

/** A sign-in is the one time that a password is known, and so can be stored at the cost of today. */
export async function withDearerHash(
  { passwords }: Pick<Context, 'passwords'>,
  { id, passwordHash }: Pick<Account, 'id' | 'passwordHash'>,
  { password, ipAddress }: { readonly password: string; readonly ipAddress: string },
): Promise<ProvenPassword> {
  const dearer = () => passwords.hash(password, ipAddress);
  // Where too many passwords wait to be hashed, the next sign-in does it.
  const dearerHash = passwords.isCheap(passwordHash) ? await dearer().catch(() => undefined) : undefined;
  return { id, passwordHash, dearerHash };
}
