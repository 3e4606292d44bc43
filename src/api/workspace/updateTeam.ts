import { changeTeamWithApps } from '../../apps/change-team-with-apps.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { membersOfTeams } from '../../places/members-store.ts';
import { teamRecord } from './team-record.ts';

/** Renames or archives a team. */
export const updateTeam: Handler<'updateTeam'> = async ({ caller, path, body }, context) => {
  const { team_id: id } = path;
  const { name, archived: isArchived } = body;
  const changes = name === undefined ? { isArchived } : { name, isArchived };
  const team = await inChange(context, caller, (change) => changeTeamWithApps(change, id, changes));
  const members = await membersOfTeams(context.database, [id]);
  const shown = members.map(({ userId, handle, role }) => ({ user: userId, handle, role }));
  return { json: teamRecord(team, shown) };
};
