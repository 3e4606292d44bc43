import { useSuspenseQuery } from '@tanstack/react-query';
import { archivedTeamsQuery } from './archived-queries.ts';
import { type Team, teamsQuery } from './file-queries.ts';

/** A team that the person sees, archived or not. */
export function useTeam(id: string): Team | undefined {
  const { teams } = useSuspenseQuery(teamsQuery).data;
  const archived = useSuspenseQuery(archivedTeamsQuery).data.teams;
  return [...teams, ...archived].find((team) => team.id === id);
}
