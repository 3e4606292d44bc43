import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { removeTeamMember } from '../../people/team-members.ts';

export const deleteTeamMember: Handler<'deleteTeamMember'> = async ({ caller, path }, context) => {
  const member = { teamId: path.team_id, userId: path.user_id };
  await inChange(context, caller, (change) => removeTeamMember(change, member));
  return { json: { status: 200, error: false } };
};
