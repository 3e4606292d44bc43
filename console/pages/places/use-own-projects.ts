import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/session.ts';
import { allProjectsQuery, type Project, teamsQuery } from '../files/file-queries.ts';
import { mayPutFiles } from './may-put-files.ts';

/** The projects of the person's organization that they may put files into. */
export function useOwnProjects(): readonly Project[] {
  const session = useSuspenseQuery(sessionQuery).data;
  const projects = useQuery(allProjectsQuery).data?.projects ?? [];
  const teams = useQuery(teamsQuery).data?.teams ?? [];
  const byId = new Map(teams.map((team) => [team.id, team]));
  return projects.filter((project) => {
    const team = byId.get(project.team);
    const isOwn = team === undefined || team.organization === session.user.organization;
    return isOwn && mayPutFiles(session, project, team);
  });
}
