import { acceptPassword } from '../access/accepted-password.ts';
import { findAdministrator } from '../access/caller-store.ts';
import { requireEmailAddress } from '../access/email-address.ts';
import { requireName } from '../access/name-rules.ts';
import { inChange } from '../change.ts';
import type { Context } from '../context.ts';
import type { UserId } from '../contract/branded-ids.ts';
import { conflict, forbidden } from '../errors.ts';
import { changePerson } from '../people/change-person.ts';
import { passwordHashOf } from '../people/password-store.ts';
import { findAccount } from '../people/people-store.ts';
import { findToken } from '../tokens/tokens-store.ts';
import { type BegunSession, beginSession } from './begin-session.ts';

/** Whether nobody has chosen the administrator's password yet. */
export async function isToBeSetUp({ database }: Pick<Context, 'database'>): Promise<boolean> {
  const { id } = await findAdministrator(database);
  return (await passwordHashOf(database, id)) === null;
}

/** Who is to administer the server, and the token that the first start wrote. */
export interface FirstAccount {
  readonly token: string;
  readonly handle: string;
  readonly email: string;
  readonly password: string;
  readonly ipAddress: string;
}

/**
 * Gives the administrator of a new installation a name, an address and a password, once, and signs them in.
 * @throws ApiError 400, 403, 409, 429
 */
export async function setUpAdministrator(
  context: Context,
  { token, password: chosen, ...account }: FirstAccount,
  before: BegunSession['before'],
): Promise<{ readonly secret: string; readonly userId: UserId }> {
  const { handle, email, ipAddress } = account;
  const stored = await findToken(context.database, token);
  // Theirs alone does not expire.
  if (stored?.expiresAt !== null || !stored.caller.user.installationAdmin)
    throw forbidden('This is not the administrator’s token.');
  requireName(handle);
  requireEmailAddress(email);
  const password = await acceptPassword(context, { password: chosen, person: account, ipAddress });
  return inChange(context, { ...stored.caller, ipAddress }, async (change) => {
    const present = await findAccount(change.transaction, stored.caller.user.id);
    if (present.passwordHash !== null) throw conflict('This server is set up already: sign in.');
    await changePerson(change, present, { handle, email, password });
    return { secret: await beginSession(change, { userId: present.id, before }), userId: present.id };
  });
}
