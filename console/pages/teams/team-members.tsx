import { useMutation } from '@tanstack/react-query';
import { sentenceOf } from '../../api/refusals.ts';
import { choicesOf, type TeamRole, teamRoleNames } from '../../api/role-names.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { LongTable } from '../../parts/long-table.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Empty } from '../../parts/section.tsx';
import { Select } from '../../parts/select.tsx';
import type { Column } from '../../parts/table.tsx';
import type { Team } from '../files/file-queries.ts';
import { putMember, takeOut } from './member-queries.ts';

type Member = NonNullable<Team['members']>[number];

export function TeamMembers({ team, mayChange }: { team: Team; mayChange: boolean }) {
  const members = (team.members ?? []).toSorted((one, other) => one.handle.localeCompare(other.handle));
  if (members.length === 0) return <Empty>Nobody is in this team.</Empty>;
  return (
    <LongTable
      name="Members"
      columns={mayChange ? columnsFor(team) : plainColumns}
      rows={members}
      keyOf={({ user }) => user}
      textOf={({ handle }) => handle.toLowerCase()}
    />
  );
}

const plainColumns: readonly Column<Member>[] = [
  { name: 'Name', cell: ({ handle }) => handle },
  { name: 'Role', cell: ({ role }) => teamRoleNames[role] },
];

const columnsFor = (team: Team): readonly Column<Member>[] => [
  { name: 'Name', cell: ({ handle }) => handle },
  { name: 'Role', cell: (member) => <RoleChoice team={team} member={member} /> },
  { name: 'Actions', isUnseen: true, cell: (member) => <TakeOut team={team} member={member} /> },
];

interface RowProps {
  readonly team: Team;
  readonly member: Member;
}

function RoleChoice({ team, member: { user, handle, role } }: RowProps) {
  const change = useMutation({ mutationFn: (next: string) => putMember(team.id, user, next as TeamRole) });
  return (
    <>
      <Select
        label={`Role of ${handle}`}
        isLabelUnseen
        choices={choicesOf(teamRoleNames)}
        value={change.isPending ? change.variables : role}
        onChange={(next) => next !== role && change.mutate(next)}
      />
      {change.isError && <Notice kind="wrong">{sentenceOf(change.error)}</Notice>}
    </>
  );
}

const TakeOut = ({ team, member: { user, handle } }: RowProps) => (
  <ConfirmButton
    words="Remove"
    label={`Remove ${handle}`}
    title={`Remove ${handle} from ${team.name}?`}
    action={() => takeOut(team.id, user)}
  >
    They no longer see the files of the team, unless something else opens them. Files that they own stay
    theirs.
  </ConfirmButton>
);
