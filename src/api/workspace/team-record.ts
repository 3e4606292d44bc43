import type { WorkspaceTeam } from '../../contract/contract.ts';
import type { Team } from '../../places/teams-store.ts';

/** A team as our own operations answer it. */
export const teamRecord = (
  { id, name, organizationId }: Team,
  members: NonNullable<WorkspaceTeam['members']>,
): WorkspaceTeam => ({
  id,
  name,
  organization: organizationId,
  members,
});
