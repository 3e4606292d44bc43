import { nextPage } from '../../access/paged-list.ts';
import { teamIdOf } from '../../contract/branded-ids.ts';
import type { Handler } from '../../operation.ts';
import { membersOfProjects } from '../../places/members-store.ts';
import { pageOfProjects } from '../../places/projects-store.ts';
import { projectRecord } from './project-record.ts';

/** The projects the caller sees, with who was invited to them; those of a team that is not there for them are none. */
export const listProjects: Handler<'listProjects'> = async ({ caller, query }, { database }) => {
  const asked = { ...query, team: teamIdOf(query.team) };
  const { rows: projects, ...page } = await pageOfProjects(database, caller, asked);
  const ids = projects.map(({ id }) => id);
  const members = Map.groupBy(await membersOfProjects(database, ids), ({ projectId }) => projectId);
  return {
    json: {
      projects: projects.map((project) => ({
        ...projectRecord(project),
        members: (members.get(project.id) ?? []).map(({ userId, handle, role }) => ({
          user: userId,
          handle,
          role,
        })),
      })),
      ...nextPage(page),
    },
  };
};
