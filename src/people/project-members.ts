import type { Change } from '../change.ts';
import type { ProjectId, UserId } from '../contract/branded-ids.ts';
import { notFound } from '../errors.ts';
import { deleteProjectRole, type MemberRole, putProjectRole } from '../places/members-store.ts';
import { findAdministeredProject } from '../places/projects-store.ts';
import { findInvitable, findPerson } from './people-store.ts';
import { recordMembership } from './record-membership.ts';

/** Who is meant, and of which project. */
export interface ProjectMember {
  readonly projectId: ProjectId;
  readonly userId: UserId;
}

/**
 * Invites somebody to a project, or gives them another role.
 * @throws ApiError 403, 404
 */
export async function putProjectMember(
  change: Change,
  { projectId, userId, role }: ProjectMember & { readonly role: MemberRole },
): Promise<void> {
  const { transaction, by } = change;
  const { organizationId, teamId } = await findAdministeredProject(transaction, by, projectId);
  const person = await findInvitable(transaction, by, organizationId, userId);
  const before = await putProjectRole(transaction, { placeId: projectId, userId, role });
  const place = { of: 'folder', id: projectId, organizationId, teamId } as const;
  await recordMembership(change, { ...place, person, before, after: role });
}

/**
 * Takes somebody out of a project.
 * @throws ApiError 403, 404
 */
export async function removeProjectMember(
  change: Change,
  { projectId, userId }: ProjectMember,
): Promise<void> {
  const { transaction, by } = change;
  const { organizationId, teamId } = await findAdministeredProject(transaction, by, projectId);
  const before = await deleteProjectRole(transaction, projectId, userId);
  if (before === undefined) throw notFound('This person is not a member.');
  const person = await findPerson(transaction, userId);
  const place = { of: 'folder', id: projectId, organizationId, teamId } as const;
  await recordMembership(change, { ...place, person, before, after: undefined });
}
