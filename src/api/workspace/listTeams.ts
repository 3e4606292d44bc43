import { nextPage } from '../../access/paged-list.ts';
import type { Handler } from '../../operation.ts';
import { membersOfTeams } from '../../places/members-store.ts';
import { pageOfTeams } from '../../places/teams-store.ts';
import { teamRecord } from './team-record.ts';

/** The teams the caller sees, with their members. */
export const listTeams: Handler<'listTeams'> = async ({ caller, query }, { database }) => {
  const { rows: teams, ...page } = await pageOfTeams(database, caller, query);
  const members = Map.groupBy(
    await membersOfTeams(
      database,
      teams.map(({ id }) => id),
    ),
    (member) => member.teamId,
  );
  return {
    json: {
      teams: teams.map((team) =>
        teamRecord(
          team,
          (members.get(team.id) ?? []).map(({ userId, handle, role }) => ({ user: userId, handle, role })),
        ),
      ),
      ...nextPage(page),
    },
  };
};
