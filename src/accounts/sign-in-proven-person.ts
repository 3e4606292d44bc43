import type { AnonymousChange } from '../change.ts';
import type { UserId } from '../contract/branded-ids.ts';
import type { AdmittedPerson } from './admitted-person.ts';
import { type BegunSession, beginSession } from './begin-session.ts';
import { type Arrival, createProvenPerson, type Refusal } from './create-proven-person.ts';
import { findIdentity, rememberIdentityUse } from './identities-store.ts';
import { addIdentity } from './link-identity.ts';

/** Who is signed in now, by what secret, and whether they got their account by it. */
interface SignedIn {
  readonly userId: UserId;
  readonly secret: string;
  readonly isNew: boolean;
}

/**
 * Signs in whose identity it is. Who comes for the first time gets an account where the settings have it so, and
 * none that is there already: the same e-mail address proves nothing.
 */
export async function signInProvenPerson(
  change: AnonymousChange,
  person: AdmittedPerson,
  { before, ...arrival }: Arrival & Pick<BegunSession, 'before'>,
): Promise<SignedIn | Refusal> {
  const account = await accountOf(change, person, arrival);
  if ('refusal' in account) return account;
  const secret = await beginSession(change, { userId: account.userId, before });
  return { ...account, secret };
}

async function accountOf(
  change: AnonymousChange,
  person: AdmittedPerson,
  arrival: Arrival,
): Promise<Omit<SignedIn, 'secret'> | Refusal> {
  const { transaction, at } = change;
  const identity = await findIdentity(transaction, person);
  if (identity !== undefined) {
    await rememberIdentityUse(change, identity.id);
    return { userId: identity.userId, isNew: false };
  }
  const created = await createProvenPerson(change, person, arrival);
  if ('refusal' in created) return created;
  await addIdentity(change, person, { userId: created.userId, lastUsedAt: at });
  return { ...created, isNew: true };
}
