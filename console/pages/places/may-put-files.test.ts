import { describe, expect, it } from 'vitest';
import { mayPutFiles } from './may-put-files.ts';

type Role = 'admin' | 'editor' | 'viewer';
type Access = 'team' | 'view_only' | 'invite_only';

const member = (role: Role | undefined) => (role === undefined ? [] : [{ user: '1', handle: 'One', role }]);

function may(access: Access, inTeam: Role | undefined, inProject?: Role, isOver = false): boolean {
  const user = { id: '1', role: 'admin' } as never;
  const session = { user, administers_installation: isOver };
  return mayPutFiles(session, { access, members: member(inProject) }, { members: member(inTeam) });
}

describe('Putting files into a project', () => {
  it.each<[Access, Role | undefined, boolean]>([
    ['team', 'admin', true],
    ['team', 'editor', true],
    ['team', 'viewer', false],
    ['view_only', 'admin', true],
    ['view_only', 'editor', false],
    ['invite_only', 'admin', false],
    ['team', undefined, false],
  ])('by access “%s” is for somebody who is %s of the team: %s', (access, role, expected) => {
    expect(may(access, role)).toBe(expected);
  });

  it('is for who was invited to the project as an editor, whatever they are in the team', () => {
    expect([may('invite_only', undefined, 'editor'), may('view_only', 'viewer', 'admin')]).toEqual([
      true,
      true,
    ]);
    expect(may('invite_only', 'viewer', 'viewer')).toBe(false);
  });

  it('is for who administers the installation', () => {
    expect(may('invite_only', undefined, undefined, true)).toBe(true);
  });
});
