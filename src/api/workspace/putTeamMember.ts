import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { putTeamMember as put } from '../../people/team-members.ts';

export const putTeamMember: Handler<'putTeamMember'> = async ({ caller, path, body }, context) => {
  const { team_id: teamId, user_id: userId } = path;
  await inChange(context, caller, (change) => put(change, { teamId, userId, role: body.role }));
  return { json: { team: teamId, user: userId, role: body.role } };
};
