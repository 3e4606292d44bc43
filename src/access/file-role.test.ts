import { describe, expect, test } from 'vitest';
import { organizationIdOf, userIdOf } from '../contract/branded-ids.ts';
import type { CallerUser } from './caller.ts';
import { type FileStanding, fileRole, mayEdit, openingLinks } from './file-role.ts';

const user: CallerUser = {
  id: userIdOf('1'),
  handle: 'Alice',
  email: 'alice@example.com',
  imgUrl: '',
  organizationId: organizationIdOf('900'),
  role: 'member',
  seat: 'full',
  installationAdmin: false,
};
const file: FileStanding = {
  ownerId: userIdOf('2'),
  linkAccess: 'inherit',
  organizationId: organizationIdOf('900'),
  projectAccess: 'team',
  teamRole: null,
  projectRole: null,
};
const stranger = { ...user, organizationId: organizationIdOf('901') };

describe('the role on a file', () => {
  test.each([
    ['its owner owns it, whatever else', { ownerId: userIdOf('1'), projectAccess: 'invite_only' }, 'owner'],
    ['outside of team and project nobody has one', {}, undefined],
    ['a team viewer views', { teamRole: 'viewer' }, 'viewer'],
    ['a team editor edits', { teamRole: 'editor' }, 'editor'],
    ['a team admin edits', { teamRole: 'admin' }, 'editor'],
    [
      'in a view-only project a team editor only views',
      { teamRole: 'editor', projectAccess: 'view_only' },
      'viewer',
    ],
    [
      'in a view-only project a team admin edits',
      { teamRole: 'admin', projectAccess: 'view_only' },
      'editor',
    ],
    [
      'in a view-only project an invited editor edits',
      { teamRole: 'viewer', projectRole: 'editor', projectAccess: 'view_only' },
      'editor',
    ],
    [
      'an invite-only project is closed to the team',
      { teamRole: 'admin', projectAccess: 'invite_only' },
      undefined,
    ],
    [
      'an invite-only project is open to the invited',
      { projectRole: 'viewer', projectAccess: 'invite_only' },
      'viewer',
    ],
    ['an invitation never takes away', { teamRole: 'editor', projectRole: 'viewer' }, 'editor'],
  ] as const)('[FILE-13] follows the rule that %s', (_title, standing, role) => {
    expect(fileRole(user, { ...file, ...standing })).toBe(role);
  });

  test.each([
    ['inherit', undefined, undefined],
    ['view', 'viewer', 'viewer'],
    ['edit', 'editor', 'editor'],
    ['org_view', 'viewer', undefined],
    ['org_edit', 'editor', undefined],
  ] as const)(
    '[FILE-12, FILE-14] by the link %s is %s within the organization, %s outside',
    (linkAccess, inside, outside) => {
      expect(fileRole(user, { ...file, linkAccess })).toBe(inside);
      expect(fileRole(stranger, { ...file, linkAccess })).toBe(outside);
    },
  );

  test.each(['org_view', 'org_edit'] as const)('is nothing for a guest by the link %s', (linkAccess) => {
    const guest = { ...user, role: 'guest' } as const;
    expect(fileRole(guest, { ...file, linkAccess })).toBeUndefined();
    expect(fileRole(guest, { ...file, linkAccess, teamRole: 'viewer' })).toBe('viewer');
    expect(openingLinks(guest, file.organizationId)).toEqual(['view', 'edit']);
  });

  test('counts someone without an organization as outside of every organization', () => {
    expect(fileRole({ ...user, organizationId: null }, { ...file, linkAccess: 'org_edit' })).toBeUndefined();
  });

  test('lets owners and editors edit, and viewers not', () => {
    expect([mayEdit('owner'), mayEdit('editor'), mayEdit('viewer')]).toEqual([true, true, false]);
  });
});
