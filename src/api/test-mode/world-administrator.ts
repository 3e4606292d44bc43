import { allScopes } from '../../access/scopes.ts';
import type { WorkspaceFile } from '../../contract/contract.ts';
import type { Ids } from '../../ids.ts';

/** Everything but control of the test mode itself, which reaches beyond one world. */
const scopes = [...allScopes, 'workspace:read', 'workspace:write'];

/**
 * Adds somebody who may do everything in the world and nothing outside of it: an administrator of its first
 * organization, admin of its teams and among the invited of its closed projects, and the owner of files that
 * name none. A world without an organization gets one.
 */
export function withAdministrator(
  world: WorkspaceFile,
  ids: Ids,
): { workspace: WorkspaceFile; token: string } {
  const token = ids.secret();
  const userId = ids.digits();
  const organizations = world.organizations?.length
    ? world.organizations
    : [{ id: ids.digits(), name: 'World' }];
  const organization = organizations[0]?.id as string;
  const member = { user: userId, role: 'admin' as const };
  const administrator = {
    id: userId,
    handle: 'World administrator',
    email: `administrator-${userId}@localhost`,
    organization,
    role: 'admin' as const,
    tokens: [{ name: 'world', token, scopes: scopes as never }],
  };
  const workspace: WorkspaceFile = {
    ...world,
    organizations,
    users: [...(world.users ?? []), administrator],
    teams: (world.teams ?? []).map((team) => ({
      ...team,
      ...(team.organization === undefined && organizations.length === 1 ? { organization } : {}),
      members: [...(team.members ?? []), member],
    })),
    projects: (world.projects ?? []).map((project) =>
      project.access === 'invite_only'
        ? { ...project, members: [...(project.members ?? []), member] }
        : project,
    ),
    files: (world.files ?? []).map((file) => (file.owner === undefined ? { ...file, owner: userId } : file)),
  };
  return { workspace, token };
}
