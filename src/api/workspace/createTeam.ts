import { administersInstallation } from '../../access/caller.ts';
import { refuseBeyond } from '../../access/caps-store.ts';
import { inChange } from '../../change.ts';
import { badRequest, forbidden } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { teamEntity } from '../../events/activity-entities.ts';
import type { Handler } from '../../operation.ts';
import { requireName } from '../../people/person-name.ts';
import { administersOrganization } from '../../places/place-role.ts';
import { findOrganization, insertTeam } from '../../places/places-store.ts';

/** Makes a team in an organization that the caller sees to. */
export const createTeam: Handler<'createTeam'> = async ({ caller, body }, context) => {
  const organization = body.organization ?? caller.user.organizationId;
  requireName(body.name);
  if (organization === null) throw badRequest('Name the "organization": you belong to none.');
  if (!administersOrganization(caller, organization)) {
    throw forbidden('Only an administrator of the organization may make a team.');
  }
  await refuseBeyond(context.database, 'teamsOfOrganization', organization);
  const id = context.ids.digits();
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    if (
      administersInstallation(caller) &&
      (await findOrganization(transaction, organization)) === undefined
    ) {
      throw badRequest(`There is no organization "${organization}".`);
    }
    const team = { id, name: body.name, organization_id: organization, created_at: context.clock.now() };
    await insertTeam(transaction, team, caller.user.id);
    await recordActivity(change, {
      type: 'team_create',
      entity: teamEntity(team),
      organizationId: organization,
      teamId: id,
    });
  });
  const { id: user, handle } = caller.user;
  const members = [{ user, handle, role: 'admin' as const }];
  return { json: { id, name: body.name, organization, members } };
};
