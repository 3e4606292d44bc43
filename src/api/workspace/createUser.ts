import { refuseBeyond } from '../../access/caps-store.ts';
import { passwordProblem } from '../../access/password-policy.ts';
import { requireName } from '../../access/shown-name.ts';
import { inChange } from '../../change.ts';
import { badRequest } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { userEntity } from '../../events/activity-entities.ts';
import type { Handler } from '../../operation.ts';
import { findUserOf, insertUser, refuseTakenEmail, userRecord } from '../../people/people-store.ts';
import { requireAdministeredOrganization } from '../../places/organizations-store.ts';
import { removeInvitationsOf } from '../../tokens/invitations-store.ts';

export const createUser: Handler<'createUser'> = async ({ caller, path, body }, context) => {
  const organization = path.organization_id;
  await requireAdministeredOrganization(context.database, caller, organization);
  await refuseBeyond(context.database, 'peopleOfOrganization', organization);
  requireName(body.handle);
  const problem = body.password === undefined ? undefined : passwordProblem(body.password, body);
  if (problem !== undefined) throw badRequest(problem);
  const passwordHash =
    body.password === undefined ? null : await context.passwords.hash(body.password, caller.ipAddress);
  const id = context.ids.digits();
  const user = await inChange(context, caller, async (change) => {
    const { transaction } = change;
    await refuseTakenEmail(transaction, organization, body.email);
    await removeInvitationsOf(transaction, organization, body.email);
    await insertUser(transaction, {
      id,
      handle: body.handle,
      email: body.email,
      img_url: '',
      password_hash: passwordHash,
      organization_id: organization,
      role: body.role ?? 'member',
      seat: body.seat ?? 'full',
      created_at: context.clock.now(),
    });
    const made = await findUserOf(transaction, organization, id);
    await recordActivity(change, {
      type: 'org_user_create',
      entity: userEntity(made),
      organizationId: organization,
      details: { permission: made.role, seat: made.seat },
    });
    return made;
  });
  return { json: userRecord(user) };
};
