import type { AnonymousChange } from '../change.ts';
import type { UserId } from '../contract/branded-ids.ts';
import { passwordHashOf } from '../people/password-store.ts';
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
  { id: userId, passwordHash }: Pick<Account, 'id' | 'passwordHash'>,
  before: BegunSession['before'],
): Promise<string | undefined> {
  const isStill = (await passwordHashOf(change.transaction, userId)) === passwordHash;
  return isStill ? beginSession(change, { userId, before }) : undefined;
}
