import type { Change } from '../change.ts';
import type { ProjectId } from '../contract/branded-ids.ts';
import { removeFile } from '../files/delete-file.ts';
import { filesInProjects } from '../files/listed-files-store.ts';
import { detachMirrorsIn } from '../mirrors/detach-mirror.ts';
import { deleteProjectRows } from '../places/projects-store.ts';
import type { Team } from '../places/teams-store.ts';

/** Takes projects away with their files; what is kept current in them ends. Whoever asks may do that. */
export async function removeProjects(
  change: Change,
  { id: teamId, organizationId }: Team,
  projectIds: readonly ProjectId[],
): Promise<void> {
  const { transaction } = change;
  const files = await filesInProjects(transaction, projectIds);
  await detachMirrorsIn(change, projectIds);
  for (const file of files) await removeFile(change, { ...file, teamId, organizationId });
  await deleteProjectRows(transaction, projectIds);
}
