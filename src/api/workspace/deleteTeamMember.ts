import { inChange } from '../../change.ts';
import { notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { findPerson } from '../../people/people-store.ts';
import { deleteTeamRole, findAdministeredTeam } from '../../places/places-store.ts';
import { recordMembership } from '../../places/record-membership.ts';
import { endLostGrants } from '../../tokens/grants-store.ts';

export const deleteTeamMember: Handler<'deleteTeamMember'> = async ({ caller, path }, context) => {
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const team = await findAdministeredTeam(transaction, caller, path.team_id);
    const { id, organizationId } = team;
    const before = await deleteTeamRole(transaction, id, path.user_id);
    if (before === undefined) throw notFound('This person is not a member.');
    await endLostGrants(transaction, path.user_id);
    const person = await findPerson(transaction, path.user_id);
    const place = { of: 'team', id, organizationId, teamId: id } as const;
    await recordMembership(change, { ...place, person, before, after: undefined });
  });
  return { json: { status: 200, error: false } };
};
