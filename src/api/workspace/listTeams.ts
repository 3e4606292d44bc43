import type { Handler } from '../../operation.ts';
import { membersOfTeams, visibleTeams } from './store.ts';

/** The teams the caller sees, with their members. */
export const listTeams: Handler<'listTeams'> = async ({ caller }, { database }) => {
  const teams = await visibleTeams(database, caller);
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
    },
  };
};
