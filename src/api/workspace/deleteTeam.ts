import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { deleteTeam as deleteTeamOf } from '../../removal/delete-team.ts';

/** Deletes a team for those who administer it, and what it holds where that is said. */
export const deleteTeam: Handler<'deleteTeam'> = async ({ caller, path, query }, context) => {
  const withContents = query.with_contents ?? false;
  await inChange(context, caller, (change) => deleteTeamOf(change, path.team_id, { withContents }));
  return { json: { status: 200, error: false } };
};
