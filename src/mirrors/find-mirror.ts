import type { Kysely } from 'kysely';
import { type Caller, isFullMember } from '../access/caller.ts';
import type { MirrorId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { notFound } from '../errors.ts';
import { findEditableProject, findVisibleProject } from '../places/projects-store.ts';
import { findMirrorRow, type Mirror } from './mirrors-store.ts';

/**
 * A mirror, for members of the organization who see the project that takes its files; of others nobody learns that they
 * are there.
 *
 * @throws ApiError 404
 */
export async function findMirror(database: Kysely<Tables>, caller: Caller, id: MirrorId): Promise<Mirror> {
  const mirror = await findMirrorRow(database, id);
  if (mirror === undefined || !(await isMirrorSeen(database, caller, mirror))) throw mirrorNotFound();
  return mirror;
}

/**
 * The same, where the caller may put files into its project.
 * @throws ApiError 404, 403
 */
export async function findManagedMirror(
  database: Kysely<Tables>,
  caller: Caller,
  id: MirrorId,
): Promise<Mirror> {
  const mirror = await findMirror(database, caller, id);
  await findEditableProject(database, caller, mirror.projectId);
  return mirror;
}

/** A mirror that is at hand, where the caller sees it. */
export async function isMirrorSeen(
  database: Kysely<Tables>,
  caller: Caller,
  { projectId }: Mirror,
): Promise<boolean> {
  const project = await findVisibleProject(database, caller, projectId).catch(() => undefined);
  return project !== undefined && isFullMember(caller, project.organizationId);
}

const mirrorNotFound = () => notFound('Mirror not found');
