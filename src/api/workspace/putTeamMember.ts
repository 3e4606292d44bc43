import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { findInvitable } from '../../people/people-store.ts';
import { findAdministeredTeam, putTeamRole } from '../../places/places-store.ts';
import { recordMembership } from '../../places/record-membership.ts';
import { endLostGrants } from '../../tokens/grants-store.ts';

export const putTeamMember: Handler<'putTeamMember'> = async ({ caller, path, body }, context) => {
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const team = await findAdministeredTeam(transaction, caller, path.team_id);
    const { id, organizationId } = team;
    const person = await findInvitable(transaction, caller, organizationId, path.user_id);
    const before = await putTeamRole(transaction, id, person.id, body.role);
    if (before !== undefined) await endLostGrants(transaction, person.id);
    const place = { of: 'team', id, organizationId, teamId: id } as const;
    await recordMembership(change, { ...place, person, before, after: body.role });
  });
  return { json: { team: path.team_id, user: path.user_id, role: body.role } };
};
