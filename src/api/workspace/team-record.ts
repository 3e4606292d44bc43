import type { WorkspaceTeam } from '../../contract/contract.ts';
import { isoTime } from '../../iso-time.ts';
import type { Team } from '../../places/teams-store.ts';

/** A team as our own operations answer it. */
export const teamRecord = (
  { id, name, organizationId, archivedAt }: Team,
  members: NonNullable<WorkspaceTeam['members']>,
): WorkspaceTeam => ({
  id,
  name,
  organization: organizationId,
  archived_at: archivedAt === null ? null : isoTime(archivedAt),
  members,
});
