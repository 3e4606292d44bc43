import type { Handler } from '../../operation.ts';
import { visibleProjects } from './store.ts';

/** The projects the caller sees; those of a team that is not there for them are none. */
export const listProjects: Handler<'listProjects'> = async ({ caller, query }, { database }) => {
  const projects = await visibleProjects(database, caller, query.team);
  return {
    json: {
      projects: projects.map(({ id, name, team_id, access, parent_id }) => ({
        id,
        name,
        team: team_id,
        access,
        parent: parent_id,
      })),
    },
  };
};
