import type { Kysely } from 'kysely';
import { homePath } from '../../access/addresses.ts';
import type { ProvenPerson } from '../../access/single-sign-on/proven-person.ts';
import { createPerson } from '../../accounts/create-person.ts';
import { findIdentity, insertIdentity, rememberIdentityUse } from '../../accounts/identities-store.ts';
import { isInvitationPath } from '../../accounts/proven-invitation-store.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Call, TextAnswer } from '../../operation.ts';
import { seeOther } from '../../pages/page.ts';
import { visitOf } from '../../pages/visit.ts';
import { beginSession } from './begin-session.ts';
import { notSignedInPage } from './single-sign-on-pages.ts';

/**
 * Signs in whose identity it is. Who comes for the first time gets an account where the settings have it so, and
 * none that is there already: the same e-mail address proves nothing.
 */
export async function signInPerson(
  call: Call<'getSingleSignOnCallback'>,
  context: Context,
  person: ProvenPerson,
  next: string | undefined,
): Promise<TextAnswer> {
  const visit = await visitOf(call, context);
  const outcome = await inTransaction(context.database, async (transaction) => {
    const account = await accountOf(transaction, context, person, { ipAddress: call.ipAddress, next });
    if ('refusal' in account) return account;
    const cookies = await beginSession(transaction, context, visit, account.userId);
    return { cookies, isNew: account.isNew === true };
  });
  if ('refusal' in outcome) return notSignedInPage(call.basePath, outcome.refusal);
  // An invitation that was accepted on the way is not there any more.
  const onwards = outcome.isNew && isInvitationPath(next) ? undefined : next;
  return seeOther(onwards ?? homePath(context.config, call.basePath), { 'set-cookie': outcome.cookies });
}

async function accountOf(
  transaction: Kysely<Tables>,
  context: Context,
  person: ProvenPerson,
  came: { ipAddress: string; next: string | undefined },
): Promise<{ userId: string; isNew?: true } | { refusal: string }> {
  const now = context.clock.now();
  const identity = await findIdentity(transaction, person);
  if (identity !== undefined) {
    await rememberIdentityUse(transaction, identity.id, now);
    return { userId: identity.user_id };
  }
  const created = await createPerson(transaction, context, person, came);
  if ('refusal' in created) return created;
  await insertIdentity(transaction, {
    ...{ id: context.ids.digits(), issuer: person.issuer, subject: person.subject },
    ...{ user_id: created.userId, email: person.email ?? null, created_at: now, last_used_at: now },
  });
  return { ...created, isNew: true };
}
