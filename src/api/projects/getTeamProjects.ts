import type { Handler } from '../../operation.ts';
import { findListedTeam, foldersAtTop, orForbidden } from '../../places/listed-places-store.ts';

/** The projects of a team that the caller sees, without those that stand in another. @see PROJ-01, PROJ-07 */
export const getTeamProjects: Handler<'getTeamProjects'> = async ({ caller, path }, context) => {
  const team = await orForbidden(findListedTeam(context, caller, path.team_id));
  const projects = await foldersAtTop(context, caller, team.id);
  return { json: { name: team.name, projects: projects.map(({ id, name }) => ({ id, name })) } };
};
