import type { Session } from '../../api/session.ts';
import type { Project, Team } from '../files/file-queries.ts';

/** Whether the person may put files into a project, and change those in it: as an editor of it or of its team. */
export function mayPutFiles(
  { user, administers_installation }: Pick<Session, 'user' | 'administers_installation'>,
  { access, members = [] }: Pick<Project, 'access' | 'members'>,
  team: Pick<Team, 'members'> | undefined,
): boolean {
  const roleAmong = (people: typeof members) => people.find((member) => member.user === user.id)?.role;
  const [inProject, inTeam] = [roleAmong(members), roleAmong(team?.members ?? [])];
  if (administers_installation || inProject === 'admin' || inProject === 'editor') return true;
  if (access === 'invite_only') return false;
  return inTeam === 'admin' || (inTeam === 'editor' && access === 'team');
}
