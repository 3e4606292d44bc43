import { nextPage } from '../../access/page.ts';
import type { Handler } from '../../operation.ts';
import { membersOfTeams, pageOfTeams } from '../../places/places-store.ts';

/** The teams the caller sees, with their members. */
export const listTeams: Handler<'listTeams'> = async ({ caller, query }, { database }) => {
  const { rows: teams, ...page } = await pageOfTeams(database, caller, query);
  const members = Map.groupBy(
    await membersOfTeams(
      database,
      teams.map(({ id }) => id),
    ),
    (member) => member.team_id,
  );
  return {
    json: {
      teams: teams.map(({ id, name, organizationId }) => ({
        id,
        name,
        organization: organizationId,
        members: (members.get(id) ?? []).map(({ user_id, handle, role }) => ({
          user: user_id,
          handle,
          role,
        })),
      })),
      ...nextPage(page),
    },
  };
};
