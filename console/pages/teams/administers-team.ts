import type { Session } from '../../api/session.ts';
import type { Team } from '../files/file-queries.ts';

/** Whether the person administers the team's members. */
export function administersTeam({ user, administers_installation }: Session, team: Team): boolean {
  const isAdmin = team.members?.some((member) => member.user === user.id && member.role === 'admin');
  return (
    isAdmin === true ||
    administers_installation ||
    (user.role === 'admin' && user.organization === team.organization)
  );
}
