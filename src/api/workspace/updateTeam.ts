import { changeTeamWithApps } from '../../apps/change-team-with-apps.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { membersOfTeams } from '../../places/members-store.ts';
import { teamRecord } from './team-record.ts';

/** Changes what a team is called. */
export const updateTeam: Handler<'updateTeam'> = async ({ caller, path, body }, context) => {
  const { team_id: id } = path;
  const team = await inChange(context, caller, (change) => changeTeamWithApps(change, id, body));
  const members = await membersOfTeams(context.database, [id]);
  const shown = members.map(({ userId, handle, role }) => ({ user: userId, handle, role }));
  return { json: teamRecord(team, shown) };
};
