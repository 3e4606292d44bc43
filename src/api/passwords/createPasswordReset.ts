import { mayHoldReset, refuseTakeover } from '../../access/takeover-store.ts';
import { hashToken } from '../../access/token-hash.ts';
import { inChange } from '../../change.ts';
import type { Context } from '../../context.ts';
import { ApiError, conflict, forbidden } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { userEntity } from '../../events/activity-entities.ts';
import { passwordResetMail } from '../../mail/mails.ts';
import type { Call, Handler } from '../../operation.ts';
import { findUserOf, type Person } from '../../people/people-store.ts';
import { requireAdministeredOrganization } from '../../places/organizations-store.ts';
import { endPasswordResetsOf, insertPasswordReset, resetLifeMs } from '../../tokens/password-resets-store.ts';

/**
 * Sends a person a link to choose another password. Without a mail server the administrator is given the link,
 * where signing in as that person gives them nothing that they have not already.
 */
export const createPasswordReset: Handler<'createPasswordReset'> = async (call, context) => {
  const token = context.ids.secret();
  const expiresAt = context.clock.now() + resetLifeMs;
  const { organization, user } = await storeReset(call, context, token, expiresAt);
  const link = `${context.addresses.web}/reset-password/${token}`;
  const expires_at = new Date(expiresAt).toISOString();
  if (!context.mailer.isOn) return { json: { delivery: 'shown', link, expires_at } };
  const mail = passwordResetMail(user.email, { handle: user.handle, organization: organization.name, link });
  const delivery = (await context.mailer.send(mail)) ? 'mailed' : 'failed';
  return { json: { delivery, expires_at } };
};

async function storeReset(
  { caller, path, ipAddress }: Call<'createPasswordReset'>,
  context: Context,
  token: string,
  expiresAt: number,
) {
  return inChange(context, caller, async (change) => {
    const { transaction } = change;
    const organization = await requireAdministeredOrganization(transaction, caller, path.organization_id);
    const user = await findUserOf(transaction, organization.id, path.user_id);
    refuseWhereUseless(context, user);
    if (!context.mailer.isOn && !(await mayHoldReset(transaction, caller.user, user))) {
      await refuseTakeover(transaction, caller.user, user);
      throw forbidden(
        'The password of an administrator of the installation is changed by `vitrine user update`.',
      );
    }
    refuseTooMany(context, user, ipAddress);
    await endPasswordResetsOf(transaction, user.id);
    await insertPasswordReset(transaction, {
      hash: hashToken(token),
      user_id: user.id,
      shown_to: context.mailer.isOn ? null : caller.user.id,
      created_at: context.clock.now(),
      expires_at: expiresAt,
    });
    await recordActivity(change, {
      type: 'org_user_password_reset_create',
      entity: userEntity(user),
      organizationId: organization.id,
    });
    return { organization, user };
  });
}

function refuseWhereUseless({ config }: Context, user: Person): void {
  if (config.oidcOnly && user.installationAdmin === 0)
    throw conflict('Passwords open no accounts here: people sign in by single sign-on.');
}

function refuseTooMany({ resetRequests }: Context, { email }: Person, ipAddress: string): void {
  const waitSeconds = resetRequests.take({ email, ipAddress });
  if (waitSeconds === undefined) return;
  const headers = { 'retry-after': String(waitSeconds) };
  throw new ApiError(429, `Too many links were asked for. Wait ${waitSeconds} seconds and try again.`, {
    headers,
  });
}
