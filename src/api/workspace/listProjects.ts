import { nextPage } from '../../access/paged-list.ts';
import { teamIdOf } from '../../contract/branded-ids.ts';
import type { Handler } from '../../operation.ts';
import { pageOfProjects } from '../../places/projects-store.ts';

/** The projects the caller sees; those of a team that is not there for them are none. */
export const listProjects: Handler<'listProjects'> = async ({ caller, query }, { database }) => {
  const asked = { ...query, team: teamIdOf(query.team) };
  const { rows: projects, ...page } = await pageOfProjects(database, caller, asked);
  return {
    json: {
      projects: projects.map(({ id, name, teamId, access, parentId }) => ({
        id,
        name,
        team: teamId,
        access,
        parent: parentId,
      })),
      ...nextPage(page),
    },
  };
};
