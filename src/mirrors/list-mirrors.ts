import type { Kysely } from 'kysely';
import { administersInstallation, type Caller, isFullMember } from '../access/caller.ts';
import type { Page, PageQuery } from '../access/paged-list.ts';
import type { ProjectId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { findVisibleProject, visibleProjects } from '../places/projects-store.ts';
import { type Mirror, pageOfMirrors } from './mirrors-store.ts';

/**
 * A page of the mirrors that the caller sees, of a project or of all.
 * @throws ApiError 404 for a project that is not there for them
 */
export async function listMirrorsFor(
  database: Kysely<Tables>,
  caller: Caller,
  { project, ...query }: PageQuery & { readonly project?: ProjectId | undefined },
): Promise<Page<Mirror>> {
  const projects =
    project === undefined
      ? await visibleProjects(database, caller, undefined)
      : [await findVisibleProject(database, caller, project)];
  const seen = new Set(
    projects.filter(({ organizationId }) => isFullMember(caller, organizationId)).map(({ id }) => id),
  );
  const organizationId = administersInstallation(caller)
    ? undefined
    : (caller.user.organizationId ?? undefined);
  const isSeen = ({ projectId }: Mirror) => seen.has(projectId);
  return pageOfMirrors(database, { organizationId, projectId: project, isSeen }, query);
}
