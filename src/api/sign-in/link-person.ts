import type { ProvenPerson } from '../../access/single-sign-on/proven-person.ts';
import { findIdentity, identitiesOf, insertIdentity } from '../../accounts/identities-store.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { recordActivity } from '../../events/activity.ts';
import { userEntity } from '../../events/activity-entities.ts';
import type { Call, TextAnswer } from '../../operation.ts';
import { messagePage } from '../../pages/message-page.ts';
import { seeOther } from '../../pages/page.ts';
import { visitOf } from '../../pages/visit.ts';

/** One person needs few. */
const mostIdentities = 10;

/** Lets somebody at the provider open the account of who is signed in here, and was when it began. */
export async function linkPerson(
  call: Call<'getSingleSignOnCallback'>,
  context: Context,
  person: ProvenPerson,
  { userId, next }: { userId: string; next: string | undefined },
): Promise<TextAnswer> {
  const { session } = await visitOf(call, context);
  if (session?.user.id !== userId)
    return notLinkedPage(
      'You are not signed in any more as whoever began this. Sign in and begin again.',
      403,
    );
  const { user } = session;
  const { database, ids, clock } = context;
  const problem = await inTransaction(database, async (transaction) => {
    const present = await findIdentity(transaction, person);
    if (present?.user_id === userId) return undefined;
    if (present !== undefined) return 'You open another account here already, and can open only one.';
    if ((await identitiesOf(transaction, userId)).length >= mostIdentities)
      return `Your account is linked to ${mostIdentities} others already. Unlink one first.`;
    await insertIdentity(transaction, {
      ...{ id: ids.digits(), issuer: person.issuer, subject: person.subject, user_id: userId },
      ...{ email: person.email ?? null, created_at: clock.now(), last_used_at: null },
    });
    const by = { user, kind: 'personal' as const, tokenName: '', ipAddress: call.ipAddress };
    await recordActivity(
      { transaction, by, at: clock.now(), context, isTold: true },
      {
        type: 'user_identity_link',
        entity: userEntity(user),
        organizationId: user.organizationId,
        details: { issuer: person.issuer, email: person.email ?? null },
      },
    );
    return undefined;
  });
  if (problem !== undefined) return notLinkedPage(problem, 409);
  if (next !== undefined) return seeOther(next);
  return messagePage(
    'Linked',
    `From now on the provider opens the account of ${user.handle} (${user.email}).`,
  );
}

const notLinkedPage = (sentence: string, status: number): TextAnswer =>
  messagePage('Not linked', sentence, status);
