import type { OrganizationId, UserId } from '../contract/branded-ids.ts';
import { type CallerUser, isMemberOf } from './caller.ts';
import { isBeyond } from './plan-token.ts';

/** @see B49 */
export type FileRole = 'owner' | 'editor' | 'viewer';
/** @see FILE-12 */
export type LinkAccess = (typeof linkAccesses)[number];
const linkAccesses = ['inherit', 'view', 'edit', 'org_view', 'org_edit'] as const;
type MemberRole = 'admin' | 'editor' | 'viewer';

/** What is known of a file, its project and the caller's place in them. */
export interface FileStanding {
  readonly ownerId: UserId;
  readonly linkAccess: LinkAccess;
  /** The organization whose team the file's project belongs to. */
  readonly organizationId: OrganizationId;
  readonly projectAccess: 'team' | 'view_only' | 'invite_only';
  /** The caller's role in the team, and among those invited to the project. */
  readonly teamRole: MemberRole | null;
  readonly projectRole: MemberRole | null;
}

/**
 * The caller's role on a file, or undefined when the file is not there for them. A link never takes away
 * what the project gives; the administrator of the installation has every file as its owner does.
 *
 * @see FILE-12, FILE-13, FILE-14, AUTH-08
 */
export function fileRole(user: CallerUser, file: FileStanding): FileRole | undefined {
  return strongest(reasonsForRole(user, file).map(({ role }) => role));
}

/** What gives somebody a role on a file, and which. */
export interface RoleReason {
  readonly by: 'installation' | 'ownership' | 'project' | 'team' | 'link';
  readonly role: FileRole;
}

/** All that gives somebody a role on a file; nothing where it is not there for them. */
export function reasonsForRole(user: CallerUser, file: FileStanding): readonly RoleReason[] {
  if (isBeyond(user, file.organizationId)) return [];
  const roles: readonly [RoleReason['by'], FileRole | undefined][] = [
    ['installation', user.installationAdmin ? 'owner' : undefined],
    ['ownership', user.id === file.ownerId ? 'owner' : undefined],
    ['project', roleByInvitation(file.projectRole)],
    ['team', roleByTeam(file)],
    ['link', roleByLink(user, file)],
  ];
  return roles.flatMap(([by, role]) => (role === undefined ? [] : [{ by, role }]));
}

/** What a project gives its people: `inherit` is this and nothing more. */
export function roleByProject(file: FileStanding): FileRole | undefined {
  return strongest([roleByInvitation(file.projectRole), roleByTeam(file)]);
}

function roleByInvitation(role: MemberRole | null): FileRole | undefined {
  if (role === null) return undefined;
  return role === 'viewer' ? 'viewer' : 'editor';
}

function roleByTeam({ teamRole, projectAccess }: FileStanding): FileRole | undefined {
  if (teamRole === null || projectAccess === 'invite_only') return undefined;
  if (teamRole === 'admin') return 'editor';
  return teamRole === 'editor' && projectAccess === 'team' ? 'editor' : 'viewer';
}

/** The kinds of link that open a file of that organization to somebody. */
export function openingLinks(user: CallerUser, organizationId: OrganizationId): LinkAccess[] {
  return linkAccesses.filter((linkAccess) => roleByLink(user, { linkAccess, organizationId }) !== undefined);
}

/** A link for an organization is not for its guests: they see what they were invited to. */
function roleByLink(
  user: CallerUser,
  file: Pick<FileStanding, 'linkAccess' | 'organizationId'>,
): FileRole | undefined {
  const isOfOrganization = isMemberOf(user, file.organizationId);
  switch (file.linkAccess) {
    case 'inherit':
      return undefined;
    case 'view':
      return 'viewer';
    case 'edit':
      return 'editor';
    case 'org_view':
      return isOfOrganization ? 'viewer' : undefined;
    case 'org_edit':
      return isOfOrganization ? 'editor' : undefined;
  }
}

const strength: Readonly<Record<FileRole, number>> = { owner: 3, editor: 2, viewer: 1 };

function strongest(roles: (FileRole | undefined)[]): FileRole | undefined {
  return roles
    .filter((role) => role !== undefined)
    .sort((a, b) => strength[b] - strength[a])
    .at(0);
}

export function mayEdit(role: FileRole): boolean {
  return strength[role] >= strength.editor;
}
