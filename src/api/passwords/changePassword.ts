import type { Caller } from '../../access/caller.ts';
import { confirmPassword } from '../../access/confirm-password.ts';
import { passwordProblem } from '../../access/password-policy.ts';
import { administratorScopes } from '../../access/scopes.ts';
import { changePassword as storePassword } from '../../accounts/change-password.ts';
import { inChange } from '../../change.ts';
import type { Context } from '../../context.ts';
import { badRequest, forbidden } from '../../errors.ts';
import { passwordChangedMail } from '../../mail/mails.ts';
import type { Call, Handler } from '../../operation.ts';
import { passwordHashOf } from '../../people/password-store.ts';
import { findOrganization } from '../../places/organizations-store.ts';

/** Changes the caller's password: who sits at an open browser does not know the one before. */
export const changePassword: Handler<'changePassword'> = async (call, context) => {
  const { caller, body } = call;
  const stored = await provenHash(call, context);
  const problem = passwordProblem(body.new_password, caller.user);
  if (problem !== undefined) throw badRequest(problem);
  const hash = await context.passwords.hash(body.new_password, call.ipAddress);
  const { user } = caller;
  const organization = await inChange(context, caller, async (change) => {
    const { transaction } = change;
    await storePassword(change, { stored, hash });
    return user.organizationId === null ? undefined : findOrganization(transaction, user.organizationId);
  });
  const mail = passwordChangedMail(user.email, { ...user, organization: organization?.name ?? null });
  context.mailer.later(() => context.mailer.send(mail));
  return { json: { status: 200, error: false } };
};

/**
 * The stored form of the password that the caller has proven to know. Guesses count as at the sign-in. Null where
 * there is none yet and the caller may choose the first.
 * @throws ApiError 400, 403, 429
 */
async function provenHash(
  { caller, body, ipAddress }: Call<'changePassword'>,
  context: Context,
): Promise<string | null> {
  const stored = await passwordHashOf(context.database, caller.user.id);
  if (stored === null && holdsInstallation(caller)) return null;
  if (body.current_password === undefined) throw badRequest('Missing field "current_password".');
  if (stored === null)
    throw forbidden('This account has no password yet. A link to choose one is mailed to you.');
  const given = { password: body.current_password, stored, ipAddress };
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
