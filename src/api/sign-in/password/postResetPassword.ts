import { passwordProblem } from '../../../access/password-policy.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { recordActivity } from '../../../events/activity.ts';
import { userEntity } from '../../../events/activity-entities.ts';
import { passwordChangedMail } from '../../../mail/mails.ts';
import type { Handler } from '../../../operation.ts';
import { requireFormToken, visitOf } from '../../../pages/visit.ts';
import { putPassword } from '../../../people/password-store.ts';
import { personToReset } from '../../../tokens/password-resets-store.ts';
import { noResetPage, passwordChangedPage, resetPasswordPage } from './reset-password-page.ts';

/** Sets the password, which ends this link, all others, and every session. Nobody is signed in by it. */
export const postResetPassword: Handler<'postResetPassword'> = async (call, context) => {
  const token = call.path.reset_token;
  const { database, clock, mailer } = context;
  const visit = await visitOf(call, context);
  requireFormToken(visit, call.body.form_token);
  const person = await personToReset(database, token, clock.now());
  if (person === undefined) return noResetPage();
  const problem = passwordProblem(call.body.password, person);
  if (problem !== undefined) {
    const here = `${call.basePath}/reset-password/${encodeURIComponent(token)}`;
    return resetPasswordPage(visit, { person, here, problem });
  }
  const hash = await context.passwords.hash(call.body.password, call.ipAddress);
  const isChanged = await inTransaction(database, async (transaction) => {
    const still = await personToReset(transaction, token, clock.now());
    if (still === undefined) return false;
    await putPassword(transaction, still.id, { hash });
    const by = { user: still, kind: 'personal' as const, tokenName: '', ipAddress: call.ipAddress };
    await recordActivity(
      { transaction, by, at: clock.now(), context, isTold: true },
      {
        type: 'org_user_profile_change',
        entity: userEntity(still),
        organizationId: still.organizationId,
        details: { changed: ['password'] },
      },
    );
    return true;
  });
  if (!isChanged) return noResetPage();
  mailer.later(() => mailer.send(passwordChangedMail(person.email, person)));
  return passwordChangedPage(visit);
};
