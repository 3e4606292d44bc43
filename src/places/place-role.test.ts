import { describe, expect, it } from 'vitest';
import type { Caller } from '../access/caller.ts';
import { organizationIdOf, tokenIdOf, userIdOf } from '../contract/branded-ids.ts';
import {
  administersOrganization,
  administersProject,
  administersTeam,
  type ProjectStanding,
  roleInProject,
  seesProject,
  seesTeam,
} from './place-role.ts';

function caller(user: Partial<Caller['user']> = {}): Caller {
  return {
    tokenId: tokenIdOf('t'),
    tokenName: 'T',
    tokenHash: '',
    app: null,
    ipAddress: '127.0.0.1',
    kind: 'personal',
    scopes: new Set(['workspace:write']),
    user: {
      id: userIdOf('1'),
      handle: 'A',
      email: 'a@example.com',
      imgUrl: '',
      organizationId: organizationIdOf('900'),
      role: 'member',
      seat: 'full',
      installationAdmin: false,
      ...user,
    },
  };
}

const outside: ProjectStanding = {
  organizationId: organizationIdOf('900'),
  projectAccess: 'team',
  teamRole: null,
  projectRole: null,
};

describe('a role in a project', () => {
  const rows: [Partial<ProjectStanding>, role: string | undefined, administers: boolean][] = [
    [{}, undefined, false],
    [{ teamRole: 'viewer' }, 'viewer', false],
    [{ teamRole: 'editor' }, 'editor', false],
    [{ teamRole: 'admin' }, 'editor', true],
    [{ teamRole: 'editor', projectAccess: 'view_only' }, 'viewer', false],
    [{ teamRole: 'admin', projectAccess: 'view_only' }, 'editor', true],
    [{ teamRole: 'editor', projectAccess: 'invite_only' }, undefined, false],
    [{ teamRole: 'admin', projectAccess: 'invite_only' }, undefined, true],
    [{ projectRole: 'viewer', projectAccess: 'invite_only' }, 'viewer', false],
    [{ projectRole: 'editor', projectAccess: 'invite_only' }, 'editor', false],
    [{ projectRole: 'admin', projectAccess: 'invite_only' }, 'editor', true],
    [{ teamRole: 'viewer', projectRole: 'editor' }, 'editor', false],
  ];

  it.each(rows)('%j gives %s, and administers it: %s', (standing, role, administers) => {
    const project = { ...outside, ...standing };
    expect(roleInProject(caller(), project)).toBe(role);
    expect(administersProject(caller(), project)).toBe(administers);
    expect(seesProject(caller(), project)).toBe(role !== undefined || administers);
  });

  it('no project gives anything to somebody without an id in it', () => {
    expect(roleInProject(caller({ id: userIdOf('77') }), outside)).toBeUndefined();
  });
});

describe('an administrator', () => {
  it('of an organization administers its teams and projects, and edits nothing by that', () => {
    const admin = caller({ role: 'admin' });
    expect(administersOrganization(admin, organizationIdOf('900'))).toBe(true);
    expect(administersTeam(admin, outside)).toBe(true);
    expect(administersProject(admin, outside)).toBe(true);
    expect(roleInProject(admin, outside)).toBeUndefined();
  });

  it('of another organization sees neither team nor project', () => {
    const admin = caller({ role: 'admin', organizationId: organizationIdOf('901') });
    expect(administersOrganization(admin, organizationIdOf('900'))).toBe(false);
    expect(seesTeam(admin, outside)).toBe(false);
    expect(seesProject(admin, outside)).toBe(false);
  });

  it('of the installation may do everything everywhere', () => {
    const admin = caller({ installationAdmin: true, organizationId: null });
    expect(administersOrganization(admin, organizationIdOf('900'))).toBe(true);
    expect(administersProject(admin, outside)).toBe(true);
    expect(roleInProject(admin, { ...outside, projectAccess: 'invite_only' })).toBe('owner');
  });
});
