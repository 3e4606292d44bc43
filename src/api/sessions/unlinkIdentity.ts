import { deleteIdentity, identitiesOf } from '../../accounts/identities-store.ts';
import { inChange } from '../../change.ts';
import { conflict, notFound } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { userEntity } from '../../events/activity-entities.ts';
import type { Handler } from '../../operation.ts';
import { passwordHashOf } from '../../people/password-store.ts';

/** Ends that somebody at the provider opens the caller's account, unless nothing else does. */
export const unlinkIdentity: Handler<'unlinkIdentity'> = ({ caller, path }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const { user } = caller;
    const identities = await identitiesOf(transaction, user.id);
    const identity = identities.find(({ id }) => id === path.identity_id);
    if (identity === undefined) throw notFound('Identity not found');
    const hasPassword = (await passwordHashOf(transaction, user.id)) !== null;
    const opensByPassword = hasPassword && (user.installationAdmin || context.config.oidcOnly !== true);
    if (identities.length === 1 && !opensByPassword)
      throw conflict('Nothing else opens your account. Choose a password or link another identity first.');
    await deleteIdentity(transaction, identity.id);
    await recordActivity(change, {
      type: 'user_identity_unlink',
      entity: userEntity(user),
      organizationId: user.organizationId,
      details: { issuer: identity.issuer, email: identity.email },
    });
    return { json: { status: 200, error: false } };
  });
